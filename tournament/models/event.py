"""The championship itself, and who works for it."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.chain import ChainOwner
from tournament.models.shared import SharedJSON


class Event(ChainOwner):
    """One championship (tornooi, tournoi). It carries its own copy of its rule set and is never deleted."""

    # As its logbooks have had it from the beginning.
    SALT_BYTES = 8

    class State(models.TextChoices):
        REHEARSAL = "rehearsal", pgettext_lazy("state of an event", "rehearsal")
        LIVE = "live", pgettext_lazy("state of an event", "live")
        CLOSED = "closed", pgettext_lazy("state of an event", "closed")
        ARCHIVED = "archived", pgettext_lazy("state of an event", "archived")

    class Confirmation(models.TextChoices):
        NONE = "none", _("nobody signs")
        CAPTAIN = "captain", _("the captain closes the table")
        PLAYERS = "players", _("every player signs at the end of the round")
        DEALS = "deals", _("another player at the table confirms each deal")

    class Jury(models.TextChoices):
        """Who says that the jury allowed a contract that requires it."""

        TABLE = "table", _("the captain says whether the jury was there")
        HAND = "hand", _("the jury itself allows them; until then the deal waits")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    # The rule set as returned by `scoring.RuleSet.to_dict`; it holds its own format version.
    rules = SharedJSON(default=dict)
    # Parts of the rules that somebody compared with the federation's sheet: {"PC9": {"by": "user:1", "at": "2026-…"}}.
    compared = models.JSONField(default=dict)
    # Stages, bonus, clubs and sit-outs as `tournament.ranking.format` reads them; {} is a plain event.
    format = models.JSONField(default=dict)
    # Whether and when players register themselves, as `tournament.admission` reads it; {} is an event without.
    admission = models.JSONField(default=dict)
    # The cash that was counted at the desk, as `acts.people.fees` keeps it.
    cash_counts = models.JSONField(default=list)
    # The prizes and who may win them, as `tournament.ranking.prizes` reads them; {} where there are none.
    prizes = models.JSONField(default=dict)
    planned_rounds = models.PositiveSmallIntegerField(default=3)
    deals_per_round = models.PositiveSmallIntegerField(default=16)
    tie_breaks = models.JSONField(default=list)
    lot_seed = models.CharField(max_length=64, blank=True)
    confirmation = models.CharField(max_length=10, choices=Confirmation, default=Confirmation.CAPTAIN)
    jury = models.CharField(max_length=5, choices=Jury, default=Jury.TABLE)
    # For so many minutes a decision of the jury can be appealed; 0: never.
    appeal_minutes = models.PositiveSmallIntegerField(default=0)
    # Every sheet is typed a second time by somebody else before it counts as verified.
    typed_twice = models.BooleanField(default=False)
    # What the staff typed from paper needs no signature on a phone: the players signed the sheet.
    paper_signed = models.BooleanField(default=False)
    languages = models.JSONField(default=list)
    records_trump = models.BooleanField(default=False)
    ranks_jokers = models.BooleanField(default=False)
    listed = models.BooleanField(default=True)
    demo = models.BooleanField(default=False)
    # Numbers of players who were deleted; they are never given again.
    spent_numbers = models.JSONField(default=list)
    # Thrown away: only the staff see it, and can restore it.
    binned = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.REHEARSAL)
    # When the head jury declared the ranking final; None while nobody did.
    final_at = models.DateTimeField(null=True, blank=True)
    # What is announced to phones and screens, as `acts.kernel.notices` keeps it.
    notices = models.JSONField(default=list)
    # The public ranking stays as it is after this round; of the one that is kept back, the last `revealed` places show.
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    revealed = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The path of the event's public ranking."""
        return reverse("ranking", args=[self.slug])

    @property
    def is_open(self) -> bool:
        """Whether people may still come, play and be ruled on: it is neither closed nor archived."""
        return self.state in (self.State.REHEARSAL, self.State.LIVE)

    @property
    def registers(self) -> bool:
        """Whether its public pages lead to the form of registration, which says by itself when that is open."""
        return self.is_open and bool(self.admission.get("form"))

    @property
    def has_clubs(self) -> bool:
        """Whether anybody is of a club: where nobody is, nothing leads to the ranking of the clubs."""
        return self.entries.exclude(player__club="").exists()


class Membership(models.Model):
    """What one user may do in one event; see `tournament.access`."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        DESK = "desk", _("desk")
        JURY = "jury", _("jury")
        HEAD_JURY = "head_jury", _("head jury")
        AUDITOR = "auditor", _("auditor")

    event = models.ForeignKey(Event, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    # The player they are in this event: nobody rules at a table where they play.
    entry = models.ForeignKey("Entry", models.SET_NULL, null=True, blank=True, related_name="memberships")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="one_membership_per_role")]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
