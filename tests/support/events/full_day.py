"""A day in which every kind of act happens."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.utils import timezone

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tests.support.pages.rulings import rule_of_before
from tournament import access
from tournament.acts.event import declaration, events, pictures, prizes, reveal, rules
from tournament.acts.event.events import EventPlan
from tournament.acts.jury import answers, appeals, rulings
from tournament.acts.jury.superseded_rulings import end_rulings
from tournament.acts.kernel import calls, deadline, ended, notices
from tournament.acts.kernel.submissions import phone_digest
from tournament.acts.people import admission, fees, no_shows, registration
from tournament.acts.people.arrivals import enter_arrival
from tournament.acts.people.import_people import PeopleImport, import_people
from tournament.acts.people.personal_links import renew_personal_link
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds, timer
from tournament.acts.table import announcing, deals, redeals, second_typing, signatures
from tournament.acts.table.sheet_pictures import keep_picture
from tournament.acts.table.swapped_seats import swap_seats
from tournament.acts.table.tables import take_table
from tournament.admission import Admission, Price
from tournament.files.evidence import keep
from tournament.models import Appeal, Call, Entry, Event
from tournament.ranking import facts
from tournament.ranking.prizes import PrizeList, Prizes
from tournament.ranking.swapped_seats import SeatSwap


@laid_again
def a_full_day() -> Event:
    """An event in which every kind of act has happened."""
    event = cast.playing(players=8, deals=4)
    rules.compare_rules(event, "user:1", ["PC8", "PC9", "jury"], facts.ruleset(event).hash)
    _other_figures(event, rules.change_rules, "PC8")
    one, two = cast.table(event, 1), cast.table(event, 2)
    _timed(event)
    take_table(one, "table:1/1", phone_digest("a phone"), 2)
    announcing.announce(one, "table:1/1", 1, {"contract": "S7", "declarers": [1]})
    redeals.all_pass(one, "table:1/1", 1)
    redeals.misdeal(one, "table:1/1", 1, waived=False)
    cast.play(one)
    deals.correct_deal(one, "system", 2, cast.result("PC9", (2, 4), 7), replaces=1, reason="Mistyped.")
    deals.correct_deal(one, "table:1/1", 4, cast.result("S7", (4,), 9), replaces=1, at_table=True)
    second_typing.verify_table(one, "system", [[1, 4], [2, 2], [3, 1], [4, 2]])
    keep_picture(one, "system", 1, keep(b"a picture"))
    deals.close_table(one, "table:1/1")
    _signed(event)
    cast.write(two, 1, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    cast.write(two, 2)
    deals.undo_deal(two, "table:1/2", 2, replaces=1)
    cast.write(two, 2, cast.result("PM", (1, 2), {"1": 0, "2": 1}))
    rulings.rule(two, "system", 2, "annulled", "Marked cards.")
    ended.end_table(two, "user:1", 3, "The hall closes.")
    ended.play_on(two, "user:1")
    refused = {"contract": "S12", "about": [1], "internal": "He held two aces."}
    announcing.announce(two, "table:1/2", 3, {"contract": "GM", "declarers": [2, 3]}, key="played")
    rulings.rule(two, "system", 3, "refused", "Not feasible.", **refused)  # type: ignore[arg-type]
    wrong = cast.penalty(event, 3, offence="out-of-turn")
    rulings.cancel_decision(wrong, "system", "The wrong player.")
    _called(event)
    _appealed(event)
    _other_figures(event, partial(rules.correct_rules, reason="The sheet says 99."), "PM")
    _by_hand(event)
    _announced(event)
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    deals.correct_deal(one, "system", 3, cast.result(), replaces=1, reason="Miscounted.")
    registration.withdraw(cast.entry(event, 5), "system", "Ill.")
    gérard = Entrant("Gérard Jan Claes-Bis", "Hartenaas", "fr", family="Claes-Pols", writes=True, surname="Claes-Bis")
    intake = PeopleImport([Entrant("Mia Noël", "Ruitenboer")], {7: gérard})
    import_people(event, "system", lambda there: intake, "k")
    enter_arrival(event, "user:1", Entrant("Noor Laatst", role=Entry.PlayerRole.JOKER), key="late")
    _registered(event)
    registration.readmit(cast.entry(event, 5), "system", "Better again.")
    registration.exclude(cast.entry(event, 6), "system", "Noise, twice.")
    prizes.set_prizes(
        event, "system", Prizes((PrizeList("Youth", "players", ("A book", "", "A pen"), (2,), ("Ruit",)),))
    )
    prizes.enlist(cast.entry(event, 3), "system", [1])
    reveal.freeze_ranking(event, "system", 1)
    reveal.reveal_places(event, "system", 2, replaces=0, reason="De zaal wacht.")
    no_shows.check_in_all(event, "system", [9])
    registration.check_in(cast.entry(event, 9), "system", False)
    no_shows.close_desk(event, "system", [9])
    no_shows.reopen_desk(event, "system", [9])
    no_shows.close_desk(event, "system", [9])
    _made_final(event)
    rounds.show_round(cast.round_of(event), "system", False)
    for kind in pictures.Kind:
        pictures.set_picture(event, "system", kind, cast.logo())
        pictures.remove_picture(event, "system", kind)
        pictures.set_picture(event, "system", kind, cast.logo())
    return cast.fresh(event)


def _registered(event: Event) -> None:
    """Two players register for an event that is full: one gets a place and withdraws, the other waits."""
    settings = Admission(
        form=True,
        opens=timezone.now() - timedelta(days=1),
        room=4,
        age=16,
        prices=(Price("Lid", 800), Price("Jeugd", 500)),
        account="BE68539007547034 De Vier Azen",
    )
    admission.set_admission(event, "user:1", settings, admission.admission_token(event))
    first, _second = (admission.request_place(event, Entrant(name), name) for name in ("Wim Wacht", "Wout Wacht"))
    admission.move_up(first, "user:1")
    for how in ("cash", ""):
        fees.set_fee(first, "user:1", "Jeugd", how)
    fees.set_fee(cast.entry(event, 2), "user:1", "Lid", "bank")
    fees.count_cash(event, "user:1", {1000: 2, 50: 1}, 2000)
    admission.leave_oneself(cast.entry(event, first.number))


def _called(event: Event) -> None:
    """The jury is called for every reason, and in every way in which a call ends."""
    table, juror = cast.table(event, 2), f"user:{cast.juror(event).pk}"
    for reason, deal in (("misdeal", 3), ("question", None), ("contract", 4)):
        calls.call_jury(table, "table:1/2", reason, deal, key=reason)
    opened = Call.objects.filter(table=table, ended_at=None, by="table:1/2")
    misdeal, question, contract = (opened.get(reason=reason) for reason in ("misdeal", "question", "contract"))
    calls.withdraw_call(table, "table:1/2", misdeal.number)
    calls.take_call(question, juror)
    calls.hand_on_call(question, juror, seen=juror)
    calls.settle_call(question, "user:1")
    calls.take_call(contract, juror)
    announcing.announce(table, "table:1/2", 4, {"contract": "GMT", "declarers": [1, 2]})
    call = Call.objects.get(event=event, taken_by=juror, ended_at=None)
    answers.answer(call, juror, {1: "allowed", 2: "refused"}, through="table:1/2")


def _announced(event: Event) -> None:
    """Announcements to everybody and to a table: taken back, over with the round, and one that stays."""
    notices.post_notice(event, "user:1", "Soup is served.", until=timezone.now() + timedelta(hours=1))
    notices.post_notice(event, "user:1", "Who left a red coat?")
    notices.post_notice(event, "user:1", last_deal=cast.round_of(event), table=cast.table(event, 2))
    notices.take_back_notice(event, "user:1", cast.fresh(event).notices[0]["number"])


def _timed(event: Event) -> None:
    """The timer of the round is removed once, and pauses; one table has extra minutes, another has them back."""
    round, one, two = cast.round_of(event), cast.table(event), cast.table(event, 2)
    timer.start_timer(round, "user:1", 60)
    timer.remove_timer(round, "user:1")
    timer.start_timer(round, "user:1", 60)
    timer.pause_timer(round, "user:1")
    timer.resume_timer(round, "user:1")
    timer.change_timer(round, "user:1", 65)
    for table, minutes in ((one, 10), (two, 5), (two, 0)):
        timer.give_extra_time(table, "user:1", minutes)


def _made_final(event: Event) -> None:
    """The hour of the round is set and passes, a deal is corrected with two names, the ranking is final and is not."""
    head, juror = cast.by(cast.head_juror(event)), cast.by(cast.juror(event))
    deadline.set_deadline(cast.round_of(event), head, timezone.now() + timedelta(hours=1))
    cast.let_pass(event)
    result = cast.result("S6", (1,), 8)
    deals.correct_deal(cast.table(event), head, 3, result, replaces=2, reason="The sheet says so.", second=juror)
    for by_name in (True, True, False, False):
        swap = SeatSwap(((1, 1), (1, 2)), 2, by_name)
        swap_seats(cast.table(event), head, swap, "They sat in each other's place.", second=juror)
    declaration.declare_final(event, head, "The last table left.")
    declaration.take_back_final(event, head, "One sheet was found.")


def _signed(event: Event) -> None:
    """The first table is opened again: one of its players disputes a deal and signs, the others leave or sign paper."""
    plan = replace(EventPlan.of(cast.fresh(event)), confirmation=Event.Confirmation.PLAYERS)
    events.change_event(event, "user:1", plan)
    table = cast.table(event)
    first, second = cast.seated(table)[1], cast.seated(table)[2]
    deals.reopen_table(table, "user:1")
    signatures.dispute(table, f"entry:{first}", first, 2, "I made eight.")
    signatures.sign(table, "table:1/1", second, how="pin")
    signatures.resolve_dispute(table, "user:1", 1, "Seven it was.")
    signatures.close_unsigned(table, "user:1", "They had to leave.")
    deals.reopen_table(table, "user:1")
    signatures.dispute(table, f"entry:{first}", first, 3, "That one too.")
    signatures.sign(table, f"entry:{first}", first)
    signatures.sign_on_paper(table, "user:1")
    renew_personal_link(cast.entry(event, 2), "user:1")


def _by_hand(event: Event) -> None:
    """From now on the jury itself answers: it records later what it had allowed, at a table where it does not play."""
    events.change_event(event, "user:1", replace(EventPlan.of(cast.fresh(event)), jury=Event.Jury.HAND))
    two = cast.table(event, 2)
    cast.write(two, 4, cast.result("GMT", (3,), {"3": 0}, jury="allowed"))
    rulings.rule(two, "system", 4, "allowed", "Seen before the first card.")
    fined = rulings.rule(two, "system", 1, "annulled", "Marked cards.", points={cast.seated(two)[1]: -5})
    later = rule_of_before(two, 1, "annulled")
    head = cast.by(cast.head_juror(event))
    end_rulings(event, head, {later.number: [fined.number]}, "As the guide says.", second=cast.by(cast.juror(event)))


def _appealed(event: Event) -> None:
    """Decisions can be appealed now: one stands, one is cancelled, one is replaced, and one waits."""
    changed = replace(EventPlan.of(cast.fresh(event)), appeal_minutes=60, typed_twice=True, paper_signed=True)
    events.change_event(event, "user:1", changed)
    head, second = access.actor(cast.head_juror(event)), access.actor(cast.organiser(event))
    for number, outcome in ((1, "upheld"), (2, "cancelled"), (3, "replaced"), (4, "")):
        entry = cast.entry(event, number)
        appeals.appeal(cast.penalty(event, number), entry, "It was my neighbour.", f"entry:{number}")
        new: Any = {"replacement": cast.penalty(event, number, -1).number} if outcome == "replaced" else {}
        if outcome:
            one = Appeal.objects.get(decision__event=event, entry=entry)
            appeals.settle_appeal(one, head, outcome, "As the table saw it.", second, **new)


def _other_figures(event: Event, act: Callable[..., object], contract: str) -> None:
    """The organiser has another figure for a contract: 99 for who makes it."""
    event = cast.fresh(event)
    now = facts.ruleset(event)
    line = replace(now.lines[contract], made=(99,))
    act(event, "user:1", replace(now, lines={**now.lines, contract: line}), now.hash)
