"""Closing a table without all signatures, or with those on paper; and what becomes of signatures afterwards."""

import pytest

from tests.support.events import cast
from tests.support.events.signing import Policy, dispute, now, players, proved, seated, sign
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.table import deals, signatures
from tournament.acts.table.empty_sheet import deals_token, empty_table
from tournament.models import Event, LogEntry, Signature, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return seated()


@pytest.fixture
def by_deal() -> Table:
    return cast.table(seated(Policy.DEALS))


# --- Closing without ---------------------------------------------------------------------------------------------


def test_a_table_is_closed_unsigned_for_a_reason(event: Event, table: Table) -> None:
    with cast.refused("still missing", 409):
        signatures.close_unsigned(table, "user:1", "They left.")
    cast.play(table)
    sign(table, players(table)[0])
    with cast.refused("Enter a reason", 422):
        signatures.close_unsigned(table, "user:1", " ")
    with cast.refused("in the meantime", 409):
        signatures.close_unsigned(table, "user:1", "They left.", seen=1)
    signatures.close_unsigned(table, "user:1", "They left.", seen=cast.table(event).revision)
    assert cast.table(event).closed and cast.table(event).unsigned_because == "They left."
    with cast.refused("This table is closed", 409):
        signatures.close_unsigned(table, "user:1", "They left.")
    assert proved(event)
    deals.reopen_table(table, "user:1")
    assert cast.table(event).unsigned_because == ""


def test_a_table_that_is_closed_unsigned_twice_is_told_so_once(event: Event, table: Table) -> None:
    cast.play(table)
    seen = cast.table(event).revision
    done = signatures.close_unsigned(table, "user:1", "They left.", seen=seen, key="one")
    with cast.nothing_written():
        # From the digest of what was asked nobody can guess the reason: other words are the same request.
        assert signatures.close_unsigned(table, "user:1", "They have left.", seen=seen, key="one") == done
        with cast.refused("used for something else", 422):
            signatures.close_unsigned(table, "user:1", "They left.", seen=seen + 1, key="one")
    assert cast.table(event).unsigned_because == "They left." and proved(event)


def test_paper_counts_only_when_somebody_says_so(event: Event, table: Table) -> None:
    with cast.refused("still missing", 409):
        signatures.sign_on_paper(table, "user:1")
    cast.play(table)
    sign(table, players(table)[0])
    with cast.refused("in the meantime", 409):
        signatures.sign_on_paper(table, "user:1", seen=0)
    dispute(table, players(table)[1])
    with cast.refused("in dispute", 409):
        signatures.sign_on_paper(table, "user:1")
    signatures.resolve_dispute(table, "user:1", 2, "Eight.")
    signatures.sign_on_paper(table, "user:1", seen=cast.table(event).revision)
    hows = list(Signature.objects.filter(accepted=True).order_by("number").values_list("how", flat=True))
    assert hows == ["phone", "paper", "paper", "paper"] and cast.table(event).closed and now(table).complete
    assert proved(event)


def test_paper_confirms_each_deal(by_deal: Table) -> None:
    cast.play(by_deal)
    signatures.sign_on_paper(by_deal, "user:1")
    assert now(by_deal).complete


@pytest.mark.parametrize("policy", [Policy.NONE, Policy.CAPTAIN])
def test_where_nobody_signs_none_of_it_is_done(policy: str) -> None:
    table = cast.table(seated(policy))
    cast.play(table)
    one = players(table)[0]
    for act in (
        lambda: signatures.sign(table, "entry:1", one),
        lambda: signatures.sign(table, "entry:1", one, deal=1),
        lambda: signatures.dispute(table, "entry:1", one, 1, "No."),
        lambda: signatures.sign_on_paper(table, "user:1"),
        lambda: signatures.close_unsigned(table, "user:1", "They left."),
    ):
        with cast.refused("not signed in this event", 409):
            act()
    deals.close_table(table, "table:1/1")


# --- What becomes of signatures ----------------------------------------------------------------------------------


def test_an_emptied_sheet_leaves_no_signature_in_force(event: Event, table: Table) -> None:
    cast.play(table)
    sign(table, players(table)[0])
    empty_table(table, "user:1", "Another table’s.", seen=deals_token(table))
    assert not now(table).signatures and Signature.objects.get().void
    cast.play(table)
    sign(table, players(table)[0])
    assert Signature.objects.filter(void=False).get().number == 2 and proved(event)


@pytest.mark.long
def test_a_wiped_rehearsal_takes_its_signatures_along_and_brings_them_back() -> None:
    event = cast.event(players=8, deals_per_round=4, confirmation=Policy.PLAYERS)
    cast.next_round(event)
    table = cast.table(event)
    cast.play(table)
    for number in players(table):
        sign(table, number)
    practice = rehearsal_data_of(event)
    assert practice
    rehearsal.start(event, "system", wipe=True, seen=practice.mark)
    assert not now(table).signatures and not cast.table(event).closed
    rehearsal.bring_back(cast.fresh(event), "system")
    assert now(table).complete and cast.table(event).closed
    assert proved(event)


def test_the_line_holds_neither_names_nor_words(table: Table) -> None:
    cast.play(table)
    dispute(table, players(table)[0], text="Bertrand cheats.")
    signatures.resolve_dispute(table, "user:1", 1, "Bertrand does not.")
    sealed = "".join(LogEntry.objects.filter(act__in=("dispute", "resolve_dispute")).values_list("text", flat=True))
    assert "Bertrand" not in sealed
