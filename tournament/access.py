"""Who may do what: asked on the first line of every page that is not public.

Most functions return a pair: what the page is about, and the actor that goes into the logbook as `by`.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Self

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import links
from tournament.integers import read_digits
from tournament.models import Entry, Evening, Event, Membership, Organisation, Person, Steward, Sticker, Table
from tournament.progress.evenings_on import EveningOn, evenings_on

Role = Membership.Role

# How the logbook begins the name of a member.
MEMBER = "user"
ORGANISER, DESK, JURY, HEAD_JURY, AUDITOR = Role.ORGANISER, Role.DESK, Role.JURY, Role.HEAD_JURY, Role.AUDITOR


class Permission(StrEnum):
    """What a page of the staff is for, and the roles that may open it; organisers do everything in their own event.

    What is done only `while_open` is neither offered nor asked for once the event is closed.
    """

    roles: frozenset[Role]
    while_open: bool

    def __new__(cls, name: str, roles: Collection[Role] = (), while_open: bool = False) -> Self:
        """A permission under its name, for organisers and these roles."""
        permission = str.__new__(cls, name)
        permission._value_ = name
        permission.roles, permission.while_open = frozenset({ORGANISER, *roles}), while_open
        return permission

    LOOK = "look", {DESK, JURY, HEAD_JURY, AUDITOR}
    PLAN = "plan"
    REGISTER = "register", {DESK}
    ADMIT = "admit", {DESK}, True
    SEAT = "seat", (), True
    WRITE_DEALS = "write deals", {DESK}, True
    CORRECT_DEALS = "correct deals", {DESK, HEAD_JURY}, True
    RULE = "rule", {JURY, HEAD_JURY}, True
    SETTLE_DISPUTES = "settle disputes", {DESK, JURY, HEAD_JURY}, True
    CANCEL_DECISIONS = "cancel decisions", {HEAD_JURY}, True
    # Reopening a round, swapped seats, and declaring the ranking final.
    CORRECT_RESULTS = "put right", {HEAD_JURY}, True
    ANNOUNCE = "announce", {DESK, JURY, HEAD_JURY}
    RECORD_APPEALS = "record appeals", {DESK, JURY, HEAD_JURY}, True
    # What an auditor reads beside those who work with it.
    SEE_PLAN = "see the plan", {AUDITOR}
    SEE_FEES = "see fees", {DESK, AUDITOR}
    SEE_RULINGS = "see rulings", {JURY, HEAD_JURY, AUDITOR}
    SEE_OPEN_ISSUES = "see what is open", {HEAD_JURY, AUDITOR}
    READ_LOGBOOK = "read logbook", {HEAD_JURY, AUDITOR}
    CHECK_DRAWS = "check draws", {AUDITOR}


class ClubPermission(StrEnum):
    """What a page of an organisation is for, and the stewards who may open it; owners do everything in their own."""

    roles: frozenset[Steward.StewardRole]

    def __new__(cls, name: str, roles: Collection[Steward.StewardRole] = ()) -> Self:
        """A permission under its name, for owners and these roles."""
        permission = str.__new__(cls, name)
        permission._value_ = name
        permission.roles = frozenset({Steward.StewardRole.OWNER, *roles})
        return permission

    LOOK = "see the club", tuple(Steward.StewardRole)
    # Names in full, licence numbers, who is linked to whom.
    SEE_MEMBERS = "see members", {Steward.StewardRole.SECRETARY, Steward.StewardRole.DESK, Steward.StewardRole.AUDITOR}
    # At the door: who is in, guests, the evening's code, personal links.
    RECEIVE = "receive", {Steward.StewardRole.SECRETARY, Steward.StewardRole.DESK}
    KEEP_MEMBERS = "keep members", {Steward.StewardRole.SECRETARY}
    # Series, evenings, the season, stickers; and making events.
    RUN = "run evenings", {Steward.StewardRole.SECRETARY}
    SET_UP = "set up", ()
    APPOINT = "appoint", ()


class PermissionSet(frozenset[StrEnum]):
    """What a visitor may do in an event, or in an organisation; a template asks by the name of the permission.

    As in `may.correct_deals`.
    """

    def __getitem__(self, name: str) -> bool:
        return any(permission.name == name.upper() for permission in self)


# Django's own permission for making rows of events, by its natural key; an administrator gives it to an account.
MAKE_EVENTS = ("add_event", "tournament", "event")
# The accounts that have it.
MAKERS = Q(user_permissions__codename=MAKE_EVENTS[0], user_permissions__content_type__app_label=MAKE_EVENTS[1])
THROWN_AWAY = gettext_lazy("This event is no longer shown.")


class DeadLinkError(Http404):
    """A link that does not open anything (any more); the page says why in the visitor's language.

    `table` is the table it would open at another time: the holder of its link sits there, and the page may lead them
    on. `token` is that of a table's phone, which may still keep what it could not send. `heading` is what the page is
    about, where there is such a page at other times.
    """

    def __init__(self, sentence: str, table: Table | None = None, token: str = "", heading: str = "") -> None:
        super().__init__(sentence)
        self.table = table
        self.token = token
        self.heading = heading


class EventClosedError(PermissionDenied):
    """A page that leads to what is done only while the event is open, asked for once it is closed."""

    def __init__(self, event: Event) -> None:
        super().__init__(_("This event is closed. Its organiser can reopen it on the “Overview” page."))
        self.event = event


def staff(request: HttpRequest, slug: str, may: Permission, *, even_binned: bool = False) -> tuple[Event, str]:
    """The event and the actor, for a member who `may` do this in it.

    Raises PermissionDenied for anybody else (the 403 page leads to the sign-in), DeadLinkError while the event is in
    the bin, unless the page is the one that restores it (`even_binned`), and EventClosedError where a page leads to
    what is done only while the event is open.
    """
    user = member(request)
    # Whether it is an evening of a club is asked in the same query: its pages lead back to *Tonight*.
    event = get_object_or_404(Event.objects.select_related("evening__series__organisation"), slug=slug)
    if not Membership.objects.filter(event=event, user=user, role__in=may.roles).exists():
        raise PermissionDenied
    if event.binned and not even_binned:
        raise DeadLinkError(_("This event is in the bin. Its organiser can find it under “My events”."))
    # A form that was sent is for the act to answer: it may have been done already.
    if may.while_open and not event.is_open and request.method in ("GET", "HEAD"):
        raise EventClosedError(event)
    return event, actor(user)


def member(request: HttpRequest) -> User:
    """The signed-in user. Raises PermissionDenied if there is none; the 403 page leads to the sign-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def administrator(request: HttpRequest) -> str:
    """The actor, for an administrator of this installation. Raises PermissionDenied for anybody else."""
    user = member(request)
    if not user.is_staff:
        raise PermissionDenied
    return actor(user)


