"""Rounds, tables, who sat where, and the deals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .draws import Withdrawal
from .event import Event
from .people import Entry


class Round(models.Model):
    """One round (ronde, manche). Whether it is finished is computed from its tables, not stored."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=20, default="preliminary")
    deals = models.PositiveSmallIntegerField()
    draw = models.CharField(max_length=20, default="shuffle")
    published = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)
    # A hidden round does not count on the public pages until it is shown.
    visible = models.BooleanField(default=True)
    # The last time its publication was withdrawn; kept when the round is published again.
    withdrawal = models.ForeignKey(Withdrawal, models.PROTECT, null=True, blank=True, related_name="rounds")
    # The hour after which only the head jury changes its results; None while there is none.
    provisional_until = models.DateTimeField(null=True, blank=True)
    # The timer: the minutes to play (None while there is none), since when it runs (None while it is paused), and the
    # seconds that it had run before.
    timer_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    timer_since = models.DateTimeField(null=True, blank=True)
    timer_spent = models.PositiveIntegerField(default=0)
    # Exchanges made by hand, in order: [number, table, number, table], with table 0 for a player who sat out.
    exchanged = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} {self.number}"


class Table(models.Model):
    """One table of one round. `captain` is the seat that keeps score: 4, the marker, unless another was chosen."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    captain = models.PositiveSmallIntegerField(default=4)
    # Overrides the round's number of deals.
    deals_override = models.PositiveSmallIntegerField(null=True, blank=True)
    # The last deal of a table that was stopped early, and why; `averaged` says that its players get for each deal they
    # did not play the average of those they did.
    ended_after = models.PositiveSmallIntegerField(null=True, blank=True)
    ended_because = models.CharField(max_length=500, blank=True, default="")
    averaged = models.BooleanField(default=False)
    # What it may play longer than the round's timer says.
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    closed = models.BooleanField(default=False)
    # Why it was closed although signatures were missing.
    unsigned_because = models.CharField(max_length=500, blank=True)
    # The links to write and to read are derived from this; raising it revokes every link given out before.
    link_issue = models.PositiveSmallIntegerField(default=1)
    revision = models.PositiveIntegerField(default=0)
    # The hash of the phone that writes here, until another takes over; "" while none has said so.
    phone = models.CharField(max_length=64, blank=True, default="")
    # Whose phone that is, by position; None where nobody chose a name: then it is the captain's.
    writer = models.PositiveSmallIntegerField(null=True, blank=True)

    # The seal of the event with which this row was read in one statement; None if they were read apart. An act need not
    # read them again while the event still has it: every act changes it.
    read_at: str | None = None

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"

    @property
    def deals_planned(self) -> int:
        """How many deals this table plays: all of them, unless it was stopped early."""
        return self.ended_after or self.deals_in_full

    @property
    def deals_in_full(self) -> int:
        """How many deals this table plays if nobody stops it."""
        return deals_in_full(self.deals_override, self.round.deals)


def deals_in_full(override: int | None, deals: int) -> int:
    """How many deals a table plays if nobody stops it: its own number, or that of its round."""
    return override or deals


class Seat(models.Model):
    """Who sat at a position from a given deal on: a substitute who comes in at deal 9 is a second row."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    from_deal = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["position", "from_deal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position", "from_deal"], name="one_entry_per_seat_and_deal")
        ]

    def __str__(self) -> str:
        return f"{self.table} seat {self.position}: {self.entry}"


class Deal(models.Model):
    """The present state of one deal (gift, donne); its history is in the logbook.

    `result` is what was entered, in the form `scoring.Result.read` takes, without the jury's answer, which is a
    `Decision`. Points are never stored. `announced` is what is being played while there is no result yet: contract,
    declarers, and the trump if it was given (`scoring.game.results.read_announced`).
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="deals")
    number = models.PositiveSmallIntegerField()
    announced = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    passes = models.PositiveSmallIntegerField(default=0)
    misdeals = models.PositiveSmallIntegerField(default=0)
    # Goes up with every act on the deal, even a pass or misdeal: it identifies what somebody was looking at.
    version = models.PositiveIntegerField(default=0)
    # When and why the result was last corrected by somebody other than the table.
    corrected_at = models.DateTimeField(null=True, blank=True)
    corrected_because = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_deal_per_number")]

    def __str__(self) -> str:
        return f"{self.table} deal {self.number}"

    @property
    def redealt(self) -> int:
        """How often its cards were dealt again."""
        return self.passes + self.misdeals


class Submission(models.Model):
    """A key made on a phone and the answer it got: the same key gets the same answer, for ever.

    `digest` is the hash of the request made with it; "" for keys from before digests were kept.
    """

    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, blank=True, default="")
    table = models.ForeignKey(Table, models.PROTECT, related_name="submissions")
    answer = models.JSONField()
    at = models.DateTimeField()
    # The rehearsal in which it was written was wiped: sent again, it is refused.
    wiped = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.table} {self.key}"


class Signature(models.Model):
    """What a player signed, as it was shown to them: evidence, never a second source of truth.

    `deal` is None for a player's whole column. Where a player refused (`accepted` is False) it is a dispute about that
    deal, with the player's `text`; it stays open until somebody gives a `resolution`.
    """

    class How(models.TextChoices):
        PHONE = "phone", _("on their own phone")
        PIN = "pin", _("with their PIN, on the table’s phone")
        PAPER = "paper", _("on paper")

    table = models.ForeignKey(Table, models.PROTECT, related_name="signatures")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="signatures")
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    shown = models.JSONField()
    how = models.CharField(max_length=5, choices=How)
    accepted = models.BooleanField()
    at = models.DateTimeField()
    text = models.CharField(max_length=500, blank=True)
    resolution = models.CharField(max_length=500, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.CharField(max_length=40, blank=True)
    # The rehearsal was wiped or the sheet emptied: it no longer says anything about this table.
    void = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_signature_per_number")]

    def __str__(self) -> str:
        return f"{self.table} {self.entry}"
