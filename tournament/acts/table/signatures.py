"""What players sign: their column or a deal, as it was shown to them; what they dispute; closing a table without."""

from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import calls, logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, Facts, LogLine, Scope
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.submissions import (
    TABLE_CHANGED,
    Answer,
    TableState,
    finish,
    perform_once,
    raise_revision,
    require_settled,
    require_table_open,
    table_of,
)
from tournament.acts.kernel.text_references import UNSIGNED, UNTOLD, at_table, resolved
from tournament.errors import UserError
from tournament.models import Entry, Event, Signature, Table
from tournament.progress.signing import BY_DEALS, BY_PLAYERS, SIGNED, Signing, signed_on_paper, signing
from tournament.ranking import standings
from tournament.version_tokens import require_current

How = Signature.How


def sign(
    table: Table, actor: str, number: int, *, deal: int | None = None, seen: str | None = None, how: str = How.PHONE
) -> Answer:
    """Signs for a player, by entry number: their column once its deals are written, or (`deal`) that one deal.

    `seen` is the `Signing.version_token` of what was shown: refused if something else is there now. Signing again
    writes nothing. It settles what the player disputed, and with the last signature the table closes.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        state = signing(table.row)
        require_signing(event, state, number, deal)
        require_current(seen, state.version_token(number, deal), TABLE_CHANGED)
        last = state.last(number, deal)
        if last and state.stands(last):
            return None
        settles = [
            dispute for dispute in state.disputes if dispute.entry.number == number and deal in (None, dispute.deal)
        ]
        after = _with(state, table.row, number, deal, settles)
        return {
            **_next(table.row, number, deal, how),
            "shown": state.current_content(number, deal),
            "settles": [dispute.number for dispute in settles],
            "closes": _closes(after),
        }

    submission = {"entry": number, "deal": deal, "seen": seen}
    return perform_once(table, actor, "sign", "", submission, check)


def dispute(
    table: Table, actor: str, number: int, deal: int, text: str, *, seen: str | None = None, how: str = How.PHONE
) -> Answer:
    """Refuses to sign, because of one deal, saying why; organiser and jury see it until somebody resolves it.

    `seen` is the token of what the deal gave as it was shown. The same dispute again writes nothing.
    """
    check_reason(text, _("Say what is wrong with the deal."))

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        state = signing(table.row)
        require_disputing(event, state, number, deal)
        require_current(seen, state.version_token(number, deal), TABLE_CHANGED)
        mine = [earlier for earlier in state.disputes if (earlier.entry.number, earlier.deal) == (number, deal)]
        if any(earlier.text == text for earlier in mine):
            return None
        if mine:
            raise UserError(_("Deal %(number)s is already in dispute.") % {"number": deal})
        dispute_facts = {"shown": state.current_content(number, deal), "text": logbook.store_text(event, text)}
        return {**_next(table.row, number, deal, how), **dispute_facts, **calls.dispute_call(event, table, deal)}

    return perform_once(table, actor, "dispute", "", {"entry": number, "deal": deal, "text": text}, check)


def resolve_dispute(table: Table, actor: str, signature: int, resolution: str) -> Answer:
    """Ends a dispute, saying how; nobody does where they play. Sent again with the same words it writes nothing."""
    check_reason(resolution, _("Say how the dispute was resolved."))

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        disputes = Signature.objects.filter(table=table.row, number=signature, accepted=False, void=False)
        dispute = disputes.select_related("entry").first()
        if dispute is None:
            raise UserError(_("There is no such dispute."), 404)
        if dispute.resolved_at:
            if dispute.resolution == resolution:
                return None
            raise UserError(_("This dispute has been resolved in the meantime."))
        require_impartial(event, actor, table.row)
        state = signing(table.row)
        others = [other for other in state.signatures if other.number != signature]
        return {
            "signature": signature,
            "entry": dispute.entry.number,
            "deal": dispute.deal,
            "reason": logbook.store_text(event, resolution),
            "closes": not table.row.closed and not table.row.round.closed and _closes(_of(state, others)),
        }

    return perform_once(table, actor, "resolve_dispute", "", {"signature": signature}, check, require_table_open)


def sign_on_paper(table: Table, actor: str, *, seen: int | None = None) -> Answer:
    """Closes a table whose signatures are all on the sheet, as somebody says. `seen` is the table's revision."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        _require_policy(event, SIGNED)
        require_current(seen, table.row.revision, TABLE_CHANGED)
        state = signing(table.row)
        _require_written(state)
        _require_undisputed(state)
        unsigned = [number for number in state.seated if not state.signed(number)]
        first = _next_number(table.row)
        return {
            "signatures": [
                {"signature": at, "entry": number, "shown": state.current_content(number)}
                for at, number in enumerate(unsigned, first)
            ]
        }

    return perform_once(table, actor, "sign_on_paper", "", {"seen": seen}, check)


