"""Everything that is printed, read back: what is in it, in which order, and that nothing falls off the page."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext, pgettext

from scoring.parts import parts
from tests import cast
from tests.browser.server import ROOT
from tests.laid_again import laid_again
from tests.paper import Printed, printed, squeezed
from tournament import links
from tournament.acts import events, jury, registration
from tournament.acts.registration import Person
from tournament.acts.room import set_room
from tournament.acts.rules import compare_rules
from tournament.models import Event, Round, Seat, Table
from tournament.naming import by_surname
from tournament.printing import press
from tournament.printing.papers import KINDS
from tournament.ranking import facts, live
from tournament.reading import seated
from tournament.reading.sheets import public_place
from tournament.refusal import Refusal

pytestmark = pytest.mark.django_db

# Sixty letters, accents, a letter that capitals do not know, signs that mean something in HTML.
NAMES = (
    "Maximiliaan-Hendrik van den Bossche-Vandenbroucke de Lichtervelde",
    "Éloïse Gâtineau-d’Œuvre ß",
    "<b>An & Bea</b>",
    "Ĺukasz Żółć",
    "X" * 60,
)


WHAT = (*KINDS, "filled")
# What has no points on it.
UNDOUBTED = (
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


@laid_again
def demo() -> Event:
    """A demo of 24 players in its second round."""
    call_command("demo", players=24, rounds=2, deals=8, slug="demo", stdout=StringIO(), stderr=StringIO())
    set_room(Event.objects.get(slug="demo"), "system", [[1, 2, 3], [6, 5, 4]])
    return Event.objects.get(slug="demo")


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
@pytest.mark.parametrize("language", ["nl", "fr"])
@pytest.mark.parametrize("what", WHAT)
def test_every_paper_of_a_demo_says_so(what: str, language: str, event: Event, tmp_path: Path) -> None:
    paper = printed(event, what, tmp_path, *options(what), "--language", language)
    assert paper.language == language
    assert paper.title.endswith(f" – {event.name}")
    assert paper.fonts == {"Source"}
    assert paper.outside() == []
    assert paper.sizes == shapes(what)
    assert all("DEMO" in page for page in paper.pages)
    if what == "before-round":
        return
    doubted = {"nl": "Niet nagekeken", "fr": "non vérifiés"}[language]
    says_so = [doubted in page for page in paper.pages]
    assert all(says_so) if what not in UNDOUBTED else not any(says_so)


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
    people = [Person(name, club=name[:40]) for name in (*NAMES, "Bea", "Cis", "Dré")]
    for entry in registration.add_entries(event, "system", people):
        registration.check_in(entry, "system", True)
    events.change_state(cast.fresh(event), "system", Event.State.LIVE)
    cast.next_round(event)
    set_room(cast.fresh(event), "system", [[1, 2]])
    jury.penalise(event, "system", "false-play", {2: -15}, "Keek.", article="5")
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
@pytest.mark.parametrize("what", ["ranking", "clubs", "seating-names", "slips", "attendance", "badges"])
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
@pytest.mark.parametrize("what", ["ranking", "sheets", "filled", "player"])
def test_figures_that_were_verified_are_not_doubted(what: str, tmp_path: Path) -> None:
    event = cast.playing()
    ruleset = facts.ruleset(event)
    compare_rules(event, "system", parts(ruleset), ruleset.hash)
    paper = printed(cast.fresh(event), what, tmp_path, *(["--player", "1"] if what == "player" else []))
    assert "Unverified" not in paper.text and "DEMO" not in paper.text


# --- The lists ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_ranking_is_that_of_the_page_in_reading_order(event: Event, tmp_path: Path) -> None:
    text = printed(event, "ranking", tmp_path).text
    places = live.ranking(event, public=True).places
    at = [text.index(f" {place.entry.name} ") for place in places]
    assert at == sorted(at)
    first = places[0]
    rounds_told = " ".join(str(points).replace("-", "−") for points in first.standing.row.rounds)
    assert re.search(
        rf"\b1 (= )?{re.escape(first.entry.name)} .*? {rounds_told} .*?{first.standing.row.points}\b", text
    )


@pytest.mark.long
def test_a_tie_is_explained(tmp_path: Path) -> None:
    event = cast.playing(tie_breaks=["contracts_made"])
    cast.write(cast.table(event), 1, cast.result("PM", (1,), {"1": 0}))
    cast.write(cast.table(event, 2), 1, cast.result("S6", (1,), 8))
    text = printed(cast.fresh(event), "ranking", tmp_path).text
    assert "1 =" in text


def test_the_ranking_after_a_round(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "ranking", tmp_path, "--round", "1")
    assert "Ranking after round 1" in paper.title
    assert " R2 " not in paper.text and " R2 " in printed(event, "ranking", tmp_path).text
    Round.objects.filter(event=event, number=1).update(visible=False)
    with pytest.raises(CommandError, match="not shown"):
        printed(event, "ranking", tmp_path, "--round", "1")


@pytest.mark.long
def test_a_ranking_says_how_final_it_is(tmp_path: Path) -> None:
    event = cast.event()
    assert "Rehearsal: nothing counts yet." in printed(event, "ranking", tmp_path).text
    events.change_state(event, "system", Event.State.LIVE)
    assert "Provisional" in printed(cast.fresh(event), "ranking", tmp_path).text
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    assert "Final ranking" in printed(cast.fresh(event), "ranking", tmp_path).title


@pytest.mark.long
def test_a_round_that_somebody_did_not_play_has_a_dash_as_on_the_page(tmp_path: Path) -> None:
    event = cast.playing(players=8)
    cast.play(cast.table(event, 1))
    text = printed(cast.fresh(event), "ranking", tmp_path).text
    assert text.count(" – 0") == 4


# What WeasyPrint sets alone, page by page.
LISTS = (
    "clubs",
    "seating-names",
    "seating-tables",
    "prizes",
    "prizes-aloud",
    "points",
    "attendance",
    "programme",
    "jury",
)


@pytest.mark.long
@pytest.mark.parametrize("what", [*LISTS, "cards", "slips", "room", "bidding", "points-cards"])
def test_every_page_says_when_it_was_printed_and_what_it_belongs_to(what: str, tmp_path: Path) -> None:
    event = cast.playing(players=64, name="Kampioenschap – Championnat, 28ᵉ")
    set_room(event, "system", [[1, 2]])
    paper = printed(cast.fresh(event), what, tmp_path)
    assert paper.outside() == [] and paper.pages
    for at, page in enumerate(paper.pages, 1):
        told = " ".join(page.split())
        assert re.search(r"Printed \d+/\d+/\d{4} \d\d:\d\d", told), page
        assert (what not in LISTS) or (f"{at} / {len(paper.pages)}" in told and event.name in told), page
        if what in ("seating-names", "seating-tables", "cards", "slips"):
            assert f"seating {seated.version(cast.round_of(event))}" in told
        if what in ("bidding", "points", "points-cards", "programme"):
            assert f"mark of the rules: {facts.ruleset(event).mark}" in told


def test_the_seating_has_another_version_once_somebody_sits_elsewhere_and_only_then() -> None:
    event = cast.playing()
    before = seated.version(cast.round_of(event))
    cast.write(cast.table(event), 1)
    registration.check_in(cast.entry(event, 1), "system", False)
    assert seated.version(cast.round_of(event)) == before
    one, other = Seat.objects.filter(table__round__event=event).order_by("pk")[:2]
    one.entry, other.entry = other.entry, one.entry
    Seat.objects.filter(pk=one.pk).update(entry=one.entry)
    assert seated.version(cast.round_of(event)) != before
    assert re.fullmatch("[0-9a-f]{6}", before)


@pytest.mark.long
def test_many_rounds_turn_the_page(tmp_path: Path) -> None:
    call_command("demo", players=8, rounds=20, deals=2, slug="long", stdout=StringIO(), stderr=StringIO())
    paper = printed(Event.objects.get(slug="long"), "ranking", tmp_path)
    assert paper.sizes == {(297, 210)}
    assert paper.outside() == []
    assert "R20" in paper.text


def test_seating_by_name_and_by_table(event: Event, tmp_path: Path) -> None:
    names = printed(event, "seating-names", tmp_path, "--round", "1").squeezed
    tables = printed(event, "seating-tables", tmp_path, "--round", "1").squeezed
    people = [place.entry for place in live.ranking(event, public=True).places]
    entries = event.entries.filter(number__in=[one.number for one in people]).select_related("player")
    listed = sorted(public_place(entry)[::-1] for entry in entries)
    at = [names.index(squeezed(name)) for _sorting, name in listed]
    assert at == sorted(at)
    assert all(squeezed(one.name) in tables for one in people)
    Round.objects.filter(event=event, number=1).update(visible=False)
    for what in ("seating-names", "seating-tables"):
        with pytest.raises(CommandError, match="not shown"):
            printed(event, what, tmp_path, "--round", "1")


@pytest.mark.long
def test_the_wall_lists_of_a_round_that_is_not_published_say_so(event: Event, tmp_path: Path) -> None:
    assert "Draft: not published yet" not in printed(event, "seating-names", tmp_path, "--round", "1").text
    Round.objects.filter(event=event, number=1).update(published=False)
    for what in ("seating-names", "seating-tables"):
        assert printed(event, what, tmp_path, "--round", "1").text.count("Draft: not published yet") >= 2


# --- Cards and slips ----------------------------------------------------------------------------------------------


def test_every_table_card_has_its_own_link(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "cards", tmp_path, "--round", "2")
    tables = Table.objects.filter(round__event=event, round__number=2).order_by("number")
    wanted = {link for table in tables for link in (links.table_url(table), links.reading_url(table))}
    assert {link for link, drawn in paper.codes() if drawn} == wanted and len(paper.codes()) == len(wanted)
    assert len(paper.pages) == -(-tables.count() // 2)


@pytest.mark.long
def test_a_slip_for_each_who_plays(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "slips", tmp_path)
    playing = event.entries.filter(withdrawn=False, excluded=False)
    assert {address for address, drawn in paper.codes() if drawn} == {links.personal_url(entry) for entry in playing}
    assert all(f" {links.pin(entry)} " in paper.text for entry in playing)
    assert all(squeezed(entry.player.name) in paper.squeezed for entry in playing.select_related("player"))
    assert all(f"1 · {position}" in paper.text for position in (1, 2, 3, 4))
    assert event.entries.get(withdrawn=True).player.name not in paper.text


@pytest.mark.long
@pytest.mark.parametrize("planned", [1, 6, 7, 12, 20])
def test_a_slip_has_a_box_for_every_round(planned: int, tmp_path: Path) -> None:
    event = cast.playing(players=12, planned_rounds=planned)
    paper = printed(event, "slips", tmp_path)
    assert len(paper.pages) == 2 and paper.outside() == []
    # The round that counts now is named beside table and seat too.
    assert [page.split().count(f"R{planned}") for page in paper.pages] == [12 if planned == 1 else 6] * 2
    assert paper.text.count("Fold this over the code.") == 12


@pytest.mark.long
def test_what_is_read_aloud_is_marked_as_what_it_is(tmp_path: Path) -> None:
    event = cast.playing()
    lists = ("ranking", "clubs", "seating-names", "seating-tables", "jury")
    assert all(printed(event, what, tmp_path).tagged for what in lists)
    assert printed(event, "player", tmp_path, "--player", "1").tagged


@pytest.mark.long
def test_the_card_of_a_player_adds_up(event: Event, tmp_path: Path) -> None:
    place = live.ranking(event, public=True).places[0]
    paper = printed(event, "player", tmp_path, "--player", str(place.entry.number))
    assert place.entry.name in paper.title
    assert f" {place.standing.row.points} " in paper.text.replace("−", "-")
    assert "Round 1, table" in paper.text and "Round 2, table" in paper.text


# --- The command --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere", "ranking"), "There is no event nowhere"),
        (("ledegem", "sheets", "--round", "7"), "There is no round 7"),
        (("ledegem", "player"), "--player NUMBER"),
        (("ledegem", "player", "--player", "999"), "No player has number 999"),
        (("ledegem", "ranking", "--logo", "logo.svg"), "PNG or a JPEG"),
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
    manage = [sys.executable, str(ROOT / "manage.py")]
    for call in (["migrate", "--verbosity", "0"], ["demo", "--players", "8", "--rounds", "1", "--deals", "2"]):
        subprocess.run([*manage, *call], env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [*manage, "print", "demo", "ranking", "-o", "-"], env=environment, check=True, capture_output=True
    )
    assert done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert done.stderr == b""


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "file:///etc/passwd", "https://example.be/a.css"])
def test_nothing_is_fetched_from_elsewhere(address: str, tmp_path: Path) -> None:
    html = f'<html lang="en"><title>x</title><link rel="stylesheet" href="{address}"><img src="{address}" alt="none">'
    paper = Printed(tmp_path / "x.pdf")
    paper.path.write_bytes(press.pages(html))
    assert len(paper.pictures().splitlines()) == 2  # the heading of the list


def test_without_pango_a_sentence_names_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(f"cannot load library for {name}")

    monkeypatch.setattr(press, "import_module", missing)
    press.forget()
    with pytest.raises(Refusal, match="libpango-1") as refused:
        press.pages("<p>")
    assert refused.value.status == 503


@pytest.mark.long
def test_namesakes_are_told_apart_by_their_numbers(event: Event, tmp_path: Path) -> None:
    namesake = cast.entry(event, 2).player
    registration.change_entry(cast.entry(event, 1), "system", Person(namesake.name, namesake.club))
    names = printed(event, "seating-names", tmp_path, "--round", "1").squeezed
    first, last = namesake.name.split(" ", 1)
    assert all(squeezed(f"{last} {first} ({number})") in names for number in (1, 2))


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_no_heading_of_points_is_so_long_that_all_figures_get_small(language: str) -> None:
    with translation.override(language):
        headings = [pgettext("before a final", "Before"), gettext("Bonus"), gettext("Points"), gettext("Jury")]
    assert [heading for heading in headings if len(heading) > 8] == []
