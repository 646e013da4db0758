"""Letters that paper cannot print: whoever enters a name with them is told, and nobody is refused for it."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from tests.support.events import cast
from tournament import links
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.models import Event
from tournament.printing import letters
from tournament.printing.letters import describe_unprintable, find_unprintable
from tournament.printing.pdf.html_to_pdf import FONTS

NAME, WARNED = "Li 王小明", "Paper cannot print 王 小 明: Li 王小明."


def test_every_letter_of_europe_is_printed_and_a_box_is_foreseen() -> None:
    every = "".join(chr(code) for code in range(0x20, ord(letters.PLAIN)) if chr(code).isprintable())
    assert set(every) <= letters.letters_of(FONTS)
    assert find_unprintable("Дмитрий Γεώργιος M\u0323 Oro\u0323\u0301 דוד") == ""
    assert find_unprintable("王 An 王 明") == "王明"


def test_without_the_other_typeface_more_is_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "FALLBACK", (Path("/nowhere.ttf"),) * 2)
    assert find_unprintable("דוד Ж") == "דו"


def test_one_sentence_tells_of_all_and_names_some() -> None:
    assert describe_unprintable(["An", "Zoë"]) == ""
    assert describe_unprintable(["An", NAME]).startswith(WARNED)
    many = [f"An {chr(code)}" for code in range(0x4E00, 0x4E20)]
    assert " …: " in describe_unprintable(many) and many[4] in describe_unprintable(many)
    assert many[5] not in describe_unprintable(many)


@pytest.fixture
def event(db: None) -> Event:
    return cast.event(players=6)


def test_the_desk_is_told_when_it_enters_a_name(event: Event) -> None:
    desk = cast.client(cast.desk(event))
    for path in ("players/add/", "players/1/"):
        sent = {**cast.filled_in(desk.get(f"/staff/ledegem/{path}")), "name": NAME, "surname": "", "another": "on"}
        page = desk.post(f"/staff/ledegem/{path}", {**sent, "role": "competitor"}, follow=True)
        assert WARNED in cast.shown(page) and NAME in {entry.player.name for entry in event.entries.all()}, path
    sent = {**cast.filled_in(desk.get("/staff/ledegem/players/2/")), "role": "competitor", "name": "Zoë Ďoß"}
    assert "Paper cannot print" not in cast.shown(desk.post("/staff/ledegem/players/2/", sent, follow=True))


def test_an_arrival_and_a_joker_are_told_too(event: Event) -> None:
    organiser = cast.client(cast.organiser(event))
    arrival = {"name": NAME, "club": "", "key": "a-key-of-its-own"}
    assert WARNED in cast.shown(organiser.post("/staff/ledegem/attendance/arrive/", arrival, follow=True))
    joker = {"name": NAME, "start": "40"}
    assert WARNED in cast.shown(organiser.post("/staff/ledegem/rounds/seat/joker/", joker, follow=True))


def test_a_list_is_told_before_it_is_entered(event: Event, tmp_path: Path) -> None:
    organiser = cast.client(cast.organiser(event))
    page = organiser.post("/staff/ledegem/players/list/", {"lines": f"{NAME}\nAn Peeters"})
    assert page.status_code == 200 and WARNED in cast.shown(page)
    path, out = tmp_path / "list.csv", io.StringIO()
    path.write_text(f"Naam\n{NAME}\nAn Peeters\n")
    call_command("players", "ledegem", str(path), stdout=out)
    assert WARNED in out.getvalue()


def test_the_papers_page_and_the_players_own_name_who_is_concerned(event: Event) -> None:
    desk = cast.client(cast.desk(event))
    assert "Paper cannot print" not in cast.shown(desk.get("/staff/ledegem/papers/"))
    [entry] = registration.add_entries(event, "system", [Entrant(NAME)])
    assert WARNED in cast.shown(desk.get("/staff/ledegem/papers/"))
    Event.objects.filter(pk=event.pk).update(admission={"form": True})
    assert WARNED in cast.shown(cast.client().get(links.personal_url(entry)))


@pytest.mark.parametrize(
    ("language", "words"), [("nl", "Op papier kan 王 niet"), ("fr", "Le papier ne peut pas imprimer")]
)
def test_it_is_told_in_the_language_of_the_visitor(language: str, words: str) -> None:
    with translation.override(language):
        assert words in describe_unprintable(["Li 王"])
