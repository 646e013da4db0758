"""Who reads why: the public reason and the words that are for those it concerns; a correction after closing."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.support.events import cast
from tests.support.events.signing import proved
from tests.support.files.paper import printed
from tests.support.pages.jury_pages import at, begun
from tournament import links
from tournament.acts.jury import rulings
from tournament.acts.kernel import declaring, logbook
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, tables
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.exchange.workbook import xlsx_out
from tournament.models import Deal, Decision, Event, LogEntry, PersonalText, Table
from tournament.reading.people.player_page import corrected as corrected_deals

pytestmark = pytest.mark.django_db

PUBLIC, INSIDE = "Keek in andermans kaarten.", "Els zegt dat Bertrand in haar hand keek."


@pytest.fixture
def event() -> Event:
    return begun()


def accused(event: Event) -> Decision:
    """Somebody at table 1 is accused of false play, in two sentences."""
    table = cast.table(event)
    one, other = list(cast.seated(table).values())[:2]
    points = {one: -15, other: 5}
    return rulings.penalise(event, "system", "false-play", points, PUBLIC, table=table, deal=1, internal=INSIDE)


# --- Two reasons ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_accusations_words_are_for_those_it_concerns(event: Event, client: Client) -> None:
    decision = accused(event)
    for number in range(1, 9):
        card = cast.shown(client.get(f"/e/{event.slug}/player/{number}/"))
        assert INSIDE not in card and (PUBLIC in card) == (number in cast.given(decision))
    for path in ("", "rows/", "rules/", "clubs/", "seating/"):
        assert INSIDE not in client.get(f"/e/{event.slug}/{path}").content.decode()
    own, other = cast.table(event), cast.table(event, 2)
    assert INSIDE in cast.shown(client.get(f"/t/{cast.token(own)}/"))
    assert INSIDE not in cast.shown(client.get(f"/t/{cast.token(other)}/"))
    staff = cast.client(cast.auditor(event))
    assert INSIDE in cast.shown(staff.get(at(event, "1/")))


def test_after_the_round_only_those_concerned_read_what_happened(event: Event, client: Client) -> None:
    decision = accused(event)
    table = cast.table(event)
    read, seats = f"/r/{links.reading_token(table)}/", cast.seated(table)

    def own(seat: int, rest: str) -> str:
        return f"/p/{links.personal_token(cast.entry(event, seats[seat]))}/{rest}"

    for path in (read, own(3, ""), own(3, "round/1/")):
        assert INSIDE in cast.shown(client.get(path))
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    for path in (read, own(3, ""), own(3, "round/1/")):
        page = cast.shown(client.get(path))
        assert PUBLIC in page and INSIDE not in page
    for seat, number in seats.items():
        assert (INSIDE in cast.shown(client.get(own(seat, "decisions/")))) == (number in cast.given(decision))


def test_both_reasons_are_sealed_and_files_carry_the_digest_of_one(event: Event) -> None:
    decision = accused(event)
    line = LogEntry.objects.get(event=event, act="penalise").text
    assert PUBLIC not in line and INSIDE not in line
    kept = PersonalText.objects.get(event=event, digest=json.loads(line)["facts"]["internal"])
    assert kept.text == INSIDE and hashlib.sha256((kept.salt + INSIDE).encode()).hexdigest() == decision.internal
    document = exporting.document(event)
    assert INSIDE not in exporting.text(event) and document["decisions"][-1]["internal"] == decision.internal
    book = openpyxl.load_workbook(io.BytesIO(xlsx_out.workbook(event)))
    cells = [str(value) for sheet in book for row in sheet.iter_rows(values_only=True) for value in row]
    assert decision.internal in cells and INSIDE not in cells


def test_an_import_keeps_the_digest_and_says_that_it_has_no_words(event: Event) -> None:
    decision = accused(event)
    document = exporting.document(event)
    again = importing.load(document, "system", "opnieuw")
    assert exporting.document(again)["decisions"] == document["decisions"]
    page = cast.shown(cast.client(cast.auditor(again)).get(at(again, "1/")))
    assert "only its seal:" in page and decision.internal[:12] in page
    document["decisions"][-1]["internal"] = INSIDE
    with pytest.raises(EventFileError):
        importing.judge(document)


def test_a_replay_has_the_words_again(event: Event) -> None:
    accused(event)
    again = logbook_file.replay(list(logbook_file.lines(event)), "opnieuw")
    assert INSIDE in cast.shown(cast.client(cast.auditor(again)).get(at(again, "1/")))


def test_the_jury_gives_both_reasons_and_a_second_sending_changes_neither(event: Event, juror: Client) -> None:
    address = at(event, "penalty/hints/?players=3")
    data = {"points_3": "-5", "reason": PUBLIC, "internal": INSIDE, "expected": "1"}
    assert juror.post(address, data).status_code == 303
    with cast.nothing_written():
        assert juror.post(address, data).status_code == 303
        assert juror.post(address, {**data, "internal": "Iets anders."}).status_code == 409
        assert juror.post(address, {**data, "expected": "2", "internal": "x" * 501}).status_code == 422
    assert Decision.objects.get(event=event).reason == PUBLIC
    ruled = {"reason": PUBLIC, "internal": INSIDE, "expected": "2"}
    assert juror.post(at(event, "ruling/1/1/1/annulled/"), ruled).status_code == 303
    assert INSIDE in cast.shown(juror.get(at(event, "2/")))


def test_an_exclusion_has_both_reasons(event: Event, juror: Client, client: Client) -> None:
    address = f"/staff/{event.slug}/players/3/exclude/"
    with cast.nothing_written():
        assert juror.post(address, {"reason": "", "internal": INSIDE}).status_code == 422
    assert juror.post(address, {"reason": PUBLIC, "internal": INSIDE}).status_code == 303
    assert INSIDE in cast.shown(juror.get(at(event, "1/")))
    assert INSIDE not in cast.shown(client.get(f"/e/{event.slug}/player/3/"))


@pytest.mark.parametrize("reasons", [("", INSIDE), (" ", ""), (PUBLIC, "x" * 501), (PUBLIC, "a\0b")])
def test_a_reason_that_cannot_be_is_refused(event: Event, reasons: tuple[str, str]) -> None:
    reason, internal = reasons
    with cast.refused("reason"):
        rulings.penalise(event, "system", "hints", {3: -1}, reason, internal=internal)
    with cast.refused("reason"):
        registration.exclude(cast.entry(event, 3), "system", reason, internal=internal)


# --- A correction after closing ------------------------------------------------------------------------------------

WHY = "Slagen verkeerd geteld."


def corrected(table: Table, why: str = WHY) -> None:
    deals.correct_deal(table, "system", 1, cast.result("PC8", (1, 3), 12), replaces=1, reason=why)


def own_address(event: Event, number: int) -> str:
    return f"/p/{links.personal_token(cast.entry(event, number))}/"


def closed(event: Event) -> Table:
    """Table 1, played and closed by its captain."""
    table = cast.table(event)
    for number in range(2, 5):
        cast.write(table, number)
    deals.close_table(table, cast.captain(table))
    return cast.table(event)


def test_a_correction_after_closing_is_told_on_sheet_and_cards(event: Event, client: Client) -> None:
    table = closed(event)
    corrected(table)
    row = table.deals.get(number=1)
    assert (row.corrected_because, row.corrected_at) == (WHY, LogEntry.objects.get(act="correct_deal").at)
    told = "Corrected, "
    sheet = cast.shown(client.get(f"/t/{cast.token(table)}/"))
    assert told in sheet and WHY in sheet
    seated = cast.seated(table).values()
    for number in range(1, 9):
        card = cast.shown(client.get(f"/e/{event.slug}/player/{number}/"))
        assert (WHY in card and told in card) == (number in seated)


@pytest.mark.long
def test_a_correction_after_closing_is_told_on_paper(event: Event, tmp_path: Path) -> None:
    table = closed(event)
    corrected(table)
    assert WHY in printed(event, "filled", tmp_path).text
    assert WHY in printed(event, "player", tmp_path, "--player", str(cast.seated(table)[1])).text


def test_a_correction_by_the_desk_is_told_while_the_table_is_open_too(event: Event, client: Client) -> None:
    table = cast.table(event)
    corrected(table)
    pages = [f"/t/{cast.token(table)}/", own_address(event, cast.seated(table)[2])]
    assert all(f": {WHY}" in cast.shown(client.get(page)) for page in pages)
    assert proved(event)


def test_a_correction_in_an_older_line_is_told_only_where_the_sheet_was_finished(event: Event) -> None:
    facts = {"reason": logbook.store_text(event, WHY)}
    line = declaring.LogLine(event, timezone.now(), "system", "correct_deal", 1, facts)
    deals.notify_sheet(line, cast.table(event), cast.table(event).deals.all())
    assert not Deal.objects.filter(corrected_at__isnull=False).exists()
    table = closed(event)
    deals.notify_sheet(line, table, table.deals.filter(number=1))
    assert list(table.deals.exclude(corrected_because="").values_list("number", flat=True)) == [1]


def test_what_was_corrected_in_an_earlier_round_is_told_on_the_own_page(event: Event, client: Client) -> None:
    first = cast.table(event)
    there, elsewhere = cast.seated(first)[1], cast.seated(cast.table(event, 2))[1]
    rounds.close_round(first.round, "system", reason="Not all came.")
    cast.next_round(event)
    corrected(first)
    told = cast.shown(client.get(own_address(event, there)))
    assert f"Deal 1: Corrected, {date_format(timezone.localtime(), 'd/m/Y')}" in told and WHY in told
    assert WHY not in cast.shown(client.get(own_address(event, elsewhere)))


def test_the_own_page_tells_no_more_corrections_than_it_can_show(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    table = closed(event)
    for number in (1, 2, 3):
        deals.correct_deal(table, "system", number, cast.result("PC8", (1, 3), 12), replaces=1, reason=WHY)
    entry = cast.entry(event, cast.seated(table)[1])
    monkeypatch.setattr("tournament.reading.people.player_page.MAX_CORRECTED", 2)
    assert [one.deal for one in corrected_deals(entry, [table])] == [3, 2]


def test_a_substitute_is_told_of_the_deals_they_played_only(event: Event) -> None:
    table = cast.table(event)
    (spare,) = registration.add_entries(event, "system", [registration.Entrant("Nora Claes")])
    tables.substitute(table, "system", 2, spare.number, 2)
    corrected(cast.table(event))
    assert corrected_deals(cast.entry(event, spare.number), [table]) == []


def test_the_last_correction_after_closing_stands_and_an_undone_deal_has_none(event: Event) -> None:
    table = cast.table(event)
    rounds.close_round(table.round, "system", reason="Not all came.")
    corrected(table)
    deals.correct_deal(table, "system", 1, cast.result(), replaces=2, reason="Toch niet.")
    assert table.deals.get(number=1).corrected_because == "Toch niet."
    rounds.reopen_round(cast.round_of(event), "system")
    deals.undo_deal(cast.table(event), "system", 1, replaces=3)
    assert table.deals.get(number=1).corrected_at is None


def test_a_correction_goes_out_and_comes_in_again(event: Event) -> None:
    table = closed(event)
    corrected(table)
    document = exporting.document(event)
    again = importing.load(document, "system", "opnieuw")
    assert exporting.document(again)["rounds"] == document["rounds"]
    assert WHY not in LogEntry.objects.get(event=again).text
    deal: dict[str, Any] = document["rounds"][0]["tables"][0]["deals"][0]
    assert deal["corrected"]["reason"] == WHY
    deal["corrected"]["at"] = "2026-02-31T10:00:00Z"
    with pytest.raises(EventFileError, match="corrected"):
        importing.judge(document)


@pytest.mark.parametrize("why", ["", "x" * 501, "a\0b"])
def test_a_correction_without_a_reason_that_can_be_kept_is_refused(event: Event, why: str) -> None:
    table = closed(event)
    with cast.refused("reason"):
        corrected(table, why)
