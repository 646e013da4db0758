"""People, and the numbers under which they play."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.naming import SORTING_LENGTH

from .event import Event

if TYPE_CHECKING:
    from .persons import Person


class Player(models.Model):
    """A person. What belongs to one championship is in `Entry`."""

    name = models.CharField(max_length=80)
    # The surname, where `naming.surname_of` would not find it in the name.
    surname = models.CharField(max_length=80, blank=True)
    # The key by which every list of names is sorted (`naming.sorting`).
    sorting = models.CharField(max_length=SORTING_LENGTH, blank=True, editable=False)
    club = models.CharField(max_length=80, blank=True)
    language = models.CharField(max_length=2, blank=True)
    # A word shared by the members of a family, so that a draw can keep them apart; never shown in public.
    family = models.CharField(max_length=80, blank=True)
    # Willing to keep score for the table.
    writes = models.BooleanField(default=False)
    # The player asked not to be named in public.
    initials_only = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event, under a number that is never given to anyone else."""

    class PlayerRole(models.TextChoices):
        COMPETITOR = "competitor", _("competitor")
        JOKER = "joker", pgettext_lazy("volunteer who completes a table", "joker")

    class Paid(models.TextChoices):
        CASH = "cash", pgettext_lazy("how something was paid", "in cash")
        BANK = "bank", pgettext_lazy("how something was paid", "by transfer")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=10, choices=PlayerRole, default=PlayerRole.COMPETITOR)
    present = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    # Withdrawn because the player was absent when the desk closed: the number of that closing, from 1; 0 if not.
    no_show = models.PositiveSmallIntegerField(default=0)
    # On the waiting list, which is withdrawn for the time being: who came earlier has the lower number; 0 if not.
    waiting = models.PositiveIntegerField(default=0)
    excluded = models.BooleanField(default=False)
    # The name of the price that was chosen, of those in `Event.admission`; what was received of it, in cents, and how.
    price = models.CharField(max_length=40, blank=True)
    paid = models.PositiveIntegerField(default=0)
    paid_how = models.CharField(max_length=4, choices=Paid, blank=True)
    # The personal link and the PIN are derived from this; raising it revokes those given out before.
    link_issue = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_entry_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.player.name}"

    @property
    def person(self) -> "Person | None":
        """The person of the organisation's register whom this entry was linked to; None while there is none."""
        link = getattr(self, "link", None)
        return link.person if link else None

    @property
    def plays(self) -> bool:
        """Whether the player takes part: neither withdrawn nor excluded."""
        return not self.withdrawn and not self.excluded

    @property
    def status(self) -> str:
        """The three flags as one word: excluded, withdrawn, present or absent."""
        if self.excluded:
            return "excluded"
        if self.withdrawn:
            return "withdrawn"
        return "present" if self.present else "absent"