def close_unsigned(table: Table, actor: str, reason: str, *, seen: int | None = None, key: str = "") -> Answer:
    """Closes a table although signatures are missing, for a reason. `seen` is the revision that was looked at."""
    check_reason(reason, _("Enter a reason for closing the table without all signatures."))

    def check(event: Event, table: TableState) -> dict[str, Any]:
        _require_policy(event, SIGNED)
        require_current(seen, table.row.revision, TABLE_CHANGED)
        state = signing(table.row)
        _require_written(state)
        missing = {"unsigned": state.unsigned, "unconfirmed": state.unconfirmed}
        disputed = [dispute.number for dispute in state.disputes]
        return {**missing, "disputed": disputed, "reason": logbook.store_text(event, reason)}

    return perform_once(table, actor, "close_unsigned", key, {"seen": seen}, check)


def require_signed(event: Event, table: Table) -> None:
    """Refuses to close a table while signatures are missing that the event asks for."""
    if event.confirmation not in SIGNED or (state := signing(table)).complete:
        return
    if state.lacks(signed_on_paper(event)):
        raise UserError(_("Signatures are missing at this table."))


def require_signing(event: Event, state: Signing, number: int, deal: int | None = None) -> None:
    """Refuses what an entry cannot sign at a table: not theirs, not asked for, or not written yet."""
    _require_policy(event, (BY_PLAYERS,) if deal is None else (BY_DEALS,))
    _require_sat(state, number)
    if deal is None:
        _require_written(state, number)
        return
    _require_settled(state, deal)
    if state.writes(number, deal):
        raise UserError(_("A deal must be confirmed by somebody other than the writer."))


def require_disputing(event: Event, state: Signing, number: int, deal: int) -> None:
    """Refuses a dispute by somebody who did not sit there, or about a deal that is not written."""
    _require_policy(event, SIGNED)
    _require_sat(state, number)
    _require_settled(state, deal)


def _require_policy(event: Event, policies: tuple[str, ...]) -> None:
    if event.confirmation not in policies:
        raise UserError(_("This is not signed in this event."))


def _require_sat(state: Signing, number: int) -> None:
    if number not in state.sat:
        raise UserError(_("This player does not sit at this table."), 422)


def _require_settled(state: Signing, deal: int) -> None:
    if not 1 <= deal <= state.table.planned:
        raise UserError(_("This table has no such deal."), 422)
    if state.waits(deal):
        raise UserError(_("Deal %(number)s waits for the jury.") % {"number": deal})
    if not state.settled(deal):
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": deal})


def _require_written(state: Signing, number: int | None = None) -> None:
    """Refuses while deals are missing at the table, or among those of one player."""
    require_settled(state.table, state.ruleset, state.deals(number) if number is not None else None)


def _require_undisputed(state: Signing) -> None:
    if state.disputes:
        raise UserError(_("A deal is in dispute at this table. Resolve that first."))


