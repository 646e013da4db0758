"""What keeps an evening from closing by itself: what somebody still has to settle, and phones that are in use."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournament.models import Call, Event, LogEntry, Table
from tournament.progress.open_issues import IssueKind, issue_sentences, open_issues
from tournament.ranking import standings
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_name

# A phone that wrote so recently may go on at any moment.
PHONE_SEEN = timedelta(minutes=30)
# A complete round stays open so long after its last line: its tables see their last deal, and can correct it.
AT_REST = timedelta(minutes=1)
# What a closed evening would leave without an answer. Deals that nobody played, and signatures, are none.
UNSETTLED = (IssueKind.APPEAL, IssueKind.DISPUTE, IssueKind.WAITING)


def obstacles(event: Event, at: datetime) -> list[str]:
    """Why the event does not close by itself at this moment, in sentences; [] if nothing is in its way."""
    planned, sentences = format_of(event), unsettled(event)
    seen = LogEntry.objects.filter(event=event, at__gt=at - PHONE_SEEN, by__startswith="table:").values_list("by")
    writes = _("%(round)s, table %(table)s wrote less than half an hour ago")
    for (actor,) in sorted(seen.distinct().order_by()):
        round, table = map(int, actor.removeprefix("table:").split("/"))
        sentences.append(writes % {"round": round_name(planned, round), "table": table})
    return sentences


def unsettled(event: Event) -> list[str]:
    """What somebody still has to settle, calls first, in sentences."""
    issues = [issue for issue in open_issues(event) if issue.kind in UNSETTLED]
    return waiting_tables(event) + issue_sentences(issues, event)


def waiting_tables(event: Event, round: int | None = None) -> list[str]:
    """The tables that wait for the jury, in sentences: of the event, or of one of its rounds."""
    planned = format_of(event)
    calls = Call.objects.filter(table__round__event=event, ended_at=None).select_related("table__round")
    called = {(call.table.round.number, call.table.number) for call in calls}
    waits = _("%(round)s, table %(table)s waits for the jury")
    return [
        waits % {"round": round_name(planned, number), "table": table}
        for number, table in sorted(called)
        if round in (None, number)
    ]


def is_complete(event: Event, round: int) -> bool:
    """Whether nothing is missing in a round, nor waits at one of its tables."""
    rows = Table.objects.filter(round__event=event, round__number=round).select_related("round__event")
    if Call.objects.filter(table__in=rows, ended_at=None).exists() or standings.unfinished_tables(rows[0].round):
        return False
    return not any(issue.round == round for issue in open_issues(event))
