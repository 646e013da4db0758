"""The organiser's pages of a format and its cuts, the clubs' page, and who may not open them."""

from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.finals import BY, make_cut, planned, play_final, play_round, stages
from tests.support.pages.reading import read
from tournament.acts.event import format as acts
from tournament.acts.table import deals
from tournament.forms.event.format import PRESETS
from tournament.models import Cut, Event
from tournament.progress.next_step import NextStep, progress

pytestmark = pytest.mark.django_db
TENS = {number: 10 * number for number in range(1, 9)}


def page(event: Event, path: str = "", language: str = "en", **data: Any) -> Any:
    return cast.client(cast.organiser(event), language).get(f"/staff/{event.slug}/format/{path}", data)


def send(event: Event, path: str = "", **data: Any) -> Any:
    return cast.client(cast.organiser(event)).post(f"/staff/{event.slug}/format/{path}", data)


def filled(event: Event, preset: str = "", **changes: Any) -> dict[str, Any]:
    """What the form sends, as a page shows it."""
    context = page(event, preset=preset).context
    form = context["form"]
    shown = {"of": context["of"], **{name: form[name].value() for name in form.fields}}
    return {name: "" if value is None else value for name, value in shown.items()} | changes


# --- The form -----------------------------------------------------------------------------------------------------


def test_the_page_says_the_format_in_plain_words() -> None:
    event = cast.event()
    acts.set_format(event, BY, stages(before=3, rounds=2, points="zero", bonus=[90, 60, 30, 0]))
    shown = cast.shown(page(event))
    assert "Rounds 1 to 3: everybody plays. Rounds 4 to 5: final of the best 4, from zero." in shown
    assert "from zero. Neighbours in the ranking who have not met sit at one table, where possible." in shown
    assert "Bonus for the place at the table, each round: 90 · 60 · 30 · 0." in shown
    assert "Only the points of the deals decide the place at a table, not those of the jury." in shown
    overview = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/"))
    assert "Rounds 4 to 5: final of the best 4, from zero." in overview
    assert "final of the best 4, from zero." in read(event.get_absolute_url())
    assert "Rondes 4 tot en met 5" in cast.shown(page(event, language="nl"))


def test_the_tables_of_rounds_by_rank_and_of_finals_can_be_chosen() -> None:
    event = cast.event()
    changes = {"stage_1_draw": "strict", "stage_2_kind": "ranked", "stage_2_draw": "snake"}
    assert send(event, **filled(event, "small-final", stage_1_kind="ranked", stage_2_draw="strict")).status_code == 303
    assert [stage.get("draw") for stage in cast.fresh(event).format["stages"]] == [None, "strict"]
    assert "The ranking alone decides: 1 to 4 at the first table" in cast.shown(page(event))
    assert send(event, **filled(event, "neighbours", **changes)).status_code == 303
    assert [stage.get("draw") for stage in cast.fresh(event).format["stages"]] == [None, "snake"]
    assert "Round 3: everybody plays, by the ranking. The best are spread over the tables" in cast.shown(page(event))


def test_saving_what_is_shown_changes_nothing() -> None:
    event = cast.event()
    for format in ({}, stages(bonus=[9, 6], clubs={"count": "best", "best": 3, "least": 2}, sit_out="average")):
        acts.set_format(event, BY, format)
        with cast.nothing_written():
            assert send(event, **filled(event)).status_code == 303


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_saved(preset: str) -> None:
    event = cast.event()
    assert send(event, **filled(event, preset)).status_code == 303
    wanted = PRESETS[preset][1]
    event = cast.fresh(event)
    assert event.planned_rounds == sum(stage["rounds"] for stage in wanted["stages"])
    kept = event.format.get("stages", [{"kind": "preliminary", "rounds": event.planned_rounds}])
    assert (kept, event.format.get("bonus", [])) == (wanted["stages"], wanted.get("bonus", []))


