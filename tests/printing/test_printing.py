"""Every paper that is printed, read back: what is always on it, that nothing falls off the page; and the command."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.rules.parts import parts
from tests.browser.support.server import MANAGE
from tests.support.events import cast
from tests.support.files.paper import Printed, demo, printed, squeezed
from tests.support.servers.nightly import by_day
from tests.support.servers.without_pango import WITHOUT_PANGO, needs_namespace
from tournament.acts.event import events
from tournament.acts.event.rules import compare_rules
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds.room import set_room
from tournament.models import Event
from tournament.naming import by_surname
from tournament.printing.papers import KINDS
from tournament.printing.pdf import html_to_pdf
from tournament.ranking import facts

pytestmark = pytest.mark.django_db

# Sixty letters, accents, a letter that capitals do not know, signs that mean something in HTML.
NAMES = (
    "Maximiliaan-Hendrik van den Bossche-Vandenbroucke de Lichtervelde",
    "Éloïse Gâtineau-d’Œuvre ß",
    "<b>An & Bea</b>",
    "Ĺukasz Żółć",
    "X" * 60,
)


# Nothing is nearer to an edge, in millimetres, less the quarter that a dot of 100 dpi is wide.
EDGE = 6 - 0.26
WHAT = (*KINDS, "filled")
# What has no points on it.
UNDOUBTED = (
    "certificates",
    "cards",
    "bidding",
    "attendance",
    "badges",
    "programme",
    "slips",
    "seating-names",
    "seating-tables",
    "room",
)
# What is listed by surname.
BY_SURNAME = ("seating-names", "attendance")


@pytest.fixture
def event() -> Event:
    return demo()


def options(what: str) -> list[str]:
    needs = KINDS[what].needs if what in KINDS else "round"
    return {"round": ["--round", "2"], "player": ["--player", "3"]}.get(needs, [])


def shapes(what: str) -> set[tuple[int, int]]:
    """The sizes of the pages of a paper, in millimetres."""
    upright, wide = (210, 297), (297, 210)
    return {"sheets": {wide}, "certificates": {wide}, "before-round": {upright, wide}}.get(what, {upright})


# --- Every paper --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("language", by_day(["fr", "nl"]))
@pytest.mark.parametrize("what", WHAT)
def test_every_paper_of_a_demo_says_so(what: str, language: str, event: Event, tmp_path: Path) -> None:
    paper = printed(event, what, tmp_path, *options(what), "--language", language)
    assert paper.language == language
    assert paper.title.endswith(f" – {event.name}")
    assert paper.fonts == {"Source"}
    assert paper.outside() == [] and paper.margin() > EDGE
    assert paper.sizes == shapes(what)
    assert all("DEMO" in page for page in paper.pages)
    if what == "before-round":
        return
    doubted = {"nl": "Niet nagekeken", "fr": "non vérifiés"}[language]
    says_so = [doubted in page for page in paper.pages]
    assert all(says_so) if what not in UNDOUBTED else not any(says_so)


@pytest.mark.parametrize(
    "order",
    [
        ["attendance"],
        *(pytest.param(order, marks=pytest.mark.long) for order in (["programme", "--prizes"], ["sheets", "--backs"])),
        pytest.param(["sheets", "--filled"], marks=pytest.mark.long),
    ],
)
def test_the_longest_foot_keeps_its_distance_from_the_edge(order: list[str], tmp_path: Path) -> None:
    event = cast.playing(
        players=4, name="Kampioenschap kleurenwiezen van het Waasland – " * 2 + "open voor iedereen wel"
    )
    assert len(event.name) > 110
    what, *more = order
    paper = printed(event, what, tmp_path, *more, "--language", "nl")
    assert paper.margin() > EDGE and "Kampioenschap kleurenwiezen van het Waasland" in paper.text


# Papers on which this event has nobody to name.
NAMELESS = (
    "clubs",
    "bidding",
    "points",
    "points-cards",
    "programme",
    "jury",
    "prizes",
    "prizes-aloud",
    "room",
    "certificates",
)


@pytest.mark.long
@pytest.mark.parametrize("what", WHAT)
def test_names_that_break_nothing(what: str, tmp_path: Path) -> None:
    event = cast.event(players=0, deals_per_round=8)
    people = [Entrant(name, club=name[:40]) for name in (*NAMES, "Bea", "Cis", "Dré")]
    for entry in registration.add_entries(event, "system", people):
        registration.check_in(entry, "system", True)
    events.change_state(cast.fresh(event), "system", Event.State.LIVE)
    cast.next_round(event)
    set_room(cast.fresh(event), "system", [[1, 2]])
    rulings.penalise(event, "system", "false-play", {2: -15}, "Keek.", article="5")
    for number in range(1, 7):
        for table in (1, 2):
            cast.write(cast.table(event, table), number, cast.result("S13", (1,), 4, jury="allowed"))
    event = cast.fresh(event)
    paper = printed(event, what, tmp_path, *(["--player", "1"] if what == "player" else []))
    assert paper.outside() == []
    assert "An & Bea</b>" in paper.text or what in ("player", *BY_SURNAME, *NAMELESS)
    if what in ("ranking", "filled"):
        assert re.search("−1?[0-9]{3}", paper.text)
    wanted = NAMES[:1] if what == "player" else () if what in ("filled", *NAMELESS) else NAMES
    for name in map(by_surname, wanted) if what in BY_SURNAME else wanted:
        assert squeezed(name) in paper.squeezed, name


@pytest.mark.long
@pytest.mark.parametrize(
    "what", by_day(["ranking", "slips", "clubs", "seating-names", "attendance", "badges"], count=2)
)
def test_with_nobody_there(what: str, tmp_path: Path) -> None:
    event = cast.event(players=0)
    if what in ("ranking", "clubs"):
        assert (
            "There is nobody" in printed(event, what, tmp_path).text
            or "No ranked player" in printed(event, what, tmp_path).text
        )
    else:
        with pytest.raises(CommandError, match=r"No round has been drawn yet|This event has no players yet"):
            printed(event, what, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("what", by_day(["ranking", "sheets", "filled", "player"], count=2))
def test_figures_that_were_verified_are_not_doubted(what: str, tmp_path: Path) -> None:
    event = cast.playing()
    ruleset = facts.ruleset(event)
    compare_rules(event, "system", parts(ruleset), ruleset.hash)
    paper = printed(cast.fresh(event), what, tmp_path, *(["--player", "1"] if what == "player" else []))
    assert "Unverified" not in paper.text and "DEMO" not in paper.text


# --- The command --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere", "ranking"), "There is no event nowhere"),
        (("ledegem", "sheets", "--round", "7"), "There is no round 7"),
        (("ledegem", "player"), "--player NUMBER"),
        (("ledegem", "player", "--player", "999"), "No player has number 999"),
        (("ledegem", "ranking", "--logo", "logo.svg"), "a JPEG or a WebP"),
        (("ledegem", "ranking", "--logo", "none.png"), "cannot be read"),
        (("ledegem", "sheets", "--filled", "--round", "1", "-o", "/nowhere/x.pdf"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_said(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    cast.playing()
    where = [] if "-o" in arguments else ["-o", str(tmp_path / "x.pdf")]
    with pytest.raises(CommandError, match=said):
        call_command("print", *arguments, *where)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_logo_takes_the_place_of_the_suits(tmp_path: Path) -> None:
    event = cast.playing()
    logo = tmp_path / "logo.png"
    subprocess.run(
        [sys.executable, "-c", f"from PIL import Image; Image.new('RGB', (40, 20)).save({str(logo)!r})"], check=True
    )
    for what in ("ranking", "sheets"):
        paper = printed(event, what, tmp_path, "--logo", str(logo))
        listed = subprocess.run(
            ["pdfimages", "-list", str(paper.path)], capture_output=True, text=True, check=True
        ).stdout
        assert re.search(r"\b40\s+20\b", listed), listed
        assert "♠♥" not in paper.text


@pytest.mark.long
def test_progress_is_told_line_by_line(tmp_path: Path) -> None:
    said = StringIO()
    call_command("print", cast.playing(players=16).slug, "sheets", "-o", str(tmp_path / "x.pdf"), stderr=said)
    assert said.getvalue().split() == ["4/4"]


@pytest.mark.long
def test_the_program_itself_prints_to_standard_output(tmp_path: Path) -> None:
    """As a page will start it: another process, its own settings, nothing but the PDF on standard output."""
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(tmp_path), "DATABASE_URL": ""}
    for call in (["migrate", "--verbosity", "0"], ["demo", "--players", "8", "--rounds", "1", "--deals", "2"]):
        subprocess.run([*MANAGE, *call], env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [*MANAGE, "print", "demo", "ranking", "-o", "-"], env=environment, check=True, capture_output=True
    )
    assert done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert done.stderr == b""


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "file:///etc/passwd", "https://example.be/a.css"])
def test_nothing_is_fetched_from_elsewhere(address: str, tmp_path: Path) -> None:
    html = f'<html lang="en"><title>x</title><link rel="stylesheet" href="{address}"><img src="{address}" alt="none">'
    paper = Printed(tmp_path / "x.pdf")
    paper.path.write_bytes(html_to_pdf.pages(html))
    assert len(paper.pictures().splitlines()) == 2  # the heading of the list


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation with a small demo."""
    folder = tmp_path_factory.mktemp("demo")
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(folder), "DATABASE_URL": ""}
    for call in (["migrate", "--verbosity", "0"], ["demo", "--players", "8", "--rounds", "1", "--deals", "2"]):
        subprocess.run([*MANAGE, *call], env=environment, check=True, capture_output=True)
    return folder


def refused(call: list[str], environment: dict[str, str]) -> str:
    """The one sentence with which a command ends that this machine cannot carry out."""
    done = subprocess.run(call, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    [sentence] = done.stderr.decode().splitlines()
    assert "libpango-1.0-0" in sentence and "fonts-dejavu-core" in sentence
    return sentence


@needs_namespace
@pytest.mark.parametrize(("language", "words"), [("nl", "Voor PDF’s"), ("fr", "Les PDF"), ("en", "PDFs need")])
@pytest.mark.long
def test_without_pango_print_says_one_sentence(language: str, words: str, demo_folder: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(demo_folder), "DATABASE_URL": ""}
    call = [*WITHOUT_PANGO, *MANAGE, "print", "demo", "ranking", "--language", language, "-o", "-"]
    assert words in refused(call, environment)


@pytest.mark.long
def test_without_any_font_print_says_one_sentence(demo_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    environment = {"PATH": "/usr/bin:/bin", "VAR_DIR": str(demo_folder), "DATABASE_URL": ""}
    environment["FONTCONFIG_FILE"] = str(tmp_path / "fonts.conf")
    refused([*MANAGE, "print", "demo", "ranking", "-o", "-"], environment)
