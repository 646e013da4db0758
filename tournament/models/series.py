"""Evenings that return: their series, who comes, what was played before Troel, and the tables' stickers."""

import datetime

from django.db import models
from django.urls import reverse

from .event import Event
from .organisations import Organisation
from .persons import Person


class Series(models.Model):
    """Evenings of one weekday and hour, whose results make a season."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="series")
    number = models.PositiveSmallIntegerField()
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=120)
    # 0 is Monday.
    weekday = models.PositiveSmallIntegerField()
    # In the zone of the organisation's plan.
    starts_at = models.TimeField()
    place = models.CharField(max_length=120, blank=True)
    # What differs from the organisation's plan.
    plan = models.JSONField(default=dict)
    # As `tournament.season` reads it.
    season = models.JSONField(default=dict)
    begins_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    confirmation = models.CharField(max_length=10, choices=Event.Confirmation, default=Event.Confirmation.NONE)
    fee = models.PositiveIntegerField(default=0)  # in cents

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["organisation", "number"], name="one_series_per_number"),
            models.UniqueConstraint(fields=["organisation", "slug"], name="one_series_per_address"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The path of its season."""
        return reverse("season", args=[self.organisation.slug, self.slug])


class Evening(models.Model):
    """One date of a series of which something is known: somebody came, or it was moved or cancelled."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="evenings")
    # The date as planned, also of an evening that was moved.
    date = models.DateField()
    moved_to = models.DateField(null=True, blank=True)
    cancelled = models.BooleanField(default=False)
    # Made by the first check-in or tap.
    event = models.OneToOneField(Event, models.PROTECT, null=True, blank=True, related_name="evening")

    class Meta:
        ordering = ["date"]
        constraints = [models.UniqueConstraint(fields=["series", "date"], name="one_evening_per_date")]

    def __str__(self) -> str:
        return f"{self.series} {self.date}"

    @property
    def plays_on(self) -> datetime.date:
        """The date on which it is held."""
        return self.moved_to or self.date

    @property
    def held(self) -> Event | None:
        """Its event, unless it is cancelled."""
        return None if self.cancelled else self.event


class EveningReply(models.Model):
    """Whether somebody comes on an evening, and with how many guests."""

    class ReplyAnswer(models.TextChoices):
        YES = "yes"
        NO = "no"

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="replies")
    person = models.ForeignKey(Person, models.PROTECT, related_name="replies")
    answer = models.CharField(max_length=3, choices=ReplyAnswer)
    guests = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "evening replies"
        constraints = [models.UniqueConstraint(fields=["evening", "person"], name="one_reply_per_evening")]

    def __str__(self) -> str:
        return f"{self.person} {self.answer}"


class SeasonTotal(models.Model):
    """What somebody won at one table of an evening that was not played in Troel."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="totals")
    date = models.DateField()
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="totals")
    points = models.IntegerField()
    deals = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "date", "round", "person"], name="one_total_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.date} {self.round} {self.person}"


class Sticker(models.Model):
    """The code that is stuck on one of the club's own tables."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="stickers")
    number = models.PositiveSmallIntegerField()
    # The code is derived from this; raising it revokes the one that was printed before.
    issue = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["organisation", "number"], name="one_sticker_per_table")]

    def __str__(self) -> str:
        return f"{self.organisation.slug} {self.number}"
