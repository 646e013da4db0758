"""Whose a job is: taken by one server for a minute at a time, given back, finished. The rows decide, whoever asks.

Each taking has a number (`JobRow.attempt`). A server that was too slow to say that it lives has another attempt in its
place, and nothing that it still says counts.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, Q

from tournament.files.database import alias, clock
from tournament.files.models import JobFile, JobRow, JobState
from tournament.files.pieces import LEASE, delete_files

# A job that ended so many servers or children is not tried again.
MAX_ATTEMPTS = 3
# A lease is renewed when so much (s) of it is over.
RENEWED_AFTER = 15.0


def take(*, slow: bool) -> JobRow | None:
    """The next job that waits or that nobody works on any more, now this server's; None if there is none.

    Without `slow` only a paper.
    """
    waiting = JobRow.objects.filter(_free()).order_by("at", "id")
    if not slow:
        waiting = waiting.filter(slow=False)
    while waiting.exists():
        with transaction.atomic(alias()):
            row = waiting.select_for_update(skip_locked=True).first()
            if row is None:
                return None
            if row.attempt < MAX_ATTEMPTS:
                # The lock of the row is PostgreSQL's; where there is none, the condition decides.
                own = JobRow.objects.filter(_free(), pk=row.pk, attempt=row.attempt)
                until = clock() + LEASE
                if own.update(state=JobState.AT_WORK, attempt=F("attempt") + 1, leased_until=until, done=0, total=0):
                    row.attempt += 1
                    return row
            else:
                JobRow.objects.filter(pk=row.pk).update(state=JobState.INTERRUPTED)
    return None


def _free() -> Q:
    """Jobs that anybody may take."""
    return Q(state=JobState.WAITING) | Q(state=JobState.AT_WORK, leased_until__lt=clock())


def renew(job_rows: Iterable[JobRow]) -> None:
    """Says that these jobs are still being worked on."""
    until = clock() + LEASE
    for row in job_rows:
        if row.leased_until < until - RENEWED_AFTER:
            own = JobRow.objects.filter(pk=row.pk, attempt=row.attempt, state=JobState.AT_WORK)
            own.update(leased_until=until)


def finish(id: str, attempt: int, state: JobState, sentence: str = "", log: str = "") -> bool:
    """Ends a job, and deletes what it needs no more; False if it is not this attempt's."""
    own = JobRow.objects.filter(pk=id, attempt=attempt, state=JobState.AT_WORK)
    if not own.update(state=state, sentence=sentence, log=log):
        return False
    spare = JobFile.objects.filter(job=id)
    delete_files(spare.exclude(attempt=attempt) if state == JobState.MADE else spare)
    return True


def give_back(job_row: JobRow, log: str) -> None:
    """Lets another child try, after one that ended without a word but `log`; not without end."""
    if job_row.attempt < MAX_ATTEMPTS:
        own = JobRow.objects.filter(pk=job_row.pk, attempt=job_row.attempt, state=JobState.AT_WORK)
        own.update(state=JobState.WAITING)
    else:
        finish(job_row.pk, job_row.attempt, JobState.BROKEN if log else JobState.INTERRUPTED, log=log)


def delete(job_rows: Iterable[JobRow]) -> None:
    """Deletes jobs with their files; whoever works on one may write nothing more from now on."""
    for row in job_rows:
        JobRow.objects.filter(pk=row.pk).update(state=JobState.INTERRUPTED, attempt=F("attempt") + 1)
        delete_files(JobFile.objects.filter(job=row.pk))
        row.delete()