def founder(request: HttpRequest) -> str:
    """The actor, for a user who may make events on this installation. Raises PermissionDenied for anybody else."""
    user = member(request)
    if not may_make_events(user):
        raise PermissionDenied
    return actor(user)


def may_make_events(user: User) -> bool:
    """Whether a user may make events: an administrator, whom one allowed it, or a steward who runs evenings."""
    runs = Q(stewardships__role__in=ClubPermission.RUN.roles)
    return user.is_staff or User.objects.filter(MAKERS | runs, pk=user.pk).exists()


def hosts_of(user: User) -> list[Organisation | None]:
    """For whom a user may make an event: the clubs whose evenings they run, and None if also without a club."""
    return [*clubs_of(user, ClubPermission.RUN), *([None] if has_rights(user) else [])]


def has_rights(user: User) -> bool:
    """Whether a user has rights on the whole installation: an administrator, or who may make events without a club."""
    return user.is_staff or has_right_to_make_events(user)


def has_right_to_make_events(user: User) -> bool:
    """Whether an administrator gave an account the right to make events; stewards and administrators need none."""
    return User.objects.filter(MAKERS, pk=user.pk).exists()


def steward(request: HttpRequest, slug: str, may: ClubPermission) -> tuple[Organisation, str]:
    """The organisation and the actor, for a steward who `may` do this in it.

    Raises PermissionDenied for anybody else (the 403 page leads to the sign-in), also for stewards of another one.
    """
    user = member(request)
    organisation = get_object_or_404(Organisation, slug=slug)
    if not Steward.objects.filter(organisation=organisation, user=user, role__in=may.roles).exists():
        raise PermissionDenied
    return organisation, actor(user)