def _next_number(table: Table) -> int:
    """The number of the next signature at a table; those of a wiped rehearsal keep theirs."""
    last: int | None = Signature.objects.filter(table=table).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _next(table: Table, number: int, deal: int | None, how: str) -> dict[str, Any]:
    facts = {"signature": _next_number(table), "entry": number, "how": str(how)}
    return facts if deal is None else {**facts, "deal": deal}


def _with(state: Signing, table: Table, number: int, deal: int | None, settles: list[Signature]) -> Signing:
    """The signatures as they will be with one more, which settles these disputes."""
    entry = Entry.objects.get(event=table.round.event_id, number=number)
    content = state.current_content(number, deal)
    more = Signature(table=table, entry=entry, deal=deal, shown=content, accepted=True)
    return _of(state, [*(earlier for earlier in state.signatures if earlier not in settles), more])


def _of(state: Signing, signatures: list[Signature]) -> Signing:
    return replace(state, signatures=signatures)


def _closes(state: Signing) -> bool:
    """Whether a table closes by itself: every deal is written and everything signed."""
    return state.complete and not standings.unsettled_deals(state.table, state.ruleset)


def _signature(line: LogLine, table: Table, facts: Facts, **more: Any) -> None:
    entry = Entry.objects.get(event=line.event, number=facts["entry"])
    fields = {"number": facts["signature"], "deal": facts.get("deal"), "shown": facts["shown"], "at": line.at}
    Signature.objects.create(table=table, entry=entry, **fields, **more)


def _resolve(line: LogLine, table: Table, numbers: list[int], resolution: str = "") -> None:
    rows = Signature.objects.filter(table=table, number__in=numbers)
    rows.update(resolution=resolution, resolved_at=line.at, resolved_by=line.by)
    calls.end_settled_disputes(line, table, list(rows.values_list("deal", flat=True)) if numbers else ())


def _close(table: Table) -> None:
    table.closed, table.unsigned_because = True, ""
    raise_revision(table, "closed", "unsigned_because")


@Act("sign", _("Signed"), scope=Scope.TABLE)
def apply_sign(line: LogLine) -> None:
    table = table_of(line)
    _signature(line, table, line.facts, how=line.facts["how"], accepted=True)
    _resolve(line, table, line.facts["settles"])
    if line.facts["closes"]:
        _close(table)


@Act("dispute", _("Deal disputed"), scope=Scope.TABLE, player_texts=lambda facts: [((facts["entry"],), facts)])
def apply_dispute(line: LogLine) -> None:
    text, table = line.words(line.facts["text"])[0], table_of(line)
    _signature(line, table, line.facts, how=line.facts["how"], accepted=False, text=text)
    if "call" in line.facts:
        calls.open_call(line, table, calls.Reason.DISPUTE, line.facts["deal"])


@Act("resolve_dispute", _("Dispute resolved"), scope=Scope.TABLE, reasons=resolved)
def apply_resolve_dispute(line: LogLine) -> None:
    table = table_of(line)
    _resolve(line, table, [line.facts["signature"]], line.words(line.facts["reason"])[0])
    raise_revision(table)
    if line.facts["closes"]:
        _close(table)


@Act("sign_on_paper", _("Table closed, signed on paper"), scope=Scope.TABLE)
def apply_sign_on_paper(line: LogLine) -> None:
    table = table_of(line)
    for signature in line.facts["signatures"]:
        _signature(line, table, signature, how=How.PAPER, accepted=True)
    _close(table)


@Act(
    "close_unsigned",
    _("Table closed without all signatures"),
    scope=Scope.TABLE,
    reasons=lambda facts, people: [at_table(facts, facts["reason"], people, UNSIGNED)],
)
def apply_close_unsigned(line: LogLine) -> None:
    table = table_of(line)
    because = line.words(line.facts["reason"])[0]
    table.closed, table.unsigned_because = True, because or UNTOLD
    finish(line, table, "closed", "unsigned_because")
