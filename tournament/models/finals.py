"""Who qualified for a final, and who sat out a round."""

from django.db import models

from .event import Event
from .people import Entry
from .play import Round


class Cut(models.Model):
    """Who plays a final: sealed once the rounds before it are closed.

    `stage` is the number of the final among the stages of the event's format. `finalists` are entry numbers in the
    order in which they qualified. `replaced` lists the finalists who did not come, each with their replacement, as
    `[number, number]`. Decisions up to number `decisions` were taken before the cut.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="cuts")
    stage = models.PositiveSmallIntegerField()
    finalists = models.JSONField(default=list)
    replaced = models.JSONField(default=list)
    decisions = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    by = models.CharField(max_length=40)

    class Meta:
        ordering = ["stage"]
        constraints = [models.UniqueConstraint(fields=["event", "stage"], name="one_cut_per_final")]

    def __str__(self) -> str:
        return f"{self.event.slug} cut of stage {self.stage}"


class SitOut(models.Model):
    """An entry that would have played a round but had no seat in it because the tables were full."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sit_outs")

    class Meta:
        ordering = ["round__number", "entry__number"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_sit_out_per_entry_and_round")]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry} sits out"