def clubs_of(user: User, may: ClubPermission) -> list[Organisation]:
    """The organisations in which a user `may` do this, by name."""
    stewarded = Steward.objects.filter(user=user, role__in=may.roles).values("organisation")
    return list(Organisation.objects.filter(pk__in=stewarded).order_by("name", "pk"))


def allowed_steward(request: HttpRequest, organisation: Organisation) -> PermissionSet:
    """Everything the visitor may do in an organisation, so that a page shows only what they can use."""
    if not isinstance(request.user, User):
        return PermissionSet()
    rows = Steward.objects.filter(organisation=organisation, user=request.user)
    roles = set(rows.values_list("role", flat=True))
    return PermissionSet(may for may in ClubPermission if roles & may.roles)


def allowed(request: HttpRequest, event: Event) -> PermissionSet:
    """Everything the visitor may do in an event, so that a page shows only what they can use."""
    if not isinstance(request.user, User):
        return PermissionSet()
    roles = set(Membership.objects.filter(event=event, user=request.user).values_list("role", flat=True))
    return PermissionSet(may for may in Permission if roles & may.roles and (event.is_open or not may.while_open))


def captain(token: str) -> tuple[Table, str]:
    """The table of a write link, and its actor. Raises DeadLinkError if it is revoked, unknown or not open now."""
    table = next(iter(Table.objects.select_related("round__event").filter(pk=links.id_in(token)).order_by()), None)
    if table is None or not links.matches(token, links.table_token(table)):
        raise DeadLinkError(_no_link_of(table, token))
    if table.round.event.binned:
        raise DeadLinkError(str(THROWN_AWAY))
    if not table.round.published:
        raise DeadLinkError(_("This round has not started yet."), table)
    if table.round.closed:
        raise DeadLinkError(_("This round is over, and its links no longer work."), table, token)
    table.read_at = table.round.event.seal
    return table, f"table:{table.round.number}/{table.number}"


def player(token: str) -> tuple[Entry, str]:
    """The entry of a personal link, and its actor. Raises DeadLinkError if it is revoked, unknown or its event over."""
    rows = Entry.objects.select_related("event", "player").filter(pk=links.id_in(token)).order_by()
    entry = next(iter(rows), None)
    if entry is None or not links.matches(token, links.personal_token(entry)):
        raise DeadLinkError(_("This link does not belong to a player. Ask the organiser for a new slip."))
    _require_going_on(entry.event)
    return entry, f"entry:{entry.number}"


def player_of_link(address: str) -> int | None:
    """The primary key of the entry whose personal link was read from a code; None if it is not such a link."""
    token = address.rstrip("/").rpartition("/")[2]
    entry = Entry.objects.filter(pk=links.id_in(token)).order_by().first() if "/p/" in address else None
    return entry.pk if entry and links.matches(token, links.personal_token(entry)) else None


def reader(token: str) -> Table:
    """The table of a link for reading. Raises DeadLinkError if it is revoked, unknown, not shown yet or over."""
    table = next(iter(Table.objects.select_related("round__event").filter(pk=links.id_in(token)).order_by()), None)
    if table is None or not links.matches(token, links.reading_token(table)):
        raise DeadLinkError(_("This link does not belong to a table. Scan the code on your table again."))
    _require_going_on(table.round.event)
    if not table.round.published:
        raise DeadLinkError(_("This round has not started yet."), table)
    return table


def _require_going_on(event: Event) -> None:
    """Ends the links of players with their event."""
    if event.binned:
        raise DeadLinkError(str(THROWN_AWAY))
    if not event.is_open:
        raise DeadLinkError(_("This event is over, and its links no longer work."))


