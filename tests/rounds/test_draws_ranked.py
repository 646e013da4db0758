"""Rounds drawn by the ranking: ranked stages, finals by rank and by snake, among those who qualified."""

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import pytest

from tests.support.events import cast, finals
from tests.support.events.drawn import BY, drawn, seats
from tests.support.events.finals import make_cut, play_round
from tests.support.events.laid_again import laid_again
from tests.support.pages.reading import read
from tests.support.second.seating_count import repeats
from tests.support.servers.in_node import answers, needs_node
from tournament.acts.event import format as format_acts
from tournament.acts.kernel.notices import post_notice
from tournament.acts.people import registration
from tournament.acts.rounds import draws as draws_acts
from tournament.acts.rounds.reseating import reseat, reseating
from tournament.acts.rounds.rounds import show_round
from tournament.draw import drawing
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Draw, Entry, Event, LogEntry
from tournament.reading.rounds import draw_checks
from tournament.seating.__main__ import main
from tournament.seating.changes import events
from tournament.seating.proof import trace
from tournament.views.public import draws

pytestmark = pytest.mark.django_db
POINTS = {number: 10 * number for number in range(1, 25)}


@laid_again
def ranked(players: int = 16, count: int = 4) -> Event:
    """A live event of ranked rounds, the first of them played."""
    event = cast.event(players, "ranked", planned_rounds=count, deals_per_round=1, rules="points-only")
    cast.events.change_state(event, BY, Event.State.LIVE)
    format_acts.set_format(event, BY, {"stages": [{"kind": "ranked", "rounds": count}]})
    event = cast.fresh(event)
    drawn(event, 1, publish=True)
    play_round(event, POINTS)
    return cast.fresh(event)


@laid_again
def a_final(draw: str, *, before: int = 2) -> Event:
    """A live event before its final: all rounds before it played, the cut made."""
    stages = finals.stages(cut=8, rounds=2, before=before)
    stages["stages"][1]["draw"] = draw
    event = finals.planned(stages, 16)
    for number in range(1, before + 1):
        if number > 1:
            cast.next_round(event)
        play_round(event, POINTS, number)
    make_cut(event)
    return cast.fresh(event)


def test_a_ranked_round_seats_neighbours_who_have_not_met() -> None:
    event = ranked(32)
    draw = drawn(event, 1, publish=True)
    assert (draw.kind, draw.first, list(draw.order)[:3]) == ("ranked", 2, [24, 23, 22])
    assert repeats(seats(event)) == 0
    # Four of 24 drawn by lot lie 15 places apart on average. The secret of a draw is another one each time, and how
    # close neighbours can sit is tested with fixed seeds (tests/seating/test_further.py).
    spread = [max(table) - min(table) for table in seats(event)[1] if max(table) <= 24]
    assert sum(spread) / len(spread) < 15


@pytest.mark.long
def test_a_ranked_stage_is_drawn_one_round_at_a_time() -> None:
    event = ranked()
    with cast.refused("not have that many rounds left"):
        drawn(event, 2)
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/seat/")
    assert "This round is drawn by the ranking." in cast.shown(page) and 'name="rounds"' not in page.content.decode()


@pytest.mark.parametrize(("draw", "kind"), [("rank", "ranked"), ("snake", "snake"), ("strict", "strict")])
def test_only_those_who_qualified_play_a_final(draw: str, kind: str) -> None:
    event = a_final(draw, before=1)
    made = drawn(event, 1, publish=True)
    best = list(range(16, 8, -1))
    assert (made.kind, made.order, made.first) == (kind, best, 2)
    assert sorted(chain(*seats(event)[1])) == sorted(best)
    sums = sorted(sum(table) for table in seats(event)[1])
    if draw == "strict":
        assert sums == [sum(range(9, 13)), sum(range(13, 17))]
    elif draw == "rank":
        assert sums[1] - sums[0] > 8
    else:
        assert sums[1] - sums[0] <= 8
    assert cast.round_of(event, 2).stage == "final"


@pytest.mark.long
def test_the_second_round_of_a_final_follows_its_ranking() -> None:
    event = a_final("rank")
    drawn(event, 1, publish=True)
    play_round(event, {9: 1000}, 3)
    assert drawn(event, 1).order[0] == 9


def test_a_final_waits_for_its_cut() -> None:
    event = finals.planned(finals.stages(cut=4, before=1))
    play_round(event, POINTS)
    with cast.refused("cut before this final"):
        drawn(cast.fresh(event), 1)
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/seat/")
    assert "The cut before this final has not been made." in cast.shown(page)


