"""The prizes: who wins what, read aloud, printed, in files; and who is in their lists."""

from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.paper import printed
from tournament.acts.event import declaration, prizes
from tournament.acts.kernel import deadline
from tournament.acts.rounds import rounds
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event
from tournament.ranking.prizes import PrizeList, Prizes
from tournament.reading.ranking.prizes import awards

pytestmark = pytest.mark.django_db
BY = "system"
RANKING = PrizeList("", "ranking", ("The cup", "", "A ham"))


def played() -> Event:
    """Eight players: 1 to 8 have 80, 70, 70, 50, 40, 30, 20 and 10 points; 1, 5 are of one club, 2, 6 of another."""
    event = cast.playing(players=8, deals=1, planned_rounds=1, tie_breaks=[], rules="points-only")
    for table in (cast.table(event, 1), cast.table(event, 2)):
        points = {str(seat): 90 - 10 * number + 10 * (number == 3) for seat, number in cast.seated(table).items()}
        cast.write(table, 1, {"points": points})
    rounds.close_round(cast.round_of(event), BY)
    return cast.fresh(event)


def won(
    event: Event, *lists: PrizeList, single: bool = True, ties: str = "ranking"
) -> list[tuple[int, list[int], str]]:
    """The awards as (place, numbers, prizes)."""
    prizes.set_prizes(event, BY, Prizes(lists, single, ties))
    told = awards(cast.fresh(event))
    return [(one.place, [winner.number for winner in one.winners], " + ".join(one.prizes)) for one in told]


def test_equals_share_the_prizes_of_their_places() -> None:
    assert won(played(), RANKING) == [(1, [1], "The cup"), (2, [2, 3], "A ham")]


def test_nobody_wins_twice_unless_they_may() -> None:
    youth = PrizeList("Youth", "players", ("A book", "A pen"), (1, 4, 5))
    event = played()
    assert won(event, RANKING, youth)[2:] == [(1, [4], "A book"), (2, [5], "A pen")]
    assert won(event, RANKING, youth, single=False)[2:] == [(1, [1], "A book"), (2, [4], "A pen")]


def test_points_or_tie_breaks_say_who_are_equal() -> None:
    event = played()
    event.tie_breaks = ["lot"]
    event.save()
    assert [place for place, _who, _what in won(event, PrizeList("", "ranking", ("a", "b", "c")))] == [1, 2, 3]
    shared = won(event, PrizeList("", "ranking", ("a", "b", "c")), ties="points")
    assert [(place, len(who), what) for place, who, what in shared] == [(1, 1, "a"), (2, 2, "b + c")]


def test_clubs_win_as_lists_of_players_and_as_clubs() -> None:
    event = played()
    club = cast.entry(event, 2).player.club
    members = [n for n in range(1, 9) if cast.entry(event, n).player.club == club]
    assert won(event, PrizeList("Best of a club", "players", ("A pie",), (), (club.upper(),))) == [
        (1, members[:1], "A pie")
    ]
    [award] = won(event, PrizeList("Clubs", "clubs", ("A keg",)))
    assert (award[1], award[2]) == ([0], "A keg")


def test_the_page_reads_from_last_to_first_and_warns_until_the_ranking_is_final() -> None:
    event = played()
    won(event, RANKING, PrizeList("Youth", "players", ("A book",), (5,)))
    staff = cast.client(cast.organiser(event))
    page = cast.shown(staff.get(f"/staff/{event.slug}/prizes/"))
    assert page.index("A book") < page.index("A ham") < page.index("The cup")
    assert "not final yet" in page and "ex aequo" in page
    declaration.declare_final(event, cast.by(cast.organiser(event)), "Tables not signed.")
    assert "not final yet" not in cast.shown(staff.get(f"/staff/{event.slug}/prizes/"))
    assert cast.client(cast.outsider()).get(f"/staff/{event.slug}/prizes/").status_code == 403
    # Prizes are not results: they may still change.
    prizes.set_prizes(event, BY, Prizes((RANKING,)))
    assert deadline.head_jury(event)


def test_the_form_saves_lists_and_a_player_is_ticked() -> None:
    event = played()
    staff, desk = cast.client(cast.organiser(event)), cast.client(cast.desk(event))
    path = f"/staff/{event.slug}/prizes/change/"
    typed = {"single": "on", "ties": "points", "name_0": "", "of_0": "ranking", "prizes_0": "The cup\n\nA ham\n"}
    typed |= {"name_1": "Youth", "of_1": "players", "prizes_1": "A book", "members_1": "4, 5", "clubs_1": ""}
    with cast.nothing_written():
        assert cast.sent_from(staff, path, **{**typed, "members_1": "four"}).status_code == 422
        assert cast.sent_from(staff, path, **{**typed, "members_1": "999"}).status_code == 422
        assert staff.post(path, {**typed, "of": "another"}).status_code == 409
        assert desk.get(path).status_code == 403
    assert cast.sent_from(staff, path, **typed).status_code == 303
    youth = PrizeList("Youth", "players", ("A book",), (4, 5))
    assert cast.fresh(event).prizes == Prizes((RANKING, youth), True, "points").to_dict()
    with cast.nothing_written():
        assert cast.sent_from(staff, path, **typed).status_code == 303
    assert cast.sent_from(desk, f"/staff/{event.slug}/players/6/prizes/", lists=["2"]).status_code == 303
    assert cast.sent_from(desk, f"/staff/{event.slug}/players/4/prizes/").status_code == 303
    assert cast.fresh(event).prizes["lists"][1]["members"] == [5, 6]
    with cast.nothing_written():
        assert cast.sent_from(desk, f"/staff/{event.slug}/players/6/prizes/", lists=["1"]).status_code == 422
        prizes.enlist(cast.entry(event, 6), BY, [2])
        with pytest.raises(UserError, match="no such list"):
            prizes.enlist(cast.entry(event, 6), BY, [1])


def test_what_cannot_be_a_prize_is_refused() -> None:
    event = cast.event()
    with cast.nothing_written():
        for wanted, told in (
            (Prizes((PrizeList("x" * 121, "ranking", ()),)), "too long"),
            (Prizes((PrizeList("", "ranking", ("a\x00",)),)), "cannot be stored"),
            (Prizes((PrizeList("", "jokers", ("a",)),)), "not one of the choices"),
            (Prizes((RANKING,) * 21), "at most 20 lists"),
        ):
            with pytest.raises(UserError, match=told):
                prizes.set_prizes(event, BY, wanted)


def test_a_file_carries_the_prizes() -> None:
    event = played()
    won(event, RANKING, PrizeList("Youth", "players", ("A book",), (5,), ("De Troefkaart",)))
    document = exporting.document(cast.fresh(event))
    importing.judge(document)
    assert importing.load(document, BY, "again").prizes == cast.fresh(event).prizes
    document["event"]["prizes"]["lists"][0]["name"] = "\x00"
    with pytest.raises(EventFileError, match="prizes"):
        importing.judge(document)


@pytest.mark.long
def test_the_prizes_are_printed_in_both_orders(tmp_path: Path) -> None:
    event = played()
    won(event, RANKING)
    wall, aloud = (printed(event, what, tmp_path).text for what in ("prizes", "prizes-aloud"))
    assert wall.index("The cup") < wall.index("A ham") and aloud.index("A ham") < aloud.index("The cup")