def _no_link_of(table: Table | None, token: str) -> str:
    """Why a token opens no table; for the link of a withdrawn seating, what became of it."""
    if table and table.round.withdrawal_id and links.was_of_table(token, table):
        return _(
            "The seating of this round was withdrawn, and this link with it. When the seating is shown again, scan the"
            " new code on your table."
        )
    return _("This link does not belong to a table. Scan the code on your table again.")


def person(token: str) -> tuple[Person, str]:
    """The person of a link above all events, and their actor. Raises DeadLinkError if it is revoked or unknown."""
    rows = Person.objects.select_related("organisation").filter(pk=links.id_in(token), forgotten=False).order_by()
    person = next(iter(rows), None)
    if person is None or not links.matches(token, links.person_token(person)):
        raise DeadLinkError(_("This link does not belong to anybody. Ask the secretary of the club for a new one."))
    return person, f"person:{person.number}"


def sticker(code: str) -> Sticker:
    """The sticker with this code. Raises DeadLinkError if it is revoked or unknown."""
    row = Sticker.objects.select_related("organisation").filter(pk=links.id_in(code)).order_by().first()
    if row is None or not links.matches(code, links.sticker_code(row)):
        raise DeadLinkError(_("This code no longer opens a table. Ask the secretary for a new sticker."))
    return row


def door(slug: str, token: str) -> EveningOn:
    """The evening of an organisation whose door this is. Raises DeadLinkError if none that is on now has it."""
    organisation = get_object_or_404(Organisation, slug=slug)
    for evening in evenings_on(organisation):
        if links.matches(token, links.door_token(evening.series, evening.date)):
            return evening
    for row in Evening.objects.filter(series__organisation=organisation, cancelled=True).select_related("series"):
        if links.matches(token, links.door_token(row.series, row.date)):
            raise DeadLinkError(_("This evening is cancelled."), heading=row.series.name)
    raise DeadLinkError(_("This is not the door of an evening that is on now. Scan the code in the hall again."))


def first_organiser(token: str) -> None:
    """Admits the holder of the one-time link printed at the first start. Raises DeadLinkError if it is wrong or old."""
    expected = links.first_organiser_token()
    if expected is None:
        raise DeadLinkError(
            _("This link has already been used: there is an organiser. Sign in, or ask for an invitation.")
        )
    if not links.matches(token, expected):
        raise DeadLinkError(_("This is not the link that was printed when Troel was started."))


def invited(token: str) -> User:
    """The member to whom an invitation was given. Raises DeadLinkError if it was used, or never given."""
    user = User.objects.filter(pk=links.id_in(token), is_active=True).first()
    if user is None or not links.matches(token, links.invitation_token(user.pk, user.password)):
        raise DeadLinkError(_("This invitation has been used, or was never issued. Ask the organiser for a new one."))
    return user


def public(slug: str) -> Event:
    """The event at this address, for everybody; also an unlisted one. Raises DeadLinkError if it is in the bin."""
    event = get_object_or_404(Event.objects.select_related("hosted__organisation"), slug=slug)
    if event.binned:
        raise DeadLinkError(str(THROWN_AWAY))
    return event


def members(event: Event, *roles: str) -> dict[str, str]:
    """The members with one of these roles in an event: user names in their order, by actor."""
    rows = Membership.objects.filter(event=event, role__in=roles, user__is_active=True).select_related("user")
    return {actor(row.user): row.user.username for row in rows.order_by("user__username")}


def actor(user: User) -> str:
    """A member as the logbook names them: by key, not by name."""
    return f"{MEMBER}:{user.pk}"


def is_member(actor: str) -> bool:
    """Whether somebody in the logbook's notation is a member, and not a table's link or the server itself."""
    return actor.startswith(f"{MEMBER}:")


def user_key(actor: str) -> int:
    """The key of a member, from the logbook's notation; 0, which nobody has, for anybody else."""
    kind, _colon, key = actor.partition(":")
    return read_digits(key) or 0 if kind == MEMBER else 0
