"""A day on which the jury has its hands full: every preset, all ways to an answer, appeals, swaps, a late change."""

from dataclasses import replace
from typing import Any

from tests.support.events import cast
from tests.support.events.finals import make_cut
from tests.support.events.laid_again import laid_again
from tournament.acts.event import events
from tournament.acts.event import format as formats
from tournament.acts.event.declaration import declare_final
from tournament.acts.event.events import EventPlan
from tournament.acts.jury import answers, appeals, rulings
from tournament.acts.kernel import calls
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import announcing, deals, tables
from tournament.acts.table.swapped_seats import swap_seats
from tournament.models import Appeal, Call, Deal, Event, Table
from tournament.ranking import facts
from tournament.ranking.standings import event_standings
from tournament.ranking.swapped_seats import SeatSwap

FORMAT: dict[str, Any] = {
    "stages": [
        {"kind": "preliminary", "rounds": 2},
        {"kind": "final", "rounds": 1, "cut": 4, "draw": "rank", "points": "carried"},
    ],
}
TABLES = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
OTHERS = [[1, 5, 9, 2], [6, 10, 3, 7], [11, 4, 8, 12]]
GRAND = cast.result("GMT", (1,), {"1": 0})


@laid_again
def jury_day() -> Event:
    """Two rounds of twelve players by the rules of 2018, and a final of four whose cut goes through a tie."""
    event = cast.event(12, "jury-day", rules="world-2018", deals_per_round=4, jury=Event.Jury.HAND, appeal_minutes=60)
    formats.set_format(event, "system", FORMAT)
    events.change_state(event, "system", Event.State.LIVE)
    head, juror = cast.by(cast.head_juror(event)), cast.by(cast.juror(event))
    rounds.publish_round(cast.given_round(event, TABLES), "system")
    _gates(cast.table(event, 1), juror)
    _presets(event, cast.table(event, 2), juror)
    _people(event, cast.table(event, 3))
    _appeals(event, head, juror)
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    rounds.publish_round(cast.given_round(event, OTHERS), "system")
    _calls(cast.table(event, 1, 2), juror)
    for table in Table.objects.filter(round__event=event, round__number=2).order_by("number"):
        _rest(table)
    # Two went to each other's table after the second deal.
    swap_seats(cast.table(event, 2, 2), "system", SeatSwap(((2, 2), (3, 4)), 3, False), "They sat at the wrong tables.")
    rounds.close_round(cast.round_of(event, 2), "system")
    cast.let_pass(event)
    late: dict[str, Any] = {"reason": "The sheet says eight.", "second": juror}
    deals.correct_deal(
        cast.table(event, 3), head, 1, cast.result("S6", (1,), 8), replaces=_version(event, 3, 1), **late
    )
    _tie(event, juror)
    four = make_cut(cast.fresh(event))
    rounds.publish_round(cast.given_round(event, [four], stage="final"), "system")
    _said(cast.fresh(event), cast.table(event, 1, 3), juror)
    _rest(cast.table(event, 1, 3))
    rounds.close_round(cast.round_of(event, 3), "system")
    declare_final(event, head, "The jury was there to the end.")
    return cast.fresh(event)


def _gates(table: Table, juror: str) -> None:
    """A contract allowed before it is played, one later, one refused and played by another, one without the jury."""
    rulings.rule(table, juror, 1, "allowed", "Seen.", contract="GMT", about=[1])
    cast.write(table, 1, GRAND)
    cast.write(table, 2, GRAND)
    rulings.rule(table, juror, 2, "allowed", "Seen before the first card.")
    refused: dict[str, Any] = {"kind": "jury-refuses", "contract": "S12", "about": [2]}
    rulings.rule(table, juror, 3, "refused", "Not feasible.", internal="Two aces are missing.", **refused)
    cast.write(table, 3, cast.result("PC9", (3, 4), 9))
    cast.write(table, 4, cast.result("S13", (4,), 13))
    rulings.rule(table, juror, 4, "not_called", "Nobody called.", kind="jury-not-called", article="9")


