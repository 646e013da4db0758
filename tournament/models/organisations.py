"""Who holds events week after week: a club, a province, the federation; who works for it, and its register."""

from collections.abc import Collection, Iterator

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .chain import AppendixText, ChainOwner, SealedLine
from .event import Event

# How the address of a register begins.
ORGANISATIONS = "o/"


class Organisation(ChainOwner):
    """A club or what is above it. It is never deleted, and its address never changes."""

    class OrganisationKind(models.TextChoices):
        CLUB = "club", _("club")
        PROVINCE = "province", _("province")
        FEDERATION = "federation", _("federation")

    slug = models.SlugField(max_length=60, unique=True)
    kind = models.CharField(max_length=10, choices=OrganisationKind, default=OrganisationKind.CLUB)
    name = models.CharField(max_length=120)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="parts")
    place = models.CharField(max_length=120, blank=True)
    # The accent of its pages, "#rrggbb"; "" for that of Troel.
    colour = models.CharField(max_length=7, blank=True)
    # The digest of its logo in the appendix (`acts.event.pictures`); "" for none.
    logo = models.CharField(max_length=64, default="", db_default="", blank=True)
    # What its evenings are like, as `acts.register.organisations` checks it; {} for the defaults.
    plan = models.JSONField(default=dict)
    # So many months after somebody last played or was a member, a steward is asked to forget them; 0: never.
    names_kept_months = models.PositiveSmallIntegerField(default=24)

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """As in the path of its public page, "o/de-linde", which no event is called."""
        return f"{ORGANISATIONS}{self.slug}"

    def get_absolute_url(self) -> str:
        """The path of its public page."""
        return reverse("organisation", args=[self.slug])


def chain_owners(addresses: Collection[str] = ()) -> Iterator[Event | Organisation]:
    """Those at these addresses (`ChainOwner.address`), or all of them: the events, then the organisations."""
    slugs = [address.removeprefix(ORGANISATIONS) for address in addresses]
    kinds: tuple[type[Event | Organisation], ...] = (Event, Organisation)
    for kind in kinds:
        rows = kind.objects.filter(slug__in=slugs) if addresses else kind.objects.order_by("slug")
        yield from (owner for owner in rows if not addresses or owner.address in addresses)


class HostedEvent(models.Model):
    """That an event is an organisation's. The event's own chain and proof know nothing of it."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="hosted")
    event = models.OneToOneField(Event, models.PROTECT, related_name="hosted")

    def __str__(self) -> str:
        return f"{self.organisation.slug}: {self.event.slug}"


class Steward(models.Model):
    """What one user may do in one organisation; see `tournament.access`."""

    class StewardRole(models.TextChoices):
        OWNER = "owner", _("owner")
        SECRETARY = "secretary", _("secretary")
        DESK = "desk", _("desk")
        JURY = "jury", _("jury")
        AUDITOR = "auditor", _("auditor")

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="stewards")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="stewardships")
    role = models.CharField(max_length=10, choices=StewardRole)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "user", "role"], name="one_steward_per_role")]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class RegisterLine(SealedLine):
    """One act of an organisation."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="log")

    class Meta(SealedLine.Meta):
        constraints = [models.UniqueConstraint(fields=["organisation", "sequence"], name="one_register_line")]

    def __str__(self) -> str:
        return f"{self.organisation.slug} {self.sequence} {self.act}"


class RegisterText(AppendixText):
    """A text of a register's appendix: a name, a licence number, whom a link joins, a plan."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="texts")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "digest"], name="one_register_text")]
