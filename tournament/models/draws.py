"""Draws: what was promised before one, what was drawn, and how the tables stand in the room."""

from django.db import models

from .event import Event


class Promise(models.Model):
    """A hash shown before a draw: of a secret derived from `nonce` and the key in `var/` (`tournament.draw.promises`).

    `draws` counts how often it was drawn with: one more than once for each draw that was thrown away. It is `spent`
    when its secret was revealed and the publication withdrawn: whoever knows the secret could choose the next draw.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="promises")
    number = models.PositiveSmallIntegerField()
    nonce = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    draws = models.PositiveSmallIntegerField(default=0)
    spent = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_promise_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} promise {self.number}"


class Draw(models.Model):
    """Rounds that were drawn together: `count` of them from round `first` on.

    `entries` are the numbers of those drawn, ascending: player k of the `document` is the k-th. The document is what
    `tournament.seating` gave, without the seed, which follows from the secret. The secret is "" until the last of its
    rounds is published. `order` holds the ranking by which a round was drawn, the best first.
    """

    class Kind(models.TextChoices):
        LOT = "lot"
        RANKED = "ranked"
        SNAKE = "snake"
        STRICT = "strict"

    event = models.ForeignKey(Event, models.PROTECT, related_name="draws")
    number = models.PositiveSmallIntegerField()
    promise = models.ForeignKey(Promise, models.PROTECT, null=True, blank=True, related_name="drawn")
    # The how-manieth draw of its promise it was.
    attempt = models.PositiveSmallIntegerField(default=1)
    first = models.PositiveSmallIntegerField()
    count = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    entries = models.JSONField(default=list)
    order = models.JSONField(default=list)
    words = models.CharField(max_length=120, blank=True)
    nonce = models.CharField(max_length=64, blank=True)
    # SHA-256 of the secret: that of the promise, or one that nobody had seen before.
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)
    document = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_draw_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} draw {self.number}"

    @property
    def last(self) -> int:
        """The number of its last round."""
        return self.first + self.count - 1


class Withdrawal(models.Model):
    """A publication that was taken back before anybody played: of rounds `first` to `last`. It outlives the rounds."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="withdrawals")
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=40)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_withdrawal_per_number")]

    def __str__(self) -> str:
        return f"{self.event.slug} withdrawal {self.number}"


class Room(models.Model):
    """Where the tables stand: rows as seen from the door, each a list of table numbers, 0 for a gap."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="room")
    rows = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"room of {self.event.slug}"
