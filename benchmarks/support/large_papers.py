"""A child that stores one paper of 40 MB after the other, as a job does, until it is ended.

    python -m benchmarks.support.large_papers

Prints a letter for each paper that is stored.
"""

import os
import sys
import time
from itertools import count, repeat

import django

MEGABYTES = 40


def main() -> None:
    """Stores papers; the one before is deleted then, so that the disk has room."""
    django.setup()
    from tournament.files import pieces
    from tournament.files.database import relax
    from tournament.files.models import JobFile, JobRow, JobState
    from tournament.jobs.child import NICENESS
    from tournament.jobs.job import MADE, JobRequest, announce

    os.nice(NICENESS)
    relax()
    request = JobRequest("ranking", "large", "system", {}, [], "", "look", "", time.time())
    job, data = announce(request), os.urandom(pieces.PIECE)
    for attempt in count(1):
        JobRow.objects.filter(pk=job.id).update(state=JobState.AT_WORK, attempt=attempt)
        pieces.write(job.id, attempt, MADE, pieces.unhurried(repeat(data, MEGABYTES)))
        pieces.delete_files(JobFile.objects.filter(job=job.id, attempt=attempt - 1))
        sys.stdout.write(".")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
