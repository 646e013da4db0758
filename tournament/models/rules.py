"""Corrections of an event's rules, and rule sets saved on this installation."""

from django.conf import settings
from django.db import models

from .event import Event


class RulesCorrection(models.Model):
    """A correction of an event's rules made after the first deal, under a number within the event.

    `changes` lists what was changed as `{"part", "field", "was", "now"}`. `tables` lists the tables that were closed by
    then as `[round, table]`: those who played there are informed.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    reason = models.CharField(max_length=500)
    changes = models.JSONField(default=list)
    tables = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_correction_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} correction {self.number}"


class OwnRuleSet(models.Model):
    """A rule set saved on this installation, to choose for a later event: `rules` as `RuleSet.to_dict` returns them."""

    key = models.SlugField(max_length=40, unique=True)
    rules = models.JSONField()
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="own_rulesets")
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key
