"""The logbook of an event: append-only lines, each sealed with the hash of the one before."""

from django.db import models

from .chain import AppendixText, SealedLine
from .event import Event


class LogEntry(SealedLine):
    """One act of an event."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="log")

    class Meta(SealedLine.Meta):
        constraints = [models.UniqueConstraint(fields=["event", "sequence"], name="one_line_per_sequence")]

    def __str__(self) -> str:
        return f"{self.event.slug} {self.sequence} {self.act}"


class PersonalText(AppendixText):
    """A text of an event's appendix."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="texts")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "digest"], name="one_text_per_digest")]
