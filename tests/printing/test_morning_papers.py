"""The attendance list and the programme of the day: who is on them, in which order, and what they leave out."""

from pathlib import Path

import pytest

from tests.support.events import cast, finals
from tests.support.files.paper import printed, squeezed
from tournament.acts.event import format as acts
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.models import Entry, Event
from tournament.printing.paper import Order
from tournament.printing.pdf.underlay import stack
from tournament.printing.people.morning import BADGES, attendance, badges
from tournament.reading.table.sheets import listed_name

pytestmark = pytest.mark.django_db


def test_everybody_expected_is_listed_by_surname_with_their_number_and_club(tmp_path: Path) -> None:
    event = cast.event(players=0)
    people = [
        Entrant("Zoë Aerts", "Hartenaas"),
        Entrant("An De Smet"),
        Entrant("Bea Zoons", role=Entry.PlayerRole.JOKER),
    ]
    registration.add_entries(event, "system", people)
    text = printed(event, "attendance", tmp_path).text
    at = [text.index(name) for name in ("1 Aerts Zoë", "Hartenaas", "2 De Smet An", "3 Zoons Bea joker")]
    assert at == sorted(at)


def test_who_was_checked_in_has_a_tick(tmp_path: Path) -> None:
    event = cast.event(players=3, present=False)
    registration.check_in(cast.entry(event, 2), "system", True)
    paper = printed(event, "attendance", tmp_path)
    assert (paper.text.count("☑"), paper.text.count("☐")) == (1, 2)
    assert "1 of 3 present" in paper.text
    assert f"☑ 2 {listed_name(cast.entry(event, 2))}" in paper.text


def test_who_withdrew_or_was_excluded_is_not_expected(tmp_path: Path) -> None:
    event = cast.event(players=4)
    Entry.objects.filter(event=event, number=1).update(withdrawn=True)
    Entry.objects.filter(event=event, number=2).update(excluded=True)
    text = printed(event, "attendance", tmp_path).squeezed
    there = [squeezed(listed_name(cast.entry(event, number))) in text for number in (1, 2, 3, 4)]
    assert there == [False, False, True, True]


def test_a_name_that_asks_for_initials_in_public_is_whole_at_the_door(tmp_path: Path) -> None:
    event = cast.event(players=0)
    registration.add_entries(event, "system", [Entrant("An De Smet", initials_only=True)])
    assert "De Smet An" in printed(event, "attendance", tmp_path).text


def test_without_players_there_is_no_list() -> None:
    event = cast.event(players=0)
    for made in (attendance, badges):
        with pytest.raises(UserError, match="no players yet"):
            made(Order(event))


@pytest.mark.long
@pytest.mark.parametrize("language", ["nl", "fr"])
@pytest.mark.parametrize(("players", "pages"), [(5, 1), (48, 2), (160, 6)])
def test_each_has_a_line_to_sign_on(players: int, pages: int, language: str, tmp_path: Path) -> None:
    event = cast.event(players)
    paper = printed(event, "attendance", tmp_path, "--language", language)
    head = {"nl": "Handtekening", "fr": "Signature"}[language]
    assert len(paper.pages) == pages and all(head in page for page in paper.pages)
    assert paper.text.count("☑") == players and paper.tagged and paper.outside() == []


def test_a_badge_for_each_who_is_expected(tmp_path: Path) -> None:
    event = cast.event(players=12)
    Entry.objects.filter(event=event, number=1).update(withdrawn=True)
    paper = printed(event, "badges", tmp_path)
    there = [squeezed(cast.entry(event, number).player.name) in paper.squeezed for number in range(1, 13)]
    assert there == [False] + [True] * 11 and len(paper.pages) == 2
    names = [entry.player.name for entry in event.entries.exclude(number=1).order_by("player__sorting")]
    at = [paper.text.index(name) for page in stack(names, BADGES) for name in page]
    assert at == sorted(at)


def test_the_longest_name_keeps_to_its_badge(tmp_path: Path) -> None:
    event = cast.event(players=0, name="K" * 120)
    registration.add_entries(event, "system", [Entrant("X" * 60, "C" * 80), *(Entrant(f"P {at}") for at in range(9))])
    paper = printed(event, "badges", tmp_path)
    assert len(paper.pages) == 1 and paper.outside() == []
    assert paper.squeezed.count("X" * 60) == 1


def test_the_programme_has_every_round_with_its_deals_and_the_cut(tmp_path: Path) -> None:
    event = cast.event(players=8, planned_rounds=3, deals_per_round=12)
    final = {"kind": "final", "rounds": 1, "cut": 4, "draw": "rank", "points": "zero", "deals": 20}
    acts.set_format(event, "system", {"stages": [{"kind": "preliminary", "rounds": 2}, final]})
    text = printed(cast.fresh(event), "programme", tmp_path).text
    at = [text.index(said) for said in ("Round 1 12", "Round 2 12", "Final 20", "IWWA 2025", "final of the best 4")]
    assert at == sorted(at)


def test_the_programme_tells_no_result_and_no_prize(tmp_path: Path) -> None:
    event = finals.before_the_cut()
    prizes = {"lists": [{"name": "", "of": "ranking", "prizes": ["A ham"]}], "single": True, "ties": "ranking"}
    Event.objects.filter(pk=event.pk).update(prizes=prizes, appeal_minutes=30)
    text = printed(cast.fresh(event), "programme", tmp_path).text
    assert "can be appealed for 30 minutes" in text and "ham" not in text
    assert cast.entry(event, 8).player.name not in text
