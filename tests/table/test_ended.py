"""Tables that are stopped before their last deal: what the deals they did not play count, and where that is told."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.events import cast
from tournament.acts.event import format
from tournament.acts.jury import rulings
from tournament.acts.kernel import ended
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import draws, rounds
from tournament.acts.table import deals, tables
from tournament.draw.drawing import DrawRequest
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.exchange.workbook import xlsx_out
from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.live import ranking
from tournament.ranking.table_play import averages
from tournament.reading.logbook.history import deal_moments

pytestmark = pytest.mark.django_db
BY, WHY = "system", "The hall closes at six."
VERIFY = Path(__file__).parents[2] / "tools" / "verify.py"


def made(seat: int, tricks: int = 6) -> dict[str, object]:
    """A solo of 6 by a seat: 12 points, 15 with a seventh trick."""
    return cast.result("S6", (seat,), tricks)


def stopped(unplayed: str = "average") -> Event:
    """One table of six deals that stopped after three."""
    event = cast.playing(players=4, deals=6, planned_rounds=1)
    format.set_format(event, BY, {"unplayed": unplayed})
    for number, result in enumerate((made(1), made(2, 7), made(2)), 1):
        cast.write(cast.table(event), number, result)
    ended.end_table(cast.table(event), BY, 3, WHY)
    return cast.fresh(event)


def points(event: Event) -> dict[int, int]:
    """The points in the ranking by seat at the first table."""
    by_entry = {place.entry.number: place.standing.row.points for place in ranking(event, public=False).places}
    return {seat: by_entry[entry] for seat, entry in cast.seated(cast.table(event)).items()}


@pytest.mark.parametrize(("unplayed", "expected"), [("nothing", [12, 27, 0, 0]), ("average", [24, 54, 0, 0])])
def test_deals_that_were_not_played_count_what_the_format_says(unplayed: str, expected: list[int]) -> None:
    event = stopped(unplayed)
    assert list(points(event).values()) == expected
    played = [(place.deals, place.deal_points) for place in ranking(event, public=False).places]
    assert sorted(played) == [(3, 0), (3, 0), (3, 12), (3, 27)], "what nobody played is no deal, and no points of one"


def test_an_average_is_rounded_down_once_and_goes_to_who_sat_there_last() -> None:
    event = cast.event(players=5, deals_per_round=7)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4]]), BY)
    format.set_format(event, BY, {"unplayed": "average"})
    table = cast.table(event)
    cast.write(table, 1, made(1))
    tables.substitute(table, BY, 1, 5, 2)
    for number, result in ((2, made(1, 5)), (3, made(2)), (4, made(1, 5))):
        cast.write(table, number, result)
    ended.end_table(table, BY, 4, WHY)
    # Three deals are missing. The substitute has −30 in three deals; in four, seat 2 has 32, seats 3 and 4 have 20.
    given = averages(facts.table(cast.table(event)), facts.ruleset(event))
    assert given == {5: -30, 2: 24, 3: 15, 4: 15}
    rules = facts.ruleset(event)
    ended.play_on(table, BY)
    ended.end_table(table, BY, 5, WHY)
    cast.write(table, 5, made(3))
    # −30 × 2 / 4, 32 × 2 / 5 = 12.8, 32 × 2 / 5, 20 × 2 / 5.
    assert averages(facts.table(cast.table(event)), rules) == {5: -15, 2: 12, 3: 12, 4: 8}


def test_a_table_is_stopped_once_and_not_where_it_has_played(event_of_two: Event) -> None:
    event, table = event_of_two, cast.table(event_of_two)
    cast.write(table, 1)
    cast.write(table, 2)
    with cast.nothing_written():
        for last, told in ((1, "Deal 2 has already been recorded"), (4, "before deal 4"), (0, "before deal 4")):
            with pytest.raises(UserError, match=told):
                ended.end_table(table, BY, last, WHY)
        with pytest.raises(UserError, match="Enter a reason"):
            ended.end_table(table, BY, 3, " ")
        ended.play_on(table, BY)
    ended.end_table(table, BY, 3, WHY)
    with cast.nothing_written():
        ended.end_table(table, BY, 3, WHY)
        with pytest.raises(UserError, match="in the meantime"):
            ended.end_table(table, BY, 2, WHY, replaces=0)
        with pytest.raises(UserError, match="no such deal"):
            cast.write(table, 4)
        with pytest.raises(UserError, match="still missing: 3"):
            deals.close_table(table, BY)
    cast.write(table, 3)
    deals.close_table(table, BY)
    with cast.refused("Reopen it first"):
        ended.play_on(table, BY)
    deals.reopen_table(table, BY)
    ended.play_on(table, BY)
    cast.write(cast.table(event), 4)


@pytest.fixture
def event_of_two() -> Event:
    """Two tables of four deals."""
    return cast.playing(players=8, deals=4)


def test_the_format_keeps_what_unplayed_deals_count_once_a_table_was_stopped() -> None:
    event = stopped("nothing")
    with cast.refused("stays as it is"):
        format.set_format(event, BY, {"unplayed": "average"})


def test_a_table_of_which_the_first_deal_is_missing_is_not_offered_to_be_stopped(event_of_two: Event) -> None:
    staff = cast.client(cast.organiser(event_of_two))
    page = cast.shown(staff.get(f"/staff/{event_of_two.slug}/rounds/1/close/"))
    assert "is missing at tables: 1, 2. They are not stopped early" in page and "Do these tables play" not in page
    assert "announce deal 1 as the last one, and have the jury annul it" in page
    ended.end_table(cast.table(event_of_two, 1), BY, 1, "Nothing was played.")
    rulings.rule(cast.table(event_of_two, 1), BY, 1, "annulled", "Nothing was played.")
    page = cast.shown(staff.get(f"/staff/{event_of_two.slug}/rounds/1/close/"))
    assert "is missing at table 2. It is not stopped early" in page


def test_a_round_is_closed_with_the_tables_that_stopped(event_of_two: Event) -> None:
    event = event_of_two
    cast.play(cast.table(event, 1))
    for number in (1, 2):
        cast.write(cast.table(event, 2), number)
    staff, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/rounds/1/close/"
    assert "Stop table 2 early and close" in cast.shown(staff.get(path))
    with cast.nothing_written():
        assert cast.sent_from(staff, path, ends="1", reason="").status_code == 422
    assert cast.sent_from(staff, path, ends="1", reason=WHY).status_code == 303
    assert (cast.table(event, 2).ended_after, cast.table(event, 2).ended_because) == (2, WHY)
    assert cast.table(event, 1).ended_after is None and cast.round_of(event).closed
    closing = [
        [moment.reason for moment in deal_moments(cast.table(event, table), 3) if moment.act == "close_round"]
        for table in (1, 2)
    ]
    assert closing == [[], [WHY]]


def test_a_round_on_which_something_stands_is_not_reopened() -> None:
    event = cast.playing(players=8, deals=1, planned_rounds=3)
    stages = [{"kind": "preliminary", "rounds": 1}, {"kind": "ranked", "rounds": 1}]
    format.set_format(event, BY, {"stages": [*stages, {"kind": "final", "rounds": 1, "cut": 4}]})
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    draws.draw_rounds(event, BY, DrawRequest())
    _refuses(event, 1, "Reject that draw first")
    rounds.publish_round(cast.round_of(event, 2), BY)
    _refuses(event, 1, "Withdraw its publication")
    cast.play_round(event, 2)
    _refuses(event, 1, "Round 2 has begun")
    rounds.close_round(cast.round_of(event, 2), BY)
    seen = [place.entry.number for place in ranking(cast.fresh(event), public=False).places][:4]
    format.make_cut(event, BY, 3, seen)
    _refuses(event, 2, "Undo the cut first")
    format.undo_cut(event, BY, 3)
    rounds.reopen_round(cast.round_of(event, 2), BY)


def _refuses(event: Event, number: int, told: str) -> None:
    with cast.refused(told):
        rounds.reopen_round(cast.round_of(event, number), BY)


def test_it_is_told_wherever_the_table_is_read() -> None:
    event = stopped()
    table, told = cast.table(event), "Not played: deals 4, 5, 6. Reason: The hall closes at six."
    number = cast.seated(table)[2]
    for who, path in (
        (None, f"/t/{cast.token(table)}/"),
        (None, f"/e/{event.slug}/player/{number}/"),
        (cast.desk(event), f"/staff/{event.slug}/rounds/1/tables/1/"),
    ):
        page = cast.shown(cast.client(who).get(path))
        assert told in page and "+27" in page, path
    rows = list(load_workbook(BytesIO(xlsx_out.workbook(event))).worksheets[2].values)
    assert sum("not played" in row for row in rows) == 3 and "average of the deals not played" in rows[-1]


@pytest.mark.long
def test_a_file_carries_it_and_outsiders_find_the_same(tmp_path: Path) -> None:
    event = stopped()
    document = exporting.document(event)
    told = document["rounds"][0]["tables"][0]["ended"]
    assert (told["after"], told["reason"], sorted(told["averaged"].values())) == (3, WHY, [0, 0, 12, 27])
    importing.judge(document)
    again = importing.load(document, BY, "again")
    assert exporting.document(again)["rounds"] == document["rounds"] and points(again) == points(event)
    for name, one in (("first", event), ("second", again)):
        book, export = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.json"
        book.write_text("".join(f"{line}\n" for line in logbook_file.lines(one)))
        export.write_text(exporting.text(one))
        assert subprocess.run([sys.executable, VERIFY, book, export]).returncode == 3
        wrong = json.loads(export.read_text())
        wrong["rounds"][0]["tables"][0]["ended"]["averaged"].popitem()
        export.write_text(json.dumps(wrong, indent=1, ensure_ascii=False) + "\n")
        assert subprocess.run([sys.executable, VERIFY, book, export]).returncode == 1
    told["after"] = 6
    with pytest.raises(EventFileError, match="cannot have ended there"):
        importing.judge(document)


def test_a_rehearsal_is_wiped_with_its_stopped_tables_and_brought_back() -> None:
    event = cast.event(players=4, deals_per_round=4)
    cast.next_round(event)
    cast.write(cast.table(event), 1)
    ended.end_table(cast.table(event), BY, 2, WHY)
    practice = rehearsal_data_of(event)
    rehearsal.start(event, BY, wipe=True, seen=practice.mark if practice else "")
    assert cast.table(event).ended_after is None
    rehearsal.bring_back(event, BY)
    assert (cast.table(event).ended_after, cast.table(event).ended_because) == (2, WHY)


def test_the_jury_announces_the_last_deal_and_takes_it_back(event_of_two: Event) -> None:
    event = event_of_two
    cast.write(cast.table(event), 1)
    path = f"/staff/{event.slug}/rounds/1/tables/1/"
    desk = cast.client(cast.desk(event))
    with cast.nothing_written():
        assert desk.get(f"{path}end/").status_code == 403
        assert desk.post(f"{path}play-on/").status_code == 403
    jury = cast.client(cast.juror(event))
    assert 'value="2"' in jury.get(f"{path}end/").content.decode()
    with cast.nothing_written():
        assert cast.sent_from(jury, f"{path}end/", last="9", reason=WHY).status_code == 422
    answer = cast.sent_from(jury, f"{path}end/", last="2", reason=WHY)
    assert answer.status_code == 303, cast.shown(answer)
    assert _deals(event) == 2
    assert "Play on" in cast.shown(jury.get(path))
    with cast.nothing_written():
        assert jury.post(f"{path}play-on/").status_code == 422
        assert jury.post(f"{path}play-on/", {"of": "3"}).status_code == 409, "another last deal than was shown"
    assert cast.sent_from(jury, f"{path}play-on/").status_code == 303
    assert _deals(event) == 4


def _deals(event: Event) -> int:
    return Table.objects.select_related("round").get(round__event=event, number=1).deals_planned