def test_the_number_of_rounds_is_the_plans_until_stages_say_it() -> None:
    event = cast.event()
    send(event, **filled(event, stage_1_rounds="7"))
    assert (cast.fresh(event).planned_rounds, cast.fresh(event).format) == (7, {})
    send(event, **filled(event, "final"))
    plan = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/plan/").context["form"]
    assert plan.fields["planned_rounds"].disabled


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"bonus": "90 sixty"}, "bonus", "whole numbers"),
        ({"bonus": "30 60"}, "bonus", "better place"),
        ({"bonus": "9 8 7 6 5 4"}, "bonus", "at most 5 places"),
        ({"stage_1_rounds": ""}, "stage_1_rounds", "1 to 50 rounds"),
        ({"stage_3_kind": "final", "stage_3_rounds": "1"}, "stage_3_cut", "4 to 5000 players"),
        ({"stage_1_kind": "final", "stage_1_cut": "8"}, "stage_1_kind", "must come after"),
        ({"stage_3_kind": "ranked", "stage_3_rounds": "50"}, None, "at most 50 rounds"),
        ({"least": "0"}, "least", "greater than or equal to 1"),
        ({"stage_1_kind": "quarter"}, "stage_1_kind", "valid choice"),
        ({"stage_2_kind": "ranked", "stage_2_rounds": "1", "stage_2_draw": "luck"}, "stage_2_draw", "valid choice"),
    ],
)
def test_a_fault_stands_beside_its_field_and_nothing_is_written(changes: Any, field: str | None, sentence: str) -> None:
    event = cast.event()
    data = filled(event, **changes)
    with cast.nothing_written():
        answer = send(event, **data)
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert list(errors) == [field or "__all__"]
    assert sentence in str(errors[field or "__all__"])


def test_what_the_act_refuses_is_told_on_the_form() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    answer = send(event, **filled(event, stage_2_cut="8"))
    assert answer.status_code == 409 and "The cut has been made" in cast.shown(answer)


# --- The cut ------------------------------------------------------------------------------------------------------


def test_the_next_step_after_the_last_round_for_all_is_the_cut() -> None:
    event = planned(stages())
    assert progress(event).step == NextStep.PLAY
    play_round(event, TENS)
    assert progress(cast.fresh(event)).step == NextStep.CUT
    overview = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/")
    assert "View the cut" in cast.shown(overview)
    make_cut(event)
    assert progress(cast.fresh(event)).step == NextStep.SEAT
    play_final(event, [[8, 7, 6, 5]], {})
    assert progress(cast.fresh(event)).step == NextStep.CLOSE_EVENT


def test_before_its_time_the_page_says_what_it_waits_for() -> None:
    event = planned(stages())
    shown = page(event, "cut/2/")
    assert "The cut can be made once round 1 and all rounds before it are closed." in cast.shown(shown)
    assert "Make the cut" not in cast.shown(shown)
    assert "round 1 and all rounds before it" in cast.shown(send(event, "cut/2/", of="8,7,6,5"))


def test_a_final_of_more_players_than_there_are_is_told_of_before_the_cut() -> None:
    event = planned(stages(cut=12))
    play_round(event, TENS)
    shown = cast.shown(page(event, "cut/2/"))
    assert "Only 8 players are ranked: too few for this final." in shown
    assert "Make the cut" not in shown and "Points alone" not in shown


def test_the_organiser_sees_who_goes_on_and_seals_that() -> None:
    event = planned(stages())
    play_round(event, TENS)
    shown = page(event, "cut/2/")
    assert "Points alone decide who goes through." in cast.shown(shown)
    assert cast.filled_in(shown)["of"] == "8,7,6,5"
    assert send(event, "cut/2/", of="8,7,6,5").status_code == 303
    assert Cut.objects.get(event=event).finalists == [8, 7, 6, 5]
    told = cast.shown(page(event, "cut/2/"))
    assert "The 4 finalists" in told and "Undo the cut" in told


def test_a_correction_after_the_cut_tells_who_is_ahead_of_the_finalists_now() -> None:
    event = planned(stages())
    play_round(event, TENS)
    assert make_cut(event) == [8, 7, 6, 5]
    assert "ahead of the last finalist" not in cast.shown(page(event, "cut/2/"))
    table = next(table for table in cast.round_of(event).tables.all() if 3 in cast.seated(table).values())
    points = {str(seat): 65 if number == 3 else 10 * number for seat, number in cast.seated(table).items()}
    deals.correct_deal(table, BY, 1, {"points": points}, replaces=1, reason="Miscounted.")
    told = cast.shown(page(event, "cut/2/"))
    assert f"ahead of the last finalist: {cast.entry(event, 3).player.name}." in told


def test_ties_at_the_cut_are_told_beforehand_with_what_decides() -> None:
    event = planned(stages(), tie_breaks=["best_round"])
    play_round(event, {**TENS, 4: 50})
    shown = cast.shown(page(event, "cut/2/"))
    assert "2 players are tied on points at the cut." in shown
    assert shown.count("decided by lot") == 2