def test_jokers_fill_up_a_final_from_which_somebody_is_away() -> None:
    event = a_final("rank")
    (joker,) = registration.add_entries(event, BY, [cast.Entrant("Jef De Joker", role=Entry.PlayerRole.JOKER)])
    registration.check_in(joker, BY, True)
    registration.check_in(cast.entry(event, 16), BY, False)
    made = drawn(event, 1)
    assert made.order == [*range(15, 8, -1), joker.number]
    assert 16 not in chain(*seats(event)[2])


@pytest.mark.long
def test_the_ranking_of_rounds_that_are_hidden_is_not_told() -> None:
    event = a_final("rank")
    drawn(event, 1, publish=True)
    assert "The ranking used" in read(f"/e/{event.slug}/draws/")
    show_round(cast.round_of(event, 2), BY, False)
    page = read(f"/e/{event.slug}/draws/")
    assert "Drawn by the ranking" in page and "The ranking used" not in page


@pytest.mark.long
def test_the_ranking_that_was_used_is_sealed_shown_and_brought_over(tmp_path: Any, capsys: Any) -> None:
    event = a_final("snake")
    draw = drawn(event, 1, publish=True)
    page = read(f"/e/{event.slug}/draws/")
    assert "the tables are equally strong" in page
    # By ranking there is chance too: which of several seatings that are equally good.
    assert "Nothing was promised in advance" in page[: page.index("equally strong")] and draw.secret in page
    assert page.index(cast.entry(event, 16).player.name) < page.index(cast.entry(event, 15).player.name)
    text = exporting.text(event)
    elsewhere = importing.load(exporting.document(event), BY, slug="elsewhere")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    for copied in (elsewhere, again):
        assert exporting.text(copied).replace(f'"slug": "{copied.slug}"', f'"slug": "{event.slug}"') == text
    path = tmp_path / "final.json"
    path.write_text(json.dumps(draw_checks.document(Draw.objects.get(event=event, first=3))))
    assert main(["audit", str(path), "--rerun"]) == 0
    assert '"rerun":"the same"' in capsys.readouterr().out


@pytest.mark.long
def test_a_round_by_the_ranking_alone_is_the_ranking_in_fours_for_everybody() -> None:
    event = ranked(count=3)
    stage = {"kind": "ranked", "rounds": 3, "draw": "strict"}
    format_acts.set_format(event, BY, {"stages": [stage]})
    event = cast.fresh(event)
    organiser = cast.client(cast.organiser(event))
    assert "by the ranking alone, four in a row" in cast.shown(organiser.get(f"/staff/{event.slug}/rounds/seat/"))
    draw = drawn(event, 1, publish=True)
    assert [sorted(table) for table in seats(event)[1]] == [[n - 3, n - 2, n - 1, n] for n in (16, 12, 8, 4)]
    assert "alone: four in a row at each table, even if they have met" in read(f"/e/{event.slug}/draws/")
    assert events.rerun(draw_checks.document(draw))["rounds"] == draw.document["rounds"]
    document = cast.client().get(f"/e/{event.slug}/draws/2.json").json()
    assert document["trace"]["strict"] and trace.follows(document)
    elsewhere = importing.load(exporting.document(event), BY, slug="elsewhere")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    for copied in (elsewhere, again):
        assert seats(copied) == seats(event) and copied.format == event.format


@pytest.mark.long
@pytest.mark.parametrize("published", [False, True])
def test_who_comes_in_a_final_by_the_ranking_alone_is_its_last_until_it_is_published(published: bool) -> None:
    event = a_final("strict", before=1)
    drawn(event, 1, publish=published)
    (joker,) = registration.add_entries(event, BY, [cast.Entrant("Jef De Joker", role=Entry.PlayerRole.JOKER)])
    registration.check_in(joker, BY, True)
    registration.withdraw(cast.entry(event, 16), BY)
    reseat(event, BY, reseating(event).of)
    best = (
        [[joker.number, *range(13, 16)], [*range(9, 13)]]
        if published
        else [[*range(12, 16)], [joker.number, 9, 10, 11]]
    )
    assert [sorted(table) for table in seats(event)[1]] == [sorted(table) for table in best]
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    assert seats(again) == seats(event)


def test_of_a_long_ranking_the_first_are_shown_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_final("rank", before=1)
    drawn(event, 1, publish=True)
    monkeypatch.setattr(draws, "MAX_NAMED", 3)
    page = cast.client().get(f"/e/{event.slug}/draws/").content.decode()
    assert re.findall(r'data-ranked="(\d+)"', page) == ["16", "15", "14"]
    assert "And 5 more, in the file of the draw." in page


