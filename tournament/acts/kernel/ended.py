"""A table that is stopped before its last deal: which deal is its last, why, and what those it did not play count."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.submissions import (
    Answer,
    TableState,
    finish,
    perform_once,
    raise_revision,
    require_correctable,
    table_of,
)
from tournament.acts.kernel.text_references import ENDED, at_table
from tournament.errors import UserError
from tournament.models import Deal, Event, Round, Table
from tournament.ranking import facts, standings
from tournament.ranking.contest import format_of
from tournament.version_tokens import require_current

END, PLAY_ON = "end_table", "play_on"
ANOTHER_LAST = _("Another last deal was announced in the meantime. Check it again.")


def end_table(
    table: Table, actor: str, last: int, reason: str, *, replaces: int | None = None, second: str = ""
) -> Answer:
    """Makes deal `last` the last one of a table, for a reason; the format says what the deals after it count.

    A table that has not played so far goes on until that deal. The same last deal again writes nothing. Refused if a
    later deal has a result, and where nothing would be left out. `replaces` is the last deal that was shown as
    announced, 0 if none was; `second` as in `deals.correct_deal`.
    """
    check_reason(reason, _("Enter a reason for stopping this table early."))

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if table.row.ended_after == last:
            return None
        require_current(replaces, table.row.ended_after or 0, ANOTHER_LAST)
        if not 1 <= last < table.row.deals_in_full:
            raise UserError(_("The last deal must come before deal %(deal)s.") % {"deal": table.row.deals_in_full}, 422)
        if (played := _last_given(table.row)) > last:
            raise UserError(_("Deal %(number)s has already been recorded.") % {"number": played})
        return {"last": last, "averaged": gives_average(event), "reason": logbook.store_text(event, reason)}

    return perform_once(table, actor, END, "", {"last": last}, check, require_correctable, second=second)


def play_on(table: Table, actor: str, *, replaces: int | None = None, second: str = "") -> Answer:
    """Takes back that a table was stopped early: it has all its deals again. Refused while the table is closed.

    `replaces` is the last deal that was shown as announced.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if table.row.ended_after is None:
            return None
        require_current(replaces, table.row.ended_after or 0, ANOTHER_LAST)
        if table.row.closed:
            raise UserError(_("This table is closed. Reopen it first."))
        return {}

    return perform_once(table, actor, PLAY_ON, "", {}, check, require_correctable, second=second)


def gives_average(event: Event) -> bool:
    """Whether the format gives an average for deals that a table which was stopped early did not play."""
    return format_of(event).unplayed == "average"


def has_stopped_tables(event: Event) -> bool:
    """Whether a table of an event was stopped early: from then on the format keeps what such deals count."""
    return Table.objects.filter(round__event=event, ended_after__isnull=False).exists()


def stopped_tables(round: Round) -> dict[int, int]:
    """The tables of a round that played some deals but not the last ones: their last deal by table number, in order."""
    ruleset = facts.ruleset(round.event)
    last_deals: dict[int, int] = {}
    for table in facts.tables(Table.objects.filter(round=round)).values():
        missing = standings.missing_deals(table, ruleset)
        if missing and missing[0] > 1 and missing == list(range(missing[0], table.planned + 1)):
            last_deals[table.number] = missing[0] - 1
    return dict(sorted(last_deals.items()))


def stop_table(table: Table, last: int | None, because: str = "", *, averaged: bool = False) -> None:
    """Part of an `apply`: stops a table after deal `last`, or has it play on. What was being played then is not."""
    table.ended_after, table.ended_because, table.averaged = last, because, averaged
    if last is not None:
        Deal.objects.filter(table=table, number__gt=last).update(announced=None)


FIELDS = ("ended_after", "ended_because", "averaged")


def stop_tables(line: LogLine, round: Round, reason: str) -> None:
    """Part of an `apply`: stops the tables that a line names, as (number, last deal)."""
    last = dict(line.facts["ended"])
    for table in Table.objects.filter(round=round, number__in=last):
        stop_table(table, last[table.number], reason, averaged=line.facts["averaged"])
        raise_revision(table, *FIELDS)


def _last_given(row: Table) -> int:
    """The number of the last deal that counts for something; 0 if none does."""
    return max((number for number, deal in facts.table(row).deals.items() if deal.has_outcome), default=0)


@Act(
    END,
    _("Table stopped early"),
    points_of=PointsOf.TABLE,
    changes_deal=lambda facts, _table, deal: deal > facts["last"],
    reasons=lambda facts, people: [at_table(facts, facts["reason"], people, ENDED)],
)
def apply_end_table(line: LogLine) -> None:
    table = table_of(line)
    stop_table(table, line.facts["last"], line.words(line.facts["reason"])[0], averaged=line.facts["averaged"])
    finish(line, table, *FIELDS)


@Act(PLAY_ON, _("Table plays on"), points_of=PointsOf.TABLE)
def apply_play_on(line: LogLine) -> None:
    table = table_of(line)
    stop_table(table, None)
    finish(line, table, *FIELDS)