@pytest.mark.parametrize("of", ["", "8,7,6,4", "x", "8,7,6,5,4", "9" * 400])
def test_another_list_than_the_one_that_stands_is_refused(of: str) -> None:
    event = planned(stages())
    play_round(event, TENS)
    with cast.nothing_written():
        answer = send(event, "cut/2/", of=of)
    assert answer.status_code == 409


def test_a_cut_is_taken_back_after_asking() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    asked = page(event, "cut/2/undo/")
    assert "Undo the cut?" in cast.shown(asked)
    assert send(event, "cut/2/undo/", **cast.filled_in(asked)).status_code == 303
    assert not Cut.objects.exists()
    make_cut(event)
    cast.given_round(event, [[8, 7, 6, 5]])
    assert send(event, "cut/2/undo/").status_code == 409


def test_the_next_in_rank_comes_in_after_saying_who_that_is() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    shown = page(event, "cut/2/replace/8/")
    assert f"{cast.entry(event, 4).player.name} (no. 4, rank 5) is next and joins the final." in cast.shown(shown)
    assert cast.filled_in(shown)["of"] == "4"
    assert send(event, "cut/2/replace/8/", of="3").status_code == 409
    assert send(event, "cut/2/replace/8/", of="4").status_code == 303
    assert Cut.objects.get(event=event).finalists == [7, 6, 5, 4]
    names = [cast.entry(event, number).player.name for number in (4, 8)]
    assert f"{names[0]} replaces {names[1]}." in cast.shown(page(event, "cut/2/"))
    assert page(event, "cut/2/replace/8/").status_code == 409


def test_there_is_no_cut_where_there_is_no_final() -> None:
    event = planned(stages())
    for path in ("cut/1/", "cut/3/", "cut/99999999999999999999/", "cut/1/undo/", "cut/3/replace/1/"):
        assert page(event, path).status_code == 404


PATHS = ("", "cut/2/", "cut/2/undo/", "cut/2/replace/8/")


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("who", [cast.desk, cast.juror, cast.head_juror, cast.auditor])
def test_only_an_organiser_may(path: str, who: Any) -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    reads = who == cast.auditor and path in ("", "cut/2/")
    known = (cast.client(who(event)), 200 if reads else 403)
    for visitor, status in (known, (cast.client(cast.outsider()), 403), (cast.client(), 302)):
        with cast.nothing_written():
            assert visitor.get(f"/staff/{event.slug}/format/{path}").status_code == status
            assert visitor.post(f"/staff/{event.slug}/format/{path}", {"of": "8"}).status_code == 403


# --- Clubs --------------------------------------------------------------------------------------------------------


def test_the_page_of_the_clubs_ranks_them_as_the_format_says() -> None:
    event = planned({})
    play_round(event, TENS)
    address = f"{event.get_absolute_url()}clubs/"
    # 1 and 5, 2 and 6, 3 and 7 are of one club; 4 and 8 of none.
    first = "1 Hartenaas members: 2 Gérard Claes +70 · Cécile Desmet +30 2 100 50.0"
    second = "2 Les Quatre As members: 2 Fabienne Maréchal +60 · Bertrand Dubois +20 2 80 40.0"
    assert f"{first} {second} 3 De Troefkaart" in read(address)
    assert "50,0" in read(address, "nl")
    acts.set_format(event, BY, {"clubs": {"count": "best", "best": 1, "least": 2}})
    shown = read(address)
    assert "1 Hartenaas members: 2 Gérard Claes +70 2 70 2 Les Quatre As" in shown
    assert "The points of the best member of each club." in shown and "A club needs 2 ranked members." in shown
    acts.set_format(event, BY, {"clubs": {"count": "best", "best": 1, "least": 3}})
    assert "– De Troefkaart" in read(address)


def test_clubs_are_ranked_on_the_rounds_before_the_cut() -> None:
    event = planned(stages(points="zero"))
    play_round(event, TENS)
    before = read(f"{event.get_absolute_url()}clubs/")
    make_cut(event)
    play_final(event, [[8, 7, 6, 5]], {5: 1000})
    assert read(f"{event.get_absolute_url()}clubs/") == before


def test_without_clubs_the_page_says_so() -> None:
    assert "No ranked player has a club." in read(f"{cast.event(0).get_absolute_url()}clubs/")
