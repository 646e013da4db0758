"""What the staff sees of signatures and does about them: closing, paper, disputes, the end of a round."""

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.signing import players
from tests.support.pages.no_script import Visit
from tournament import guards
from tournament.acts.event import events
from tournament.acts.table import deals, signatures
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.exchange.troel1 import exporting
from tournament.models import Event, LogEntry, Signature, Table
from tournament.progress.open_issues import open_issues

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8, deals=4, confirmation=Event.Confirmation.PLAYERS)


@pytest.fixture
def table(event: Event) -> Table:
    cast.play_round(event)
    return cast.table(event)


def at(event: Event, rest: str = "", number: int = 1) -> str:
    return f"/staff/{event.slug}/rounds/1/tables/{number}/{rest}"


def sign(table: Table, *numbers: int) -> None:
    for number in numbers or players(table):
        signatures.sign(table, f"entry:{number}", number)


def disputed(table: Table) -> None:
    signatures.dispute(table, "entry:1", players(table)[0], 2, "I made nine.")


def test_a_paper_table_is_signed_only_when_the_typist_says_so(event: Event, table: Table, desk: Client) -> None:
    page = Visit(desk, at(event)).follow("Signed on paper")
    with cast.nothing_written():
        page.press("Close the table")
    assert page.status == 422 and not cast.table(event).closed
    page.press("Close the table", all_there="1")
    assert "signed on paper" in page.words and page.words.count("✓ signed") == 4
    assert cast.table(event).closed and set(Signature.objects.values_list("how", flat=True)) == {"paper"}


def test_the_desk_closes_without_signatures_for_a_reason(event: Event, table: Table, desk: Client) -> None:
    page = Visit(desk, at(event))
    assert "Close the table" not in [words for words, _address in page.page.links]
    page.follow("Close without all signatures")
    assert cast.entry(event, players(table)[0]).player.name in page.words
    with cast.nothing_written():
        page.press("Close the table", reason="")
    page.press("Close the table", reason="The train.")
    assert "Closed without all signatures: The train." in page.words


def test_a_form_that_is_old_or_sent_twice_closes_nothing(event: Event, table: Table, desk: Client) -> None:
    page = Visit(desk, at(event, "close/paper/"))
    cast.penalty(event, players(table)[0])
    signatures.close_unsigned(table, "user:1", "The train.")
    with cast.nothing_written():
        page.press("Close the table", all_there="1")
        assert page.status == 409
        assert desk.post(at(event, "close/unsigned/"), {"reason": "Again."}).status_code == 422
        assert desk.post(at(event, "close/paper/"), {"all_there": "1"}).status_code == 422


def test_organiser_and_jury_see_a_dispute_and_one_of_them_resolves_it(event: Event, table: Table) -> None:
    disputed(table)
    organiser, jury = cast.client(cast.organiser(event)), cast.client(cast.juror(event))
    for path in ("", "rounds/1/", "rounds/1/tables/", "decisions/calls/"):
        assert "“I made nine.”" in Visit(organiser, f"/staff/{event.slug}/{path}").words, path
    polled = jury.get(f"/staff/{event.slug}/decisions/calls/").content.decode().partition('id="queue"')[2]
    assert "I made nine." in polled.partition("</ol>")[0], "an open page of the jury would not show it"
    page = Visit(jury, f"/staff/{event.slug}/decisions/calls/").follow("Resolve: deal 2")
    with cast.nothing_written():
        page.press("Resolve the dispute", reason="")
    page.press("Resolve the dispute", reason="Eight it was.")
    assert "The dispute is resolved." in page.words and "is in dispute" not in page.words
    assert Signature.objects.get().resolution == "Eight it was."
    with cast.nothing_written():
        assert jury.post(at(event, "dispute/1/"), {"reason": "Nine."}).status_code == 409
        assert jury.post(at(event, "dispute/2/"), {"reason": "Nine."}).status_code == 404


def test_who_may_do_neither_is_kept_out(event: Event, table: Table) -> None:
    disputed(table)
    auditor, jury = cast.client(cast.auditor(event)), cast.client(cast.juror(event))
    with cast.nothing_written():
        assert auditor.post(at(event, "dispute/1/"), {"reason": "Nine."}).status_code == 403
        for rest in ("close/paper/", "close/unsigned/"):
            assert jury.post(at(event, rest), {"all_there": "1", "reason": "No."}).status_code == 403
    assert "Resolve: deal" not in Visit(auditor, at(event)).words


def test_a_table_in_dispute_is_not_signed_on_paper(event: Event, table: Table, desk: Client) -> None:
    disputed(table)
    assert "Signed on paper" not in Visit(desk, at(event)).words
    with cast.nothing_written():
        answer = desk.post(at(event, "close/paper/"), {"all_there": "1", "of": str(cast.table(event).revision)})
    assert answer.status_code == 409 and "in dispute" in cast.shown(answer)


