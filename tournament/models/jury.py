"""The jury: who called it, and its decisions, which are cancelled with a reason and never deleted."""

from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from .event import Event
from .people import Entry
from .play import Round, Table


class DecisionQuerySet(models.QuerySet["Decision"]):
    """The decisions, and those of them that count."""

    def counting(self) -> "DecisionQuerySet":
        """The decisions in force: not cancelled, and ended by no ruling that is not cancelled (`Decision.counts`)."""
        ended = Ending.objects.filter(ended=OuterRef("pk"), by__cancelled=False)
        return self.filter(~Exists(ended), cancelled=False)


class Decision(models.Model):
    """One decision, under a number within its event.

    `kind` is the key of a preset of the rule set (`misdeal`, `false-play`, …), `house` for a rule of the organiser's
    own, or `jury_call` for the answer to "was the jury there?".

    A ruling applies to (table, deal). The deal keeps what was entered; its points follow the ruling.

    `reason` is public: it is printed on the card of each player to whom the decision gives points, as `why`
    words it. `internal` is the digest of a text that only the staff and those concerned may read; the text itself is in
    the logbook's appendix.
    """

    class Ruling(models.TextChoices):
        NONE = "", _("none")
        ALLOWED = "allowed", _("allowed")
        REFUSED = "refused", _("refused")
        NOT_CALLED = "not_called", _("jury not called")
        RESULT = "result", _("result as ruled")
        ANNULLED = "annulled", _("annulled")

    JURY_CALL = "jury_call"
    # A preset that every rule set has: a table may record a misdeal at any time.
    MISDEAL = "misdeal"

    event = models.ForeignKey(Event, models.PROTECT, related_name="decisions")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    # Which of the offences that the preset counts apart; "" where it counts all of its kind together.
    offence = models.CharField(max_length=40, blank=True, default="")
    article = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    internal = models.CharField(max_length=64, blank=True)
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="decisions")
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="decisions")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    ruling = models.CharField(max_length=10, choices=Ruling, blank=True, default=Ruling.NONE)
    # The positions it is about: whom the jury answered, who threw in, who claimed. Empty: the whole deal.
    about = models.JSONField(default=list, blank=True)
    # With `refused`: the contract that may not be played. With `result`: the result as ruled.
    contract = models.CharField(max_length=8, blank=True)
    result = models.JSONField(null=True, blank=True)
    # Recorded when the deal was already written: the jury had spoken before the first card, and noted it afterwards.
    later = models.BooleanField(default=False)
    # With `allowed` and `refused`: how often the deal had been dealt again by then. None in lines that do not say.
    redealt = models.PositiveSmallIntegerField(null=True, blank=True)
    cancelled = models.BooleanField(default=False)
    cancel_reason = models.CharField(max_length=500, blank=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_decision_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} decision {self.number}"

    @property
    def ended_by(self) -> list[int]:
        """The numbers of the rulings that ended it and are not cancelled, lowest first."""
        return sorted(row.by.number for row in self.endings.all() if not row.by.cancelled)

    @property
    def counts(self) -> bool:
        """Whether it is in force, as `DecisionQuerySet.counting` selects it."""
        return not self.cancelled and not self.ended_by

    @property
    def why(self) -> str:
        """The public reason; where the jury gave none, what its answer says by itself, in the visitor's language."""
        by_itself = "" if self.kind == self.JURY_CALL else BY_ITSELF.get(self.Ruling(self.ruling), "")
        return self.reason or str(by_itself)


# The reason of an answer about a contract for which the jury typed none: it follows from the ruling, and is not stored.
BY_ITSELF = {
    Decision.Ruling.ALLOWED: _("The jury allowed the contract before it was played."),
    Decision.Ruling.REFUSED: _("The jury refused the contract before it was played."),
}


class Ending(models.Model):
    """A ruling that ended an earlier decision on its deal: that one counts for nothing until this one is cancelled."""

    ended = models.ForeignKey(Decision, models.PROTECT, related_name="endings")
    by = models.ForeignKey(Decision, models.PROTECT, related_name="ends")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ended", "by"], name="ended_once_by_each")]

    def __str__(self) -> str:
        return f"{self.by} ends {self.ended.number}"


class Adjustment(models.Model):
    """Points that a decision gives to or takes from one entry."""

    decision = models.ForeignKey(Decision, models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="adjustments")
    points = models.IntegerField()

    class Meta:
        ordering = ["entry__number"]
        constraints = [models.UniqueConstraint(fields=["decision", "entry"], name="one_adjustment_per_entry")]

    def __str__(self) -> str:
        return f"{self.decision}: {self.entry} {self.points:+d}"


class Call(models.Model):
    """A table that waits for the jury, under a number within its event; open until it is settled or withdrawn.

    A call about a contract says which one, if the table announced it, and the positions (`about`) that play it.
    `taken_by` is the member of the jury who is coming.
    """

    class Reason(models.TextChoices):
        CONTRACT = "contract", _("contract")
        QUESTION = "question", _("question")
        DISPUTE = "dispute", _("dispute")
        MISDEAL = "misdeal", _("misdeal")

    event = models.ForeignKey(Event, models.PROTECT, related_name="calls")
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.PROTECT, related_name="calls")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=10, choices=Reason)
    contract = models.CharField(max_length=8, blank=True)
    about = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=40)
    taken_by = models.CharField(max_length=40, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=40, blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_call_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} call {self.number}"