@pytest.mark.long
@needs_node
def test_everybody_can_follow_a_final_from_the_ranking_that_is_shown(tmp_path: Any, capsys: Any) -> None:
    event = a_final("snake")
    drawn(event, 1, publish=True)
    document = cast.client().get(f"/e/{event.slug}/draws/3.json").json()
    assert "before" not in document["trace"]
    path = tmp_path / "draw-3.json"
    for forged, status in ((document, 0), (document | {"rounds": [document["rounds"][0][::-1]]}, 1)):
        path.write_text(json.dumps(forged))
        assert main(["audit", str(path)]) == status
    assert capsys.readouterr().out.count("do not follow from the seed and the trace") == 1
    page = cast.client().get(f"/e/{event.slug}/draws/").content.decode()
    ranking = [int(number) for number in re.findall(r'data-ranked="(\d+)"', page)]
    assert ranking == list(range(16, 8, -1))
    assert [document["entries"][player - 1] for player in document["trace"]["order"]] == ranking
    assert "is the ranking shown above" in page and page.count("Check it here") == 3
    [answer] = answers([{"whole": document, "ranking": ranking}])
    assert answer["ok"], answer["steps"]
    show_round(cast.round_of(event, 2), BY, False)
    assert cast.client().get(f"/e/{event.slug}/draws/3.json").status_code == 404
    assert "is the ranking shown above" not in read(f"/e/{event.slug}/draws/")


@pytest.mark.long
def test_a_draw_by_ranking_that_does_not_tell_how_it_came_about_is_read_and_not_followed() -> None:
    event = a_final("rank")
    draw = drawn(event, 1, publish=True)
    trace = draw.document["trace"]
    for name in ("design", "points", "swaps", "numbers", "seats"):
        del trace[name]
    draw.save()
    page = read(f"/e/{event.slug}/draws/")
    assert "The ranking used" in page and draw.secret in page and page.count("Check it here") == 2
    assert cast.client().get(f"/e/{event.slug}/draws/3.json").status_code == 404
    elsewhere = importing.load(exporting.document(event), BY, slug="elsewhere")
    assert draw_checks.document(Draw.objects.get(event=elsewhere, first=3)) == draw_checks.document(draw)
    assert events.rerun(draw_checks.document(draw))["rounds"] == draw.document["rounds"]


@pytest.mark.long
def test_a_final_that_somebody_changed_in_its_file_is_not_taken_over() -> None:
    event = a_final("rank", before=1)
    drawn(event, 1, publish=True)
    text = exporting.text(event)
    for path, value, fault in (
        (("document", "trace", "snake"), True, "not of a draw of its kind"),
        (("document", "trace", "strict"), True, "not of a draw of its kind"),
        (("kind",), "strict", "not of a draw of its kind"),
        (("kind",), "lot", "not of a draw of its kind"),
        (("order",), [*range(9, 17)], "not the one it was drawn by"),
        (("document", "trace", "seats"), [3], "cannot be read"),
    ):
        document = json.loads(text)
        place = document["draws"][-1]
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value
        with cast.nothing_written(), pytest.raises(EventFileError) as refused:
            importing.judge(document)
        assert fault in str(refused.value)


def overtaken(monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], object]) -> list[int]:
    """One of these acts happens at the end of each draw that is made; the list grows by one at each."""
    engine, remaining, made = drawing.draw, list(acts), list[int]()

    def overtake(*wish: Any, **more: Any) -> Any:
        document = engine(*wish, **more)
        made.append(1)
        if remaining:
            remaining.pop(0)()
        return document

    monkeypatch.setattr(drawing, "draw", overtake)
    return made


def test_a_draw_that_is_overtaken_by_what_it_does_not_depend_on_is_the_one_that_is_sealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = ranked()
    made = overtaken(monkeypatch, lambda: post_notice(event, BY, "Coffee."))
    drawn(event, 1)
    assert len(made) == 1
    assert list(LogEntry.objects.filter(event=event).values_list("act", flat=True))[-2:] == [
        "post_notice",
        "draw_rounds",
    ]


@pytest.mark.parametrize("times", [1, draws_acts.ATTEMPTS + 1])
def test_whoever_comes_during_a_draw_is_drawn(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    event = ranked()
    fours = [[registration.Entrant(f"Late {number}") for number in range(4)] for _ in range(times)]

    def arrive(people: list[registration.Entrant]) -> None:
        for entry in registration.add_entries(event, BY, people):
            registration.check_in(entry, BY, True)

    made = overtaken(monkeypatch, *(partial(arrive, people) for people in fours))
    drawn(event, 1)
    # The last of them was made while nobody could come any more.
    assert len(made) == times + 1
    assert len(list(chain.from_iterable(seats(event)[-1]))) == 16 + 4 * times


def test_a_draw_that_somebody_else_made_meanwhile_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    event = ranked()
    overtaken(monkeypatch, lambda: draws_acts.draw_rounds(event, BY, drawing.DrawRequest()))
    with pytest.raises(UserError, match="drawn but not published"):
        drawn(event, 1)
    assert Draw.objects.filter(event=event).count() == 2