def test_the_tables_of_a_round_say_how_far_the_signing_is(event: Event, table: Table, desk: Client) -> None:
    def said() -> str:
        return Visit(desk, f"/staff/{event.slug}/rounds/1/tables/").words

    sign(table, players(table)[0])
    assert "being signed" in said()
    sign(table)
    assert "being signed" not in said() and " signed " in said()
    other = cast.table(event, 2)
    disputed(other)
    assert "in dispute" in said()
    signatures.close_unsigned(other, "user:1", "The train.")
    signatures.resolve_dispute(other, "user:1", 1, "Eight.")
    assert "closed, not signed" in said()


def test_closing_a_round_tells_which_tables_are_not_signed(event: Event, table: Table) -> None:
    organiser = cast.client(cast.organiser(event))
    sign(table)
    assert "1 table is not signed yet." in Visit(organiser, f"/staff/{event.slug}/rounds/1/").words
    page = Visit(organiser, f"/staff/{event.slug}/rounds/1/close/")
    assert "Not signed, tables: 2." in page.words
    page.press("Close the round")
    line = LogEntry.objects.get(event=event, act="close_round")
    assert '"not_signed":[2]' in line.text
    assert "not signed, tables: 2" in Visit(organiser, f"/staff/{event.slug}/logbook/").words


def test_where_nobody_signs_a_round_closes_as_ever() -> None:
    event = cast.closed()
    assert "not_signed" not in LogEntry.objects.get(event=event, act="close_round").text


def test_the_logbook_tells_it_in_words(event: Event, table: Table) -> None:
    disputed(table)
    signatures.resolve_dispute(table, "user:1", 1, "Eight.")
    sign(table)
    signatures.close_unsigned(cast.table(event, 2), "user:1", "The train.")
    words = Visit(cast.client(cast.organiser(event)), f"/staff/{event.slug}/logbook/").words
    for told in ("Deal disputed", "Dispute resolved", "Signed", "Table closed without all signatures", "on their own"):
        assert told in words
    assert f"player {players(table)[0]}" in words


def typed(event: Event, number: int) -> Table:
    """A table whose sheet the desk types; of its deals the captain recorded none."""
    row = cast.table(event, number)
    for deal in range(1, row.deals_planned + 1):
        deals.record_deal(row, "user:9", deal, cast.result())
    return row


@pytest.fixture
def on_paper(event: Event) -> Event:
    """One table that its captain wrote, and one that the desk typed."""
    cast.play(cast.table(event))
    typed(event, 2)
    return event


def test_closing_asks_once_whether_typed_sheets_are_signed(on_paper: Event) -> None:
    organiser = cast.client(cast.organiser(on_paper))
    page = Visit(organiser, f"/staff/{on_paper.slug}/rounds/1/close/")
    assert "Not signed, tables: 1, 2." in page.words and "Typed from paper, tables: 2." in page.words
    page.press("Yes: what is typed from paper counts as signed, in the whole event")
    assert "Not signed, tables: 1." in page.words and "Typed from paper" not in page.words
    guards.lay()
    assert proof.prove(cast.fresh(on_paper)) > 0
    page.press("Close the round")
    assert '"not_signed":[1]' in LogEntry.objects.get(event=on_paper, act="close_round").text


def test_typed_sheets_are_no_open_matter_where_they_count_as_signed(on_paper: Event) -> None:
    def told() -> list[tuple[int, str]]:
        return [(one.table, str(one.kind)) for one in open_issues(cast.fresh(on_paper))]

    assert told() == [(1, "unsigned"), (2, "unsigned")]
    events.count_paper_signed(on_paper, "user:1")
    assert told() == [(1, "unsigned")]
    deals.close_table(cast.table(on_paper, 2), "user:9")
    with pytest.raises(UserError, match="Signatures are missing"):
        deals.close_table(cast.table(on_paper), "user:9")


def test_one_deal_from_a_phone_makes_a_table_ask_for_signatures(event: Event) -> None:
    events.count_paper_signed(event, "user:1")
    typed(event, 2)
    row = cast.table(event, 2)
    deals.undo_deal(row, "user:9", 4, replaces=1)
    cast.write(cast.table(event, 2), 4)
    assert [one.table for one in open_issues(cast.fresh(event)) if one.kind == "unsigned"] == [2]


def test_a_dispute_stays_open_at_a_typed_table_and_is_named_before_closing(on_paper: Event) -> None:
    events.count_paper_signed(on_paper, "user:1")
    row = cast.table(on_paper, 2)
    signatures.dispute(row, "entry:1", players(row)[0], 2, "I made nine.")
    words = Visit(cast.client(cast.organiser(on_paper)), f"/staff/{on_paper.slug}/rounds/1/close/").words
    assert words.index("I made nine.") < words.index("Not signed, tables: 1, 2.")
    kinds = [str(one.kind) for one in open_issues(cast.fresh(on_paper)) if one.table == row.number]
    assert kinds == ["dispute"], "paper covers what is missing beside it, and is not told again"
    with pytest.raises(UserError, match="Signatures are missing"):
        deals.close_table(row, "user:9")


def test_the_export_says_it_only_where_it_is_so(on_paper: Event) -> None:
    assert "paper_signed" not in exporting.document(cast.fresh(on_paper))["event"]
    events.count_paper_signed(on_paper, "user:1")
    assert exporting.document(cast.fresh(on_paper))["event"]["paper_signed"] is True
