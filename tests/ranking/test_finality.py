"""What a ranking is headed: of a rehearsal, provisional, or final; and a line at the cut only where a cut comes."""

from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.events.finals import BY, make_cut, planned, play_final, play_round, stages
from tests.support.events.laid_again import laid_again
from tests.support.files.paper import printed
from tests.support.files.workbooks_out import exported
from tests.support.pages.reading import ranking, read, text_of
from tournament.acts.event import events
from tournament.acts.kernel import ended
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.reading.ranking.finality import Finality, finality

pytestmark = pytest.mark.django_db
TENS = {number: 10 * number for number in range(1, 9)}
CLOSED = Event.State.CLOSED


@pytest.fixture
def event() -> Event:
    return cast.closed()


def clubs(event: Event) -> str:
    return read(f"{event.get_absolute_url()}clubs/")


@laid_again
def rehearsed() -> Event:
    event = cast.event(8)
    cast.next_round(event)
    cast.play_round(event)
    return cast.fresh(event)


# --- Hidden rounds and final rankings ----------------------------------------------------------------------------


def test_an_event_with_a_hidden_round_is_not_closed_but_one_button_shows_it(event: Event) -> None:
    rounds.show_round(cast.round_of(event), BY, visible=False)
    organiser, address = cast.client(cast.organiser(event)), f"/staff/{event.slug}/state/closed/"
    with cast.nothing_written():
        with pytest.raises(UserError, match="Round 1 is hidden"):
            events.change_state(event, BY, CLOSED)
        assert "Round 1 is hidden from the public" in cast.shown(organiser.get(address))
        answer = organiser.post(address)
        assert answer.status_code == 409
        assert answer.content.count(b'type="submit" name="show"') == 1
        assert organiser.post(address, {"show": "2"}).status_code == 409
    answer = organiser.post(address, {"show": "1"}, follow=True)
    assert "The ranking becomes final." in cast.shown(answer)
    assert organiser.post(address).status_code == 303
    assert (cast.fresh(event).state, cast.round_of(event).visible) == ("closed", True)


def test_whoever_closes_an_event_in_play_reads_that_nothing_becomes_final(event: Event) -> None:
    organiser, address = cast.client(cast.organiser(event)), f"/staff/{event.slug}/state/closed/"
    assert "The ranking becomes final." in cast.shown(organiser.get(address))
    cast.next_round(event)
    assert "the ranking stays provisional" in cast.shown(organiser.get(address))


@pytest.mark.parametrize("jury", [Event.Jury.TABLE, Event.Jury.HAND])
def test_what_is_typed_later_is_missing_until_it_is_typed_or_was_not_played(jury: str) -> None:
    event = cast.playing(players=4, deals=2, jury=jury)
    cast.write(cast.table(event), 1)
    organiser, address = cast.client(cast.organiser(event)), f"/staff/{event.slug}/state/closed/"
    rounds.close_round(cast.round_of(event), BY, "It is on paper.")
    assert "Deals are missing" in cast.shown(organiser.get(address))
    ended.end_table(cast.table(event), BY, 1, "They went home.")
    assert "The ranking becomes final." in cast.shown(organiser.get(address))
    ended.play_on(cast.table(event), BY)
    events.change_state(event, BY, CLOSED)
    assert finality(cast.fresh(event)) == Finality.PROVISIONAL
    events.change_state(event, BY, Event.State.LIVE)
    deals.record_deal(cast.table(event), "user:1", 2, cast.result())
    events.change_state(event, BY, CLOSED)
    assert finality(cast.fresh(event)) == Finality.FINAL


def test_once_closed_no_round_is_hidden_any_more(event: Event) -> None:
    events.change_state(event, BY, CLOSED)
    with cast.refused("closed"):
        rounds.show_round(cast.round_of(event), BY, visible=False)


@pytest.mark.long
def test_final_is_what_lacks_nothing(event: Event, tmp_path: Path) -> None:
    assert finality(event) == Finality.PROVISIONAL
    events.change_state(event, BY, CLOSED)
    event = cast.fresh(event)
    assert "Final ranking" in text_of(ranking(event))
    assert "Final ranking of the clubs" in clubs(event)
    assert "Final ranking" in printed(event, "ranking", tmp_path).text
    assert "Final ranking of the clubs" in printed(event, "clubs", tmp_path).text
    assert exported(event, tmp_path).sheetnames[0] == "Final ranking"


@pytest.mark.long
@pytest.mark.parametrize("lacks", ["a hidden round", "a deal"])
def test_nothing_is_headed_final_over_an_incomplete_ranking(event: Event, lacks: str, tmp_path: Path) -> None:
    # As an event of an earlier release may stand there.
    if lacks == "a deal":
        cast.next_round(event)
    events.change_state(event, BY, CLOSED)
    if lacks == "a hidden round":
        Round.objects.update(visible=False)
        Event.objects.update(revision=event.revision + 50, seal="f" * 64)
    event = cast.fresh(event)
    assert finality(event) == Finality.PROVISIONAL
    assert "Final ranking" not in text_of(ranking(event)) + clubs(event)
    for paper in ("ranking", "clubs"):
        told = printed(event, paper, tmp_path).text
        assert "Final ranking" not in told and "provisional" in told.lower()
    assert exported(event, tmp_path).sheetnames[0] == "Ranking"


@pytest.mark.long
def test_the_ranking_of_a_rehearsal_says_so_everywhere(tmp_path: Path) -> None:
    event = rehearsed()
    assert "Ranking of the rehearsal" in text_of(ranking(event))
    assert "Rehearsal: nothing counts yet." in text_of(ranking(event))
    assert "Ranking of the clubs in the rehearsal" in clubs(event)
    assert "Rehearsal: nothing counts yet." in read(f"{event.get_absolute_url()}player/1/")
    assert "Ranking of the rehearsal" in printed(event, "ranking", tmp_path).text
    assert "Ranking of the clubs in the rehearsal" in printed(event, "clubs", tmp_path).text
    names = exported(event, tmp_path).sheetnames
    assert names[0] == "Ranking of the rehearsal" and "Clubs (rehearsal)" in names


# --- Lines at the cut --------------------------------------------------------------------------------------------


def test_no_line_is_drawn_in_an_event_that_ended_before_its_final() -> None:
    event = planned(stages())
    play_round(event, TENS)
    assert 'class="cut"' in ranking(event)
    events.change_state(event, BY, CLOSED)
    assert 'class="cut"' not in ranking(cast.fresh(event))


def test_nor_where_the_cut_was_made_and_the_final_never_played() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    assert "These 4 players are in the final." in ranking(event)
    events.change_state(event, BY, CLOSED)
    assert 'class="cut"' not in ranking(cast.fresh(event))


def test_nor_over_a_ranking_that_lacks_a_round() -> None:
    event = planned(stages(before=2))
    play_round(event, TENS)
    assert "The best 4 play the final." in ranking(event)
    cast.next_round(event)
    play_round(event, TENS, 2)
    rounds.show_round(cast.round_of(event, 2), BY, visible=False)
    assert 'class="cut"' not in ranking(cast.fresh(event))
    make_cut(event)
    assert 'class="cut"' not in ranking(cast.fresh(event))


def test_the_paper_after_the_last_round_before_a_final_still_shows_who_went_on(tmp_path: Path) -> None:
    event = planned(stages())
    play_round(event, TENS)
    four = make_cut(event)
    play_final(event, [four], {four[0]: 5})
    events.change_state(event, BY, CLOSED)
    assert "These 4 players are in the final." in printed(cast.fresh(event), "ranking", tmp_path, "--round", "1").text
