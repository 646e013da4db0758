"""Appeals against decisions of the jury."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .jury import Decision
from .people import Entry


class Appeal(models.Model):
    """A player's appeal against one decision; it is open until it has an `outcome`.

    `by` recorded it: the player, or somebody of the staff for them. It is settled by one member and signed by another.
    """

    class AppealOutcome(models.TextChoices):
        OPEN = "", pgettext_lazy("an appeal", "open")
        UPHELD = "upheld", _("the decision stands")
        CANCELLED = "cancelled", _("the decision is cancelled")
        REPLACED = "replaced", _("the decision is replaced by another")

    decision = models.ForeignKey(Decision, models.PROTECT, related_name="appeals")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="appeals")
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    text = models.CharField(max_length=500, blank=True)
    outcome = models.CharField(max_length=10, choices=AppealOutcome, blank=True, default=AppealOutcome.OPEN)
    reason = models.CharField(max_length=500, blank=True)
    replacement = models.ForeignKey(Decision, models.PROTECT, null=True, blank=True, related_name="replaces")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=40, blank=True)
    seconded_by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["decision__number", "entry__number"]
        constraints = [models.UniqueConstraint(fields=["decision", "entry"], name="one_appeal_per_decision_and_entry")]

    def __str__(self) -> str:
        return f"{self.decision} appeal of {self.entry}"
