"""A day in which every kind of act happens."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tests import cast
from tests.laid_again import laid_again
from tournament.acts import (
    announcing,
    deals,
    events,
    jury,
    logo,
    no_shows,
    redeals,
    registration,
    rounds,
    rules,
    signatures,
)
from tournament.acts.events import Plan
from tournament.acts.import_people import PeopleImport, import_people
from tournament.acts.personal import renew_personal_link
from tournament.acts.registration import Person
from tournament.acts.submissions import phone_mark
from tournament.acts.tables import take_table
from tournament.models import Event
from tournament.ranking import facts


@laid_again
def a_full_day() -> Event:
    """An event in which every kind of act has happened."""
    event = cast.playing(players=8, deals=4)
    rules.compare_rules(event, "user:1", ["PC8", "PC9", "jury"], facts.ruleset(event).hash)
    _other_figures(event, rules.change_rules, "PC8")
    one, two = cast.table(event, 1), cast.table(event, 2)
    take_table(one, "table:1/1", phone_mark("a phone"), 2)
    announcing.announce(one, "table:1/1", 1, {"contract": "S7", "declarers": [1]})
    redeals.all_pass(one, "table:1/1", 1)
    redeals.misdeal(one, "table:1/1", 1, waived=False)
    cast.play(one)
    deals.correct_deal(one, "system", 2, cast.result("PC9", (2, 4), 7), replaces=1, reason="Mistyped.")
    deals.correct_deal(one, "table:1/1", 4, cast.result("S7", (4,), 9), replaces=1, at_table=True)
    deals.close_table(one, "table:1/1")
    _signed(event)
    cast.write(two, 1, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    cast.write(two, 2)
    deals.undo_deal(two, "table:1/2", 2, replaces=1)
    cast.write(two, 2, cast.result("PM", (1, 2), {"1": 0, "2": 1}))
    jury.rule(two, "system", 2, "annulled", "Marked cards.")
    refused = {"contract": "S12", "about": [1], "internal": "He held two aces."}
    announcing.announce(two, "table:1/2", 3, {"contract": "GM", "declarers": [2, 3]}, key="played")
    jury.rule(two, "system", 3, "refused", "Not feasible.", **refused)  # type: ignore[arg-type]
    wrong = cast.penalty(event, 3)
    jury.cancel_decision(wrong, "system", "The wrong player.")
    _other_figures(event, partial(rules.correct_rules, reason="The sheet says 99."), "PM")
    rounds.close_round(cast.round_of(event), "system", anyway=True)
    deals.correct_deal(one, "system", 3, cast.result(), replaces=1, reason="Miscounted.")
    registration.withdraw(cast.entry(event, 5), "system", "Ill.")
    gérard = Person("Gérard Jan Claes-Bis", "Hartenaas", "fr", family="Claes-Pols", writes=True, surname="Claes-Bis")
    intake = PeopleImport([Person("Mia Noël", "Ruitenboer")], {7: gérard})
    import_people(event, "system", lambda there: intake, "k")
    registration.readmit(cast.entry(event, 5), "system", "Better again.")
    registration.exclude(cast.entry(event, 6), "system", "Noise, twice.")
    no_shows.close_desk(event, "system", [9])
    no_shows.reopen_desk(event, "system", [9])
    no_shows.close_desk(event, "system", [9])
    rounds.show_round(cast.round_of(event), "system", False)
    logo.set_logo(event, "system", cast.logo())
    logo.remove_logo(event, "system")
    logo.set_logo(event, "system", cast.logo())
    return cast.fresh(event)


def _signed(event: Event) -> None:
    """The first table is opened again: one of its players disputes a deal and signs, the others leave or sign paper."""
    plan = replace(Plan.of(cast.fresh(event)), confirmation=Event.Confirmation.PLAYERS)
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


def _other_figures(event: Event, act: Callable[..., object], contract: str) -> None:
    """The organiser has another figure for a contract: 99 for who makes it."""
    event = cast.fresh(event)
    now = facts.ruleset(event)
    line = replace(now.lines[contract], made=(99,))
    act(event, "user:1", replace(now, lines={**now.lines, contract: line}), now.hash)
