"""Whether anything happened at a table yet: until then its seats can change and its round can be unpublished."""

from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.acts.kernel.declaring import acts_where
from tournament.acts.kernel.rehearsal_data import NOTED
from tournament.models import Call, Deal, Decision, Seat, Signature, Submission, Table


def begun_tables(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those of these tables at which something was written, noted or ruled, or a substitute sat down.

    What a wiped rehearsal left does not count: empty deals, its answers, decisions that were cancelled. Nor do a
    captain or a new link that the staff gave the table, or a phone that is ready to write.
    """
    at = {"table": OuterRef("pk")}
    traces = (
        Deal.objects.filter(NOTED, **at),
        Submission.objects.filter(**at, wiped=False).exclude(answer__act__in=acts_where(lambda act: act.beside_play)),
        Seat.objects.filter(**at, from_deal__gt=1),
        Decision.objects.filter(**at, cancelled=False),
    )
    return tables.filter(reduce(or_, map(Exists, traces), Q(closed=True)))


def remove(tables: QuerySet[Table]) -> None:
    """Part of an `apply`: deletes tables that have not begun, with what a wiped rehearsal left at them.

    The decisions left there stay in the event's list, without a place, and no longer rule on anything.
    """
    Deal.objects.filter(table__in=tables).delete()
    Submission.objects.filter(table__in=tables).delete()
    Signature.objects.filter(table__in=tables).delete()
    Call.objects.filter(table__in=tables).delete()
    left = Decision.objects.filter(table__in=tables)
    left.update(round=None, table=None, deal=None, ruling="", about=[], contract="", result=None)
    tables.delete()
