"""People above events: who they are to an organisation, and which players they were."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.naming import SORTING_LENGTH, by_surname

from .organisations import Organisation
from .people import Entry


class Person(models.Model):
    """Somebody in an organisation's register, under a number and a code that are never given to anyone else.

    `Player` stays as they were named in one event. There is no mail address, telephone number or date of birth.
    """

    class Display(models.TextChoices):
        """How a person is shown to the public in all their events."""

        NAME = "name", _("full name")
        INITIALS = "initials", _("initials")
        NUMBER = "number", pgettext_lazy("how a person is shown", "number only")

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="persons")
    number = models.PositiveIntegerField()
    # 80 random bits as 16 letters and digits (base32).
    code = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=80, blank=True)
    # The surname, where `naming.surname_of` would not find it in the name.
    surname = models.CharField(max_length=80, blank=True)
    # The key by which every list of names is sorted (`naming.sorting`).
    sorting = models.CharField(max_length=SORTING_LENGTH, blank=True, editable=False)
    language = models.CharField(max_length=2, blank=True)
    display = models.CharField(max_length=10, choices=Display, default=Display.NAME)
    # The person's own link is derived from this; raising it revokes the one given out before.
    link_issue = models.PositiveSmallIntegerField(default=1)
    # Nothing but number and code is left: a "withdrawn person".
    forgotten = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["organisation", "number"], name="one_person_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def listed(self) -> str:
        """The name as in a list sorted by name: surname first."""
        return by_surname(self.name, self.surname)


class AffiliationQuerySet(models.QuerySet["Affiliation"]):
    """Who belongs or belonged to a club, and those who do on a day."""

    def on(self, day: datetime.date) -> "AffiliationQuerySet":
        """Those that hold on a day."""
        return self.filter(models.Q(until=None) | models.Q(until__gte=day), since__lte=day)


class Affiliation(models.Model):
    """That a person is a member or a guest of a club for a time."""

    class AffiliationKind(models.TextChoices):
        MEMBER = "member", _("member")
        GUEST = "guest", pgettext_lazy("of a club", "guest")

    # The first key is the way to the register that seals it: the person's.
    person = models.ForeignKey(Person, models.PROTECT, related_name="affiliations")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="affiliations")
    # Counts those of one person, from 1.
    number = models.PositiveSmallIntegerField()
    licence = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=10, choices=AffiliationKind, default=AffiliationKind.MEMBER)
    since = models.DateField()
    # The last day; None while it goes on.
    until = models.DateField(null=True, blank=True)

    objects = AffiliationQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["person", "number"], name="one_affiliation_per_number"),
            # A licence number belongs to one person in a club; one that ended sets its number free.
            models.UniqueConstraint(
                fields=["organisation", "licence"],
                condition=models.Q(until=None) & ~models.Q(licence=""),
                name="one_licence_in_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.organisation.slug}"


class PersonLink(models.Model):
    """That an entry of a hosted event is a person of the register.

    `digest` is that of the appendix text `{"event": …, "number": …, "person": …}`; once that is emptied, the row says
    only that somebody was linked. `event_line` and `event_seal` name the event's last line at that moment.
    """

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="links")
    digest = models.CharField(max_length=64)
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, blank=True, related_name="link")
    person = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="links")
    event_line = models.PositiveIntegerField()
    event_seal = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "digest"], name="one_link_per_digest")]

    def __str__(self) -> str:
        return f"{self.organisation.slug} {self.digest[:12]}"
