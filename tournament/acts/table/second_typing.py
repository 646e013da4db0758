"""A sheet that was typed a second time by somebody else, and agrees: a fact of its own beside who typed it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.submissions import (
    TABLE_CHANGED,
    Answer,
    TableState,
    facts_at,
    finish,
    perform_once,
    require_correctable,
    table_of,
)
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.version_tokens import require_current

ACT = "verify_table"


def verify_table(table: Table, actor: str, deals: Sequence[Sequence[int]], *, key: str = "") -> Answer:
    """Says that somebody typed the sheet again and that it agrees with what is recorded.

    `deals` are the deals that were compared, each as number and version; refused if they are others by now. Whether a
    sheet still counts as verified follows from these versions: a deal that is corrected later is not.
    """

    def check(_event: Event, table: TableState) -> dict[str, Any]:
        recorded = [[deal.number, deal.version] for deal in table.deals.values() if deal.result is not None]
        require_current(sorted(map(list, deals)), sorted(recorded) or None, TABLE_CHANGED)
        require_other(table.row, actor)
        return {"deals": sorted(recorded)}

    return perform_once(table, actor, ACT, key, {"deals": [list(deal) for deal in deals]}, check, require_correctable)


def require_other(table: Table, actor: str) -> None:
    """Refuses whoever recorded a deal of a table: somebody else types its sheet the second time."""
    if facts_at(table, "record_deal", by=actor):
        raise UserError(_("You typed this sheet yourself: somebody else types it the second time."))


@Act(ACT, _("Sheet typed a second time, and it agrees"))
def apply_verify_table(line: LogLine) -> None:
    finish(line, table_of(line))
