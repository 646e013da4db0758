"""Emptying a score sheet: what was written at a table belonged to another one, and all of it is removed at once."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import calls, logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.rehearsal_data import NOTED
from tournament.acts.kernel.submissions import Answer, TableState, finish, perform_once, table_of
from tournament.acts.kernel.text_references import CANCELLED, TextReference
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, Signature, Table
from tournament.version_tokens import require_unchanged, token_of

# What the table itself reported of the jury and of misdeals goes with its deals; the jury's decisions do not.
OWN = (Decision.JURY_CALL, Decision.MISDEAL)


def empty_table(table: Table, actor: str, reason: str, *, seen: str, key: str = "", second: str = "") -> Answer:
    """Removes every deal of a table, with its passes and misdeals and what they cost, for a reason.

    `seen` is the token (see `deals_token`) of what was being looked at, `second` as in `deals.correct_deal`. No act
    undoes this: the deals have to be typed again, and the history of each keeps what was there. Versions keep counting
    and stored answers stay, so that a phone that resends one of these deals writes nothing.
    """
    check_reason(reason, _("Enter a reason for emptying the sheet."))

    def check(event: Event, table: TableState) -> dict[str, Any]:
        if not noted_deals(table.row):
            raise UserError(_("Nothing has been recorded at this table."))
        require_unchanged(seen, deals_token(table.row))
        ruled = next((row for row in table.decisions if row.ruling and row.kind not in OWN), None)
        if ruled:
            numbers = {"deal": ruled.deal, "number": ruled.number}
            raise UserError(_("The jury ruled on deal %(deal)s: cancel decision %(number)s first.") % numbers)
        # Only the jury gives a reason.
        return {
            "deals": [[deal.number, deal.version + 1] for deal in noted_deals(table.row)],
            "cancelled": [row.number for row in table.decisions if row.kind in OWN and not row.reason],
            "reason": logbook.store_text(event, reason),
        }

    return perform_once(table, actor, "empty_table", key, {"of": seen}, check, second=second)


def noted_deals(table: Table) -> list[Deal]:
    """The deals of a table that hold anything: a result, a pass, a misdeal, an announced contract."""
    return list(Deal.objects.filter(NOTED, table=table).order_by("number"))


def deals_token(table: Table) -> str:
    """A token of what is written at a table: it changes when anything is written, noted or taken back."""
    rows = Deal.objects.filter(table=table).order_by("number")
    return token_of(*rows.values_list("number", "version", "passes", "misdeals"))


@Act(
    "empty_table",
    _("Sheet emptied"),
    points_of=PointsOf.TABLE,
    changes_deal=lambda facts, _table, deal: deal in dict(facts["deals"]),
    reasons=lambda facts, people: [
        TextReference(
            facts["reason"],
            people.at(facts["round"], facts["table"]),
            tuple((CANCELLED, number) for number in facts["cancelled"]),
        )
    ],
)
def apply_empty_table(line: LogLine) -> None:
    table = table_of(line)
    for number, version in line.facts["deals"]:
        empty = {"result": None, "announced": None, "passes": 0, "misdeals": 0, "version": version}
        uncorrected = {"corrected_at": None, "corrected_because": ""}
        Deal.objects.filter(table=table, number=number).update(**empty, **uncorrected)
    reason = line.words(line.facts["reason"])[0]
    gone = Decision.objects.filter(event=line.event, number__in=line.facts["cancelled"])
    gone.update(cancelled=True, cancel_reason=reason)
    Signature.objects.filter(table=table).update(void=True)
    calls.withdraw_all(line, table.calls.filter(reason__in=(calls.Reason.CONTRACT, calls.Reason.DISPUTE)))
    finish(line, table)
