"""What a table plays, told when the bidding ends; the tricks follow when the deal is recorded.

It is for those who look on: the staff, and the jury where a contract needs it. No points follow from it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring import ResultError
from scoring.game.results import read_announced
from tournament.acts.kernel import calls
from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.kernel.submissions import (
    Answer,
    TableState,
    deal_row,
    finish,
    is_early,
    is_over,
    perform_once,
    require_seated,
    require_unwritten,
)
from tournament.acts.table.deals import require_not_refused, with_seats
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.ranking import facts


def announce(
    table: Table,
    actor: str,
    number: int,
    announced: Mapping[str, Any],
    *,
    replaces: int | None = None,
    seated: Sequence[int] | None = None,
    in_turn: bool = False,
    key: str = "",
    phone: str = "",
) -> Answer:
    """Stores the contract and declarers of a deal that is now played, instead of what was announced in it before.

    `announced` has the form that `scoring.game.results.read_announced` takes. It ends when the deal is recorded,
    passed out or misdealt. A contract that needs the jury calls it. The rest is as in `deals.record_deal`.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        deal = table.deal(number)
        contract = _read(event, with_seats(table, number, announced))
        same = deal.result is None and deal.announced == contract and not is_early(deal, replaces)
        require_unwritten(table, number, None if same else replaces, in_turn=in_turn)
        require_seated(table, number, seated)
        if is_over(table.row, number):
            raise UserError(_("The jury ruled on deal %(number)s: it is not played any more.") % {"number": number})
        require_not_refused(table, number, contract)
        if same:
            return None
        called = calls.contract_call(event, table, number, contract)
        return {"number": number, "version": deal.version + 1, "announced": contract, **called}

    submission = {"number": number, "announced": announced, "replaces": replaces}
    return perform_once(table, actor, "announce", key, submission, check, phone=phone)


def _read(event: Event, announced: Mapping[str, Any]) -> dict[str, object]:
    try:
        return read_announced(announced, facts.ruleset(event))
    except ResultError as error:
        raise UserError(error.sentence(get_language() or "en"), 422) from error


@Act("announce", _("Contract announced"), scope=Scope.TABLE, notes_play=True)
def apply_announce(line: LogLine) -> None:
    table, deal = deal_row(line)
    deal.announced, deal.version = line.facts["announced"], line.facts["version"]
    deal.save()
    calls.update_contract_calls(line, table, line.facts["announced"])
    finish(line, table)
