"""What happens in a championship in mid-life: everything that can, once."""

from dataclasses import replace

from tests.support.events import cast
from tournament import access
from tournament.acts.event import events, rules
from tournament.acts.event.events import EventPlan
from tournament.acts.jury import appeals, rulings
from tournament.acts.kernel import calls, notices
from tournament.acts.kernel.submissions import phone_digest
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import timer
from tournament.acts.table import announcing, deals, redeals, tables
from tournament.models import Appeal, Decision, Entry, Event, Table
from tournament.ranking import facts

BY = "system"

# A free text, as somebody types it.
REASON = "⟦Seen by the jury.⟧"

Ruling = Decision.Ruling


def first_round(event: Event) -> None:
    """Every kind of ruling and adjustment, one of each cancelled."""
    first, second = cast.table(event, 1), cast.table(event, 2)
    cast.write(first, 1, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    cast.write(first, 2, cast.result("S12", (2,), 12, jury="allowed"))
    cast.write(first, 3, cast.result("PM", (1, 2), {"1": 0, "2": 1}))
    cast.write(first, 4)
    cast.play(second)
    cast.play(cast.table(event, 3))
    rulings.rule(first, BY, 1, Ruling.ALLOWED, REASON, kind="jury-not-called")
    rulings.rule(first, BY, 4, Ruling.ANNULLED, REASON, article="9")
    rulings.rule(second, BY, 1, Ruling.RESULT, REASON, kind="capitulation", result=cast.result("S6", (1,), 6))
    rulings.rule(first, BY, 2, Ruling.NOT_CALLED, REASON)
    rulings.cancel_decision(Decision.objects.get(event=event, number=_last(event)), BY, REASON)
    one, other = list(cast.seated(first).values())[:2]
    rulings.penalise(event, BY, "false-play", {one: -15, other: 5}, REASON, article="5", table=first, deal=2)
    rulings.penalise(event, BY, "noise", {other: 0}, REASON, table=first)
    rulings.penalise(event, BY, "house", {one: 4}, REASON)


def appealed(event: Event) -> None:
    """Two players were penalised for two offences; one appeal is settled, one open, and there is time for a third."""
    events.change_event(event, BY, replace(EventPlan.of(cast.fresh(event)), appeal_minutes=1440))
    head, second = access.actor(cast.head_juror(event)), access.actor(cast.organiser(event))
    for number, offence in ((1, "out-of-turn"), (2, "taken-back"), (3, "taken-back")):
        decision = cast.penalty(event, number, reason=REASON, offence=offence)
        if number < 3:
            appeals.appeal(decision, cast.entry(event, number), REASON, BY)
    one = Appeal.objects.get(decision__event=event, entry__number=1)
    appeals.settle_appeal(one, head, "replaced", REASON, second, replacement=_last(event))


def second_round(event: Event) -> None:
    """One table is done, one waits for what the jury refused, one has just begun."""
    done, waiting, begun = (cast.table(event, number, round=2) for number in (1, 2, 3))
    cast.play(done)
    deals.close_table(done, cast.captain(done))
    cast.write(waiting, 1, cast.result("GMT", (3,), {"3": 0}, jury="allowed"))
    rulings.rule(waiting, BY, 1, Ruling.REFUSED, REASON, contract="GMT")
    redeals.all_pass(begun, cast.captain(begun), 1)
    redeals.misdeal(begun, cast.captain(begun), 1, waived=False)
    redeals.misdeal(begun, cast.captain(begun), 1, waived=True)
    tables.choose_captain(begun, BY, 2)
    (stranger,) = registration.add_entries(event, BY, [Entrant("Zoë Timmermans", "Hartenaas")])
    registration.check_in(stranger, BY, True)
    substitute(begun, stranger)
    tables.renew_link(begun, BY)
    tables.take_table(begun, BY, phone_digest("a phone"), 3)
    _calls(event, begun)


def _calls(event: Event, table: Table) -> None:
    """The jury is called twice, and a juror goes for the contract."""
    calls.call_jury(table, BY, "question")
    announcing.announce(table, BY, 1, {"contract": "GMT", "declarers": [1, 3]})
    calls.take_call(event.calls.get(contract="GMT"), f"user:{cast.organiser(event).pk}")
    notices.post_notice(cast.fresh(event), f"user:{cast.organiser(event).pk}", last_deal=table.round, table=table)
    timer.start_timer(table.round, BY, 70)
    timer.give_extra_time(table, BY, 5)


def correct(event: Event) -> None:
    """Somebody compared a line with the sheet and found another in it wrong, of a contract that nobody played."""
    now = facts.ruleset(event)
    rules.compare_rules(event, BY, ["PC8"], now.hash)
    wrong = replace(now.lines["A11"], made=(61,))
    rules.correct_rules(event, BY, replace(now, lines={**now.lines, "A11": wrong}), now.hash, REASON)


def substitute(table: Table, entry: Entry) -> None:
    tables.substitute(table, BY, 4, entry.number, 2)


def _last(event: Event) -> int:
    return Decision.objects.filter(event=event).order_by("number").last().number  # type: ignore[union-attr]
