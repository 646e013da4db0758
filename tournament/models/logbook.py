"""The logbook: append-only lines, each sealed with the hash of the one before."""

from django.db import models

from .event import Event


class LogEntry(models.Model):
    """One act. `text` is the exact canonical JSON that was hashed; it contains no personal names."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="log")
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    act = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    text = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["event", "sequence"], name="one_line_per_sequence")]

    def __str__(self) -> str:
        return f"{self.event.slug} {self.sequence} {self.act}"


class PersonalText(models.Model):
    """A name or a free text to which a sealed line refers by SHA-256(salt ‖ text).

    Emptying `text` anonymises it: the chain still verifies, and only the words are gone. `salt` goes with it, so that
    nobody can try names on the digest; acts of version 1 left it.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="texts")
    digest = models.CharField(max_length=64)
    salt = models.CharField(max_length=32)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "digest"], name="one_text_per_digest")]

    def __str__(self) -> str:
        return self.digest[:12]
