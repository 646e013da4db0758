"""Stages bear their names wherever a round is named, and may have deals and a bonus of their own."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import gettext, override

from scoring import load
from tests.support.events import cast
from tests.support.events.finals import BY, give, make_cut, planned, play_final, play_round, stages
from tests.support.events.laid_again import laid_again
from tests.support.files.paper import printed
from tests.support.files.workbooks_out import columns, exported
from tests.support.pages.reading import ranking, read, text_of
from tools import verify
from tournament.acts.event import format as acts
from tournament.acts.rounds import rounds
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Decision, Event, Round
from tournament.progress.incompatible_results import incompatible_results
from tournament.ranking import format, live
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_head, round_inside, round_name, rounds_name, the_round
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db
TENS = {number: 10 * number for number in range(1, 9)}


def two_finals() -> format.Format:
    kinds = [{"kind": "preliminary", "rounds": 3}, {"kind": "final", "rounds": 2, "cut": 32}]
    return format.read({"stages": [*kinds, {"kind": "final", "rounds": 1, "cut": 8}]})


def one_final(rounds: int = 2) -> format.Format:
    return format.read(stages(before=3, rounds=rounds))


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Round 3", "Final, round 1", "final, round 2", "Final", "Final of 32, round 2", "Final of 8"]),
        ("nl", ["Ronde 3", "Finale, ronde 1", "finale, ronde 2", "Finale", "Finale van 32, ronde 2", "Finale van 8"]),
        ("fr", ["Manche 3", "Finale, manche 1", "finale, manche 2", "Finale", "Finale à 32, manche 2", "Finale à 8"]),
    ],
)
def test_a_round_of_a_final_is_named_by_it(language: str, names: list[str]) -> None:
    with override(language):
        found = [round_name(one_final(), 3), round_name(one_final(), 4), round_inside(one_final(), 5)]
        found += [round_name(one_final(1), 4), round_name(two_finals(), 5), round_name(two_finals(), 6)]
        assert found == names
        assert round_head(one_final(), 5) == "F2"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Seating of round 3", "Seating of the final", "Seating of the final of 32, round 2"]),
        (
            "nl",
            ["Tafelindeling van ronde 3", "Tafelindeling van de finale", "Tafelindeling van de finale van 32, ronde 2"],
        ),
        ("fr", ["Placement de la manche 3", "Placement de la finale", "Placement de la finale à 32, manche 2"]),
    ],
)
def test_a_round_in_a_sentence_has_its_article(language: str, names: list[str]) -> None:
    with override(language):
        found = [the_round(one_final(), 3), the_round(one_final(1), 4), the_round(two_finals(), 5)]
        assert [gettext("Seating of %(round)s") % {"round": one} for one in found] == names


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Rounds 1 to 3", "Final, rounds 1 to 2", "Round 3 to the final, round 1", "Final of 8"]),
        ("nl", ["Rondes 1 tot en met 3", "Finale, rondes 1 tot en met 2", "Ronde 3 tot en met de finale, ronde 1"]),
        ("fr", ["Manches 1 à 3", "Finale, manches 1 à 2", "Manche 3 à la finale, manche 1"]),
    ],
)
def test_rounds_that_follow_each_other_are_named_together(language: str, names: list[str]) -> None:
    with override(language):
        planned, found = one_final(), []
        found += [rounds_name(planned, 1, 3), rounds_name(planned, 4, 5), rounds_name(planned, 3, 4)]
        assert [*found, rounds_name(two_finals(), 6, 6)][: len(names)] == names


@pytest.fixture
@laid_again
def event() -> Event:
    """A final of two rounds, of which one is played."""
    event = planned(stages(rounds=2))
    play_round(event, TENS)
    play_final(event, [make_cut(event)], {8: 5, 7: -1})
    return cast.fresh(event)


@pytest.mark.long
def test_pages_name_the_round_of_a_final(event: Event) -> None:
    public = event.get_absolute_url()
    organiser, desk = cast.client(cast.organiser(event)), cast.client(cast.desk(event))
    assert 'title="Final, round 1">F1</abbr>' in ranking(event)
    assert "Seating of the final, round 1" in read(f"{public}seating/2/")
    assert "Final, round 1, table 1" in read(f"{public}player/8/")
    staff = f"/staff/{event.slug}/"
    for address in ("", "rounds/2/", "ranking/"):
        assert ("F1" if address == "ranking/" else "Final, round 1") in cast.shown(organiser.get(staff + address)), (
            address
        )
    assert "Table 1, final, round 1" in cast.shown(desk.get(f"{staff}rounds/2/tables/1/"))
    logbook = cast.shown(organiser.get(f"{staff}logbook/"))
    assert "Deal recorded · Final, round 1, table 1, deal 1" in logbook
    assert "captain of table 1, final, round 1" in logbook
    rounds.reopen_round(cast.round_of(event, 2), BY)
    assert "Table 1, final, round 1" in cast.shown(cast.client().get(f"/t/{cast.token(cast.table(event, 1, 2))}/"))


@pytest.mark.long
def test_no_two_columns_of_the_workbook_have_one_name(tmp_path: Path) -> None:
    event = planned(stages(rounds=1))
    play_round(event, TENS)
    make_cut(event)
    play_final(event, [[1, 2, 3, 4]], TENS)
    for sheet in exported(event, tmp_path).worksheets:
        names = [cell.value for cell in sheet[1] if cell.value]
        assert len(names) == len(set(names)), sheet.title


@pytest.mark.long
def test_papers_and_the_workbook_name_it(event: Event, tmp_path: Path) -> None:
    assert "Final, round 1" in printed(event, "cards", tmp_path, "--round", "2").text
    assert "Seating, final, round 1" in printed(event, "seating-tables", tmp_path, "--round", "2").text
    penalty = cast.penalty(event, 8)
    Decision.objects.filter(pk=penalty.pk).update(round=cast.round_of(event, 2))
    book = exported(event, tmp_path)
    assert "Final, round 1" in columns(book["Ranking"])
    assert columns(book["Deals"])["Round"] == ["Round 1", "Round 1", "Final, round 1"]
    assert columns(book["Decisions"])["Round"] == ["Final, round 1"]


@pytest.mark.long
def test_the_report_on_a_draw_names_the_round_of_a_final() -> None:
    event = planned(stages(cut=6, rounds=2))
    play_round(event, TENS)
    make_cut(event)
    address = f"/staff/{event.slug}/rounds/"
    organiser = cast.client(cast.organiser(event), "nl")
    report = cast.shown(organiser.post(f"{address}seat/", {"rounds": "1", "rest": "sit-outs"}, follow=True))
    assert re.search(r"Finale, ronde 1: [^<]+ rusten\.", report)
    shown = cast.shown(cast.client(cast.organiser(event), "fr").get(f"{address}2/"))
    assert re.search("Finale, manche 1 : [^<]+ se reposent", shown)


@pytest.mark.long
def test_a_refusal_and_a_result_in_the_way_name_the_round(event: Event) -> None:
    uncut = planned(stages(rounds=2), slug="uncut")
    cast.given_round(uncut, [[1, 2, 3, 4]], stage="final")
    with pytest.raises(UserError, match="The final, round 1 already exists"):
        acts.set_format(uncut, BY, stages(rounds=3))
    (misfit,) = [one for one in incompatible_results(event, load("world-2018")) if one.round == 2]
    assert misfit.place == "Final, round 1, table 1, deal 1"


@pytest.mark.long
def test_a_finalist_keeps_the_earlier_rounds(event: Event, tmp_path: Path) -> None:
    page = text_of(ranking(event))
    assert "Name R1 Before F1 ↑ Points" in page
    assert "R1 80" in page and "Before 80" in page and "F1 5" in page
    assert "Round 1 +80 Final, round 1 +5 Together 85" in read(f"{event.get_absolute_url()}player/8/")
    told = columns(exported(event, tmp_path).worksheets[0])
    assert (told["No."][0], told["Round 1"][0], told["Before"][0], told["Final, round 1"][0]) == (8, 80, 80, 5)


# --- Deals and bonus of a stage ----------------------------------------------------------------------------------


def own(**more: Any) -> dict[str, Any]:
    """One round and a final that has deals and a bonus of its own, where `more` names them."""
    form = stages(bonus=[90, 60, 30, 0])
    form["stages"][1] |= more
    return form


@pytest.mark.long
def test_the_deals_and_the_bonus_of_a_stage_are_its_own() -> None:
    event = planned(own(deals=3, bonus=[9, 6, 3, 0]))
    play_round(event, TENS)
    four = make_cut(event)
    play_final(event, [four], {four[0]: 4}, close=False)
    final = cast.table(event, 1, 2)
    assert (cast.round_of(event, 1).deals, final.deals_planned) == (1, 3)
    for deal in (2, 3):
        give(final, {four[0]: 1}, deal)
    event = cast.fresh(event)
    places = {place.entry.number: place for place in live.ranking(event, public=True).places}
    assert places[four[0]].bonus == 9
    assert places[four[0]].carried == 10 * four[0] + 90
    others = sorted(set(TENS) - set(four))
    assert max(places[number].bonus for number in others) in (60, 30)
    assert list(live.ranking(event, public=True).places) == event_standings(event, public=True)
    document = exporting.document(event)
    assert list(verify.check_export(document))


@pytest.mark.long
def test_a_draw_takes_the_deals_of_its_stage() -> None:
    event = planned({"stages": [{"kind": "preliminary", "rounds": 1}, {"kind": "ranked", "rounds": 1, "deals": 6}]})
    play_round(event, TENS)
    assert cast.next_round(event).deals == 6


def test_no_bonus_in_a_final_changes_the_totals_that_are_kept() -> None:
    event = planned(own())
    play_round(event, TENS)
    four = make_cut(event)
    play_final(event, [four], {four[0]: 4})
    assert live.ranking(cast.fresh(event), public=True).places[0].bonus == 90
    acts.set_format(cast.fresh(event), BY, {**own(), "bonus": []})
    assert live.ranking(cast.fresh(event), public=True).places[0].bonus == 0


@pytest.mark.parametrize(
    ("more", "place"),
    [
        *[({"deals": deals}, "deals") for deals in (0, 101, True, "8")],
        *[({"bonus": bonus}, "bonus") for bonus in ([3, 9], [9] * 6, None)],
    ],
)
def test_what_no_stage_can_have_is_named(more: dict[str, Any], place: str) -> None:
    with pytest.raises(format.FormatError) as fault:
        format.read(own(**more))
    assert fault.value.faults[0].place == f"stages.2.{place}"


def test_it_comes_back_from_data_and_from_a_file() -> None:
    form = own(deals=3, bonus=[])
    assert format.read(form).to_dict() == json.loads(json.dumps(form))
    event = planned(form)
    again = importing.load(exporting.document(event), BY, "opnieuw")
    assert again.format == event.format
    alone = format.read({"stages": [{"kind": "preliminary", "rounds": 2, "deals": 8}]})
    assert alone.plain() == alone


def test_the_form_shows_and_takes_them() -> None:
    event = planned(own(deals=3, bonus=[]))
    organiser, address = cast.client(cast.organiser(event)), f"/staff/{event.slug}/format/"
    page = organiser.get(address)
    assert "3 deals per round in this stage." in cast.shown(page) and "No bonus in this stage." in cast.shown(page)
    fields = cast.filled_in(page)
    assert (fields["stage_2_deals"], fields["stage_2_bonus"]) == ("3", "0")
    kinds = {
        "stage_1_kind": "preliminary",
        "stage_2_kind": "final",
        "stage_2_draw": "rank",
        "stage_2_points": "carried",
    }
    sent = {**fields, **kinds, "sit_out": "nothing", "unplayed": "nothing", "count": "average", "bonus": ""}
    with cast.nothing_written():
        assert organiser.post(address, {**sent, "stage_2_deals": "500"}).status_code == 422
        assert organiser.post(address, {**sent, "stage_2_bonus": "6 nine"}).status_code == 422
        assert organiser.post(address, {**sent, "stage_2_bonus": "6 9"}).status_code == 422
    assert organiser.post(address, {**sent, "stage_2_deals": "5", "stage_2_bonus": "9 6"}).status_code == 303
    final = format_of(cast.fresh(event)).stages[1]
    assert (final.deals, final.bonus) == (5, (9, 6))
    assert Round.objects.get(event=event).deals == 1
