"""The files of jobs, written and read a megabyte at a time, each in a short transaction of its own.

Whoever writes proves with each piece that the job is still theirs, and holds it for another while with that.
"""

import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from tempfile import SpooledTemporaryFile
from typing import IO

from django.db import connections, transaction
from django.db.models import QuerySet

from tournament.files.database import alias, clock
from tournament.files.models import JobFile, JobRow, JobState, Piece

PIECE = 1 << 20
# How long (s) a job belongs to who took it, or who sends its files, without another sign of life.
LEASE = 60.0
# How many times as long as storing a piece the pause after it is, and how long (s) at most.
PAUSES = 9
MAX_PAUSE = 0.5


class OvertakenError(Exception):
    """The job is another's by now, or gone: nothing more is to be written about it."""


def hold(job: str, attempt: int) -> None:
    """Holds a job for another while; raises OvertakenError if it is not this attempt's any more.

    Inside a transaction nobody takes or deletes the job before its end.
    """
    state = JobState.AT_WORK if attempt else JobState.ARRIVING
    own = JobRow.objects.filter(pk=job, attempt=attempt, state=state)
    if own.update(leased_until=clock() + LEASE) == 0:
        raise OvertakenError


def write(job: str, attempt: int, path: str, content: Iterable[bytes]) -> None:
    """Writes a file of a job. Raises OvertakenError if the job is not this attempt's."""
    file, size, digest = JobFile(job_id=job, attempt=attempt, path=path), 0, sha256()
    for number, data in enumerate(_pieces(content)):
        size += len(data)
        digest.update(data)
        with transaction.atomic(alias()):
            hold(job, attempt)
            if number == 0:
                file.save()
            _store(file, number, data)
    file.size, file.digest = size, digest.hexdigest()
    with transaction.atomic(alias()):
        hold(job, attempt)
        file.save()


def _store(job_file: JobFile, number: int, data: bytes) -> None:
    """Writes a piece. Django puts values into the text of a statement: on PostgreSQL a megabyte then takes four times
    as long as one that is sent beside it, and captains wait meanwhile.
    """
    connection = connections[alias()]
    if connection.vendor != "postgresql":
        Piece.objects.create(file=job_file, number=number, data=data)
        return
    from psycopg import Cursor

    table = Piece._meta.db_table
    insert = f"INSERT INTO {table} (file_id, number, data) VALUES (%s, %s, %s)"  # noqa: S608 - a name of ours
    with connection.wrap_database_errors:
        Cursor(connection.connection).execute(insert, (job_file.pk, number, data))


def unhurried(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same, with a pause after each: the disk is a captain's first."""
    for data in content:
        begun = time.monotonic()
        yield data
        time.sleep(min(PAUSES * (time.monotonic() - begun), MAX_PAUSE))


def read(job_file: JobFile) -> Iterator[bytes]:
    """The pieces of a file, each by a query of its own: who reads slowly holds up nobody."""
    for number in count():
        data = Piece.objects.filter(file=job_file, number=number).values_list("data", flat=True).first()
        if data is None:
            return
        yield bytes(data)


def opened(job_file: JobFile) -> IO[bytes] | None:
    """A copy of a file to read from: in memory if it is small, else in an unnamed temporary file. None if it is deleted
    meanwhile.

    So a phone that takes minutes for 40 MB keeps neither memory nor a connection of the database.
    """
    copy = SpooledTemporaryFile(PIECE + 1)  # noqa: SIM115 - whoever sends it closes it
    for data in read(job_file):
        copy.write(data)
    if copy.tell() != job_file.size:
        copy.close()
        return None
    copy.seek(0)
    return copy


def delete_files(job_files: "QuerySet[JobFile]") -> None:
    """Deletes files a few pieces at a time."""
    for file in job_files:
        while keys := Piece.objects.filter(file=file).values_list("pk", flat=True)[:4]:
            Piece.objects.filter(pk__in=list(keys)).delete()
        file.delete()


def _pieces(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of a megabyte."""
    held = bytearray()
    for data in content:
        held += data
        while len(held) >= PIECE:
            yield bytes(held[:PIECE])
            del held[:PIECE]
    if held:
        yield bytes(held)
