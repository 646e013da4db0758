"""Draws: the promise made before a draw, the rounds it gave, and how the tables are placed in the room."""

from django.db import models

from .event import Event


class Promise(models.Model):
    """The commitment published before a draw: the hash of its secret.

    The secret is derived from `nonce` and the key in `var/` (see `tournament.draw.promises`). `draws` counts how often
    the promise was drawn with: once more for each draw that was rejected. The promise is `spent` when its secret was
    revealed and the publication then withdrawn: anybody who knows the secret could choose the next draw.
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
    """Rounds that were drawn together: `count` of them, starting at round `first`.

    `entries` lists the entry numbers of those drawn, ascending: player k of the `document` is the k-th of them. The
    document is what `tournament.seating` returned, without the seed, which follows from the secret. The secret is ""
    until the last of these rounds is published. `order` holds the ranking by which a round was drawn, best first.
    """

    class Method(models.TextChoices):
        LOT = "lot"
        RANKED = "ranked"
        SNAKE = "snake"
        STRICT = "strict"

    event = models.ForeignKey(Event, models.PROTECT, related_name="draws")
    number = models.PositiveSmallIntegerField()
    promise = models.ForeignKey(Promise, models.PROTECT, null=True, blank=True, related_name="drawn")
    # Which draw of its promise this was, counted from 1.
    attempt = models.PositiveSmallIntegerField(default=1)
    first = models.PositiveSmallIntegerField()
    count = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Method)
    entries = models.JSONField(default=list)
    order = models.JSONField(default=list)
    words = models.CharField(max_length=120, blank=True)
    nonce = models.CharField(max_length=64, blank=True)
    # SHA-256 of the secret: the promise's, or one that nobody had seen before.
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
    """A publication of rounds `first` to `last`, taken back before anybody played. It outlives the rounds."""

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
    """Where the tables are: rows as seen from the door, each a list of table numbers, with 0 for a gap."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="room")
    rows = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"room of {self.event.slug}"