def _calls(table: Table, juror: str) -> None:
    """Contracts that are announced and bring the jury: it answers from the queue, and on the table's own phone."""
    for deal, through in ((1, ""), (2, cast.captain(table))):
        announcing.announce(table, cast.captain(table), deal, {"contract": "GMT", "declarers": [1]})
        call = Call.objects.get(table=table, deal=deal)
        calls.take_call(call, juror)
        answers.answer(call, juror, {1: "allowed"}, through=through)
        cast.write(table, deal, GRAND)


def _rest(table: Table) -> None:
    """Records the deals that a table has not recorded."""
    written = Deal.objects.filter(table=table, result__isnull=False).values_list("number", flat=True)
    for number in sorted({1, 2, 3, 4} - set(written)):
        cast.write(table, number, cast.result("S6", (number,), 8))


def _said(event: Event, table: Table, juror: str) -> None:
    """What a table says of the jury itself, and the jury confirms."""
    events.change_event(event, "system", replace(EventPlan.of(event), jury=Event.Jury.TABLE))
    cast.write(table, 1, {**GRAND, "jury": "allowed"})
    rulings.rule(table, juror, 1, "allowed", "The jury was there.")


def _presets(event: Event, table: Table, juror: str) -> None:
    """Every preset of the rule set that is not about a contract of the jury; each penalty once more, cancelled."""
    for deal in range(1, 5):
        cast.write(table, deal)
    effects: dict[str, dict[str, Any]] = {
        "made": {"about": [2], "result": cast.result(tricks=8)},
        "lost": {"about": [1], "result": cast.result(tricks=7)},
        "annulled": {},
    }
    deal = 0
    for key, preset in facts.penalties(event).items():
        if preset.kind == "adjustment":
            offence: dict[str, Any] = {"offence": next(iter(preset.offences))} if preset.offences else {}
            points = {5: preset.least, 6: preset.others}
            for _again in range(2):
                made = rulings.penalise(
                    event, juror, key, points, "As seen.", article=preset.article, table=table, **offence
                )
            rulings.cancel_decision(made, "system", "Twice the same.")
        elif not preset.of_jury:
            deal += 1
            ruling = "annulled" if preset.effect == "annulled" else "result"
            given = effects[preset.effect]
            rulings.rule(table, juror, deal, ruling, "As the article says.", kind=key, article=preset.article, **given)
    rulings.rule(table, juror, 4, "annulled", "A marked card was found.")


def _people(event: Event, table: Table) -> None:
    """Two who sat in each other's place, by name and then by place; a substitute for the last deal."""
    for deal in (1, 2, 3):
        cast.write(table, deal, cast.result("S6", (deal,), 9))
    (spare,) = registration.add_entries(event, "system", [Entrant("Nora Claes")])
    tables.substitute(table, "system", 4, spare.number, 4)
    cast.write(table, 4, cast.result("S7", (4,), 7))
    for by_name in (True, False):
        swap_seats(table, "system", SeatSwap(((3, 1), (3, 2)), 1, by_name), "They sat in each other's place.")


def _appeals(event: Event, head: str, juror: str) -> None:
    """One appeal is upheld, one cancels its decision, and one replaces it."""
    for number, outcome in ((9, "upheld"), (10, "cancelled"), (11, "replaced")):
        entry = cast.entry(event, number)
        decision = rulings.penalise(event, juror, "noise", {number: -4}, "Noise.", article="5")
        appeals.appeal(decision, entry, "It was the next table.", f"entry:{number}")
        less = rulings.penalise(event, head, "noise", {number: -1}, "Some noise.") if outcome == "replaced" else None
        new: Any = {"replacement": less.number} if less else {}
        one = Appeal.objects.get(decision=decision, entry=entry)
        appeals.settle_appeal(one, head, outcome, "Heard both.", cast.by(cast.organiser(event)), **new)


def _tie(event: Event, juror: str) -> None:
    """Makes the points of the last who goes on, and of the first who does not, the same."""
    last, first = event_standings(cast.fresh(event), public=False)[3:5]
    between = last.standing.row.points - first.standing.row.points
    rulings.penalise(event, juror, "hints", {last.entry.number: -between}, "A nod across the table.", article="5")


def _version(event: Event, table: int, deal: int) -> int:
    return Deal.objects.get(table=cast.table(event, table), number=deal).version
