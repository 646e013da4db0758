"""What is kept beside the facts of an event: jobs with their files in pieces, answers about them, pictures of sheets.

An event is named by its address, a series as `jobs.job.job_owner` says: on SQLite its row is in another database.
"""

from enum import StrEnum

from django.db import models


class JobState(StrEnum):
    """The state of a job. The first three are not final, the others are."""

    ARRIVING = "arriving"
    WAITING = "waiting"
    AT_WORK = "at work"
    MADE = "made"
    REFUSED = "refused"
    UNKEPT = "unkept"
    LATE = "late"
    INTERRUPTED = "interrupted"
    BROKEN = "broken"

    @property
    def going_on(self) -> bool:
        """Whether the job is not finished yet."""
        return self in (JobState.ARRIVING, JobState.WAITING, JobState.AT_WORK)


class JobRow(models.Model):
    """A job: its request (`jobs.job.JobRequest`), by whom it is being made until when, and what became of it.

    `attempt` counts the servers that took it; only the last one may write what it made. `leased_until` is by
    `database.clock`. `done` of `total` items are made.
    """

    id = models.CharField(primary_key=True, max_length=32)
    event = models.CharField(max_length=60, db_index=True)
    request = models.JSONField()
    at = models.FloatField()
    slow = models.BooleanField(default=False)
    state = models.CharField(max_length=12, db_index=True)
    attempt = models.PositiveSmallIntegerField(default=0)
    leased_until = models.FloatField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    sentence = models.TextField(default="", blank=True)
    log = models.TextField(default="", blank=True)

    def __str__(self) -> str:
        return f"{self.id}-{self.attempt}"


class JobFile(models.Model):
    """A file that came with a job (attempt 0) or that an attempt made; `size` and `digest` are set once it is whole."""

    job = models.ForeignKey(JobRow, models.CASCADE, related_name="files")
    attempt = models.PositiveSmallIntegerField()
    path = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "attempt", "path"], name="one_file_per_path")]

    def __str__(self) -> str:
        return self.path


class Piece(models.Model):
    """A megabyte of a file, or what is left of it at its end."""

    file = models.ForeignKey(JobFile, models.CASCADE, related_name="pieces", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="one_piece_per_number")]

    def __str__(self) -> str:
        return str(self.number)


class JobNote(models.Model):
    """What a person said of what was made: a line of JSON, in the order in which they came."""

    job = models.ForeignKey(JobRow, models.CASCADE, related_name="notes")
    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class StoredPicture(models.Model):
    """The picture of a score sheet that is kept as evidence, under its SHA-256."""

    digest = models.CharField(primary_key=True, max_length=64)
    data = models.BinaryField()
    at = models.FloatField()

    def __str__(self) -> str:
        return self.digest
