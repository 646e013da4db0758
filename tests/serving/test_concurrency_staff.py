"""Two at once behind the tables: players, roles and accounts; the draw, the jury and the rules of an event."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from django.contrib.auth.models import User

from scoring import load
from tests.support.events import cast
from tests.support.events.drawn import confirm, leave, seats, underway
from tests.support.servers.at_once import at_once, lines, one_won, proven
from tournament import access, links
from tournament.acts.event import accounts, events, members, own_rules, rules
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.import_people import ImportResult, PeopleImport, import_people
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import draws
from tournament.acts.table import deals
from tournament.draw.drawing import DrawRequest
from tournament.errors import UserError
from tournament.models import Decision, Entry, Event, Membership, Round, Table
from tournament.ranking import facts
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db(transaction=True)


# --- The people --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_two_people_check_in_forty_names() -> None:
    event = cast.event(players=40, present=False)
    entries = [cast.entry(event, number) for number in range(1, 41)]

    def tap(names: Sequence[Entry], by: str) -> None:
        for entry in names:
            registration.check_in(entry, by, True)

    outcomes = at_once(partial(tap, entries, "user:1"), partial(tap, entries[::-1], "user:2"))
    assert outcomes == [None, None]
    assert Entry.objects.filter(event=event, present=True).count() == 40
    assert lines(event, "check_in") == 40


def test_no_number_is_given_to_two_players() -> None:
    event = cast.event(players=0)
    at_once(*[partial(registration.add_entries, event, "system", cast.people(10))] * 4)
    numbers = list(Entry.objects.filter(event=event).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 41))


@pytest.mark.long
def test_a_list_sent_by_both_hands_is_entered_once(guarded: None) -> None:
    event = cast.event(players=3)
    intake = PeopleImport(cast.people(10)[3:], {1: Entrant("Annelies Peeters")})
    send = partial(import_people, event, "system", lambda _there: intake)
    outcomes = at_once(*[partial(send, "one look")] * 4)
    assert sorted(outcome.before for outcome in outcomes if isinstance(outcome, ImportResult)) == [
        False,
        True,
        True,
        True,
    ]
    assert Entry.objects.filter(event=event).count() == 10
    assert lines(event, "import_people") == 1
    assert proven(event)


def test_an_event_keeps_an_organiser_when_both_of_them_leave() -> None:
    event = cast.event(players=0)
    both = [cast.organiser(event), cast.member(event, cast.Role.ORGANISER, "lut")]
    outcomes = at_once(*[partial(members.revoke_role, event, "system", who, cast.Role.ORGANISER) for who in both])
    assert one_won(outcomes)
    assert Membership.objects.filter(event=event, role=cast.Role.ORGANISER).count() == 1


def test_who_is_invited_twice_at_once_has_one_account() -> None:
    found = at_once(*[partial(members.invite, "Lut")] * 4)
    assert len({user.pk for user in found if isinstance(user, User)}) == 1
    assert User.objects.filter(username__iexact="lut").count() == 1


def test_the_link_for_the_first_organiser_opens_once() -> None:
    one_time = links.first_organiser_token() or ""
    outcomes = at_once(
        *[partial(accounts.make_first_organiser, one_time, name, cast.PASSWORD) for name in ("an", "bo", "cy")]
    )
    assert User.objects.count() == 1
    assert sum(isinstance(outcome, access.DeadLinkError) for outcome in outcomes) == 2


# --- The event ---------------------------------------------------------------------------------------------------


def test_an_address_is_given_to_one_event() -> None:
    outcomes = at_once(*[partial(events.make_event, "system", "ledegem", cast.plan())] * 4)
    assert one_won(outcomes)
    assert lines(Event.objects.get(), "make_event") == 1


@pytest.mark.long
def test_a_round_is_drawn_once() -> None:
    event = cast.event(players=16)
    outcomes = at_once(*[partial(draws.draw_rounds, event, "system", DrawRequest())] * 4)
    assert one_won(outcomes)
    assert Round.objects.count() == 1
    assert Table.objects.count() == 4


@pytest.mark.long
def test_decisions_taken_at_once_get_numbers_of_their_own() -> None:
    event = cast.playing()
    jurors = [partial(cast.penalty, event, number) for number in (1, 2, 3, 4)]
    ruled = partial(rulings.rule, cast.table(event, 2), "user:9", 1, "annulled", "Marked cards.")
    assert not [outcome for outcome in at_once(*jurors, ruled) if isinstance(outcome, UserError)]
    assert list(Decision.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


@pytest.mark.long
def test_a_decision_sent_three_times_is_taken_once_and_answered_alike() -> None:
    event = cast.playing()
    sent = at_once(*[partial(rulings.penalise, event, "user:1", "noise", {1: -1}, "Noise.", expected=1)] * 3)
    assert sent == [Decision.objects.get()] * 3 and lines(event, "penalise") == 1


def test_of_decisions_that_three_prepared_under_one_number_one_is_taken() -> None:
    event = cast.playing()
    actors = ("user:1", "user:2", "user:3")
    calls = [partial(rulings.penalise, event, actor, "noise", {1: -1}, "Noise.", expected=1) for actor in actors]
    assert one_won(at_once(*calls))
    assert Decision.objects.count() == lines(event, "penalise") == 1


@pytest.mark.long
@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_that_closed_meanwhile_gets_no_decision(ruled: bool) -> None:
    event = underway(published=2)
    looked_at = cast.table(event, 1, round=2)
    leave(event, *seats(event)[1][0])
    confirm(event)
    rule = partial(rulings.rule, looked_at, "user:9", 1, "annulled", "Marked cards.")
    penalise = partial(rulings.penalise, event, "user:9", "house", {5: -1}, "Noise.", table=looked_at)
    with cast.refused("no longer exists"):
        (rule if ruled else penalise)()


def test_of_two_corrections_of_the_rules_one_is_made(guarded: None) -> None:
    event = cast.playing(deals=4)
    cast.write(cast.table(event), 1)
    now = facts.ruleset(event)
    others = [replace(now, lines={**now.lines, "PC8": replace(now.lines["PC8"], made=(made,))}) for made in (8, 9)]
    calls = [partial(rules.correct_rules, event, "user:1", other, now.hash, "The sheet says so.") for other in others]
    assert one_won(at_once(*calls))
    assert proven(event) == cast.fresh(event).revision


def test_no_deal_is_written_that_the_rules_do_not_know_any_more() -> None:
    event = cast.playing(deals=4)
    cast.write(cast.table(event, 2), 1, cast.result("PC9", (1, 3), 9))
    now = facts.ruleset(event)
    bare = replace(
        now,
        lines={key: line for key, line in now.lines.items() if key != "PC8"},
        ladder=tuple(rank for rank in now.ladder if rank != ("PC8",)),
        all13=replace(now.all13, contracts=now.all13.contracts - {"PC8"}),
    )
    outcomes = at_once(
        partial(rules.correct_rules, event, "user:1", bare, now.hash, "It is not played."),
        partial(deals.record_deal, cast.table(event), "table:1/1", 1, cast.result()),
    )
    refused = [outcome.status for outcome in outcomes if isinstance(outcome, UserError)]
    assert refused in ([409], [422])
    assert event_standings(cast.fresh(event), public=False)


def test_a_key_is_given_to_one_rule_set() -> None:
    who = cast.founder()
    names = dict.fromkeys(("nl", "fr", "en"), "Ledegem")
    assert one_won(at_once(*[partial(own_rules.save_own, who, load("wallonia"), "ledegem", names)] * 4))
