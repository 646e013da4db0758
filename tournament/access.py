"""Who may: asked on the first line of every page that is not public.

An answer is a pair: what the page is about, and the actor that goes into the logbook as `by`.
"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import links
from tournament.models import Event, Membership, Table

Role = Membership.Role

# What a page of the staff is for -> who may open it. An organiser may everything in their own event.
MAY: dict[str, frozenset[str]] = {
    "look": frozenset({Role.ORGANISER, Role.DESK, Role.JURY, Role.HEAD_JURY, Role.AUDITOR}),
    "plan": frozenset({Role.ORGANISER}),
    "register": frozenset({Role.ORGANISER, Role.DESK}),
    "seat": frozenset({Role.ORGANISER}),
    "write deals": frozenset({Role.ORGANISER, Role.DESK}),
    "rule": frozenset({Role.ORGANISER, Role.JURY, Role.HEAD_JURY}),
    "cancel decisions": frozenset({Role.ORGANISER, Role.HEAD_JURY}),
    "read logbook": frozenset({Role.ORGANISER, Role.HEAD_JURY, Role.AUDITOR}),
    "check draws": frozenset({Role.ORGANISER, Role.AUDITOR}),
}


THROWN_AWAY = gettext_lazy("This event is no longer shown.")


class DeadLink(Http404):
    """A link that opens nothing (any more); the page says why in the visitor's language.

    `table` is the one it would open at another time: whoever holds its link sits there, and may be led on.
    """

    def __init__(self, sentence: str, table: Table | None = None) -> None:
        super().__init__(sentence)
        self.table = table


def staff(request: HttpRequest, slug: str, may: str, *, even_binned: bool = False) -> tuple[Event, str]:
    """The event, for a member who may do this in it. PermissionDenied otherwise; the 403 page leads to sign-in.

    DeadLink while it lies in the bin, unless the page is the one that takes it out.
    """
    user = member(request)
    event = get_object_or_404(Event, slug=slug)
    if not Membership.objects.filter(event=event, user=user, role__in=MAY[may]).exists():
        raise PermissionDenied
    if event.binned and not even_binned:
        raise DeadLink(_("This event is in the bin. Its organiser finds it there under “My events”."))
    return event, actor(user)


def member(request: HttpRequest) -> User:
    """Whoever is signed in. PermissionDenied when nobody is; the 403 page leads to sign-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def founder(request: HttpRequest) -> str:
    """The actor, for whoever may make events on this installation."""
    user = member(request)
    if not user.is_staff:
        raise PermissionDenied
    return actor(user)


def allowed(request: HttpRequest, event: Event) -> frozenset[str]:
    """All that the visitor may do in an event, for showing only what he can use."""
    if not isinstance(request.user, User):
        return frozenset()
    roles = set(Membership.objects.filter(event=event, user=request.user).values_list("role", flat=True))
    return frozenset(may for may, who in MAY.items() if roles & who)


def captain(token: str) -> tuple[Table, str]:
    """The table a write link belongs to. DeadLink when it is revoked, unknown, or its round is over."""
    table = next(iter(Table.objects.select_related("round__event").filter(pk=links.id_in(token)).order_by()), None)
    if table is None or not links.matches(token, links.table_token(table)):
        raise DeadLink(_no_link_of(table, token))
    if table.round.event.binned:
        raise DeadLink(str(THROWN_AWAY))
    if not table.round.published:
        raise DeadLink(_("This round has not started yet."), table)
    if table.round.closed:
        raise DeadLink(_("This round is over, and its links with it."), table)
    return table, f"table:{table.round.number}/{table.number}"


def _no_link_of(table: Table | None, token: str) -> str:
    """Why a token opens no table; whoever was given it once is told what became of it."""
    if table and table.round.withdrawal_id and links.was_of_table(token, table):
        return _(
            "The seating of this round was withdrawn, and this link with it. "
            "When it is shown again, scan the new code on your table."
        )
    return _("This link does not belong to a table. Scan the code on your table again.")


def first_organiser(token: str) -> None:
    """Lets in whoever holds the one-time link printed at the first start. DeadLink when it is no good (any more)."""
    expected = links.first_organiser_token()
    if expected is None:
        raise DeadLink(_("This link has done its work: there is an organiser. Sign in, or ask to be invited."))
    if not links.matches(token, expected):
        raise DeadLink(_("This is not the link that was printed when Troel was started."))


def invited(token: str) -> User:
    """The member an invitation was given to. DeadLink once it was used, or when it was never given."""
    user = User.objects.filter(pk=links.id_in(token), is_active=True).first()
    if user is None or not links.matches(token, links.invitation_token(user.pk, user.password)):
        raise DeadLink(_("This invitation has been used, or was never given. Ask the organiser for a new one."))
    return user


def public(slug: str) -> Event:
    """An event for anybody who has its address; an unlisted one too."""
    event = get_object_or_404(Event, slug=slug)
    if event.binned:
        raise DeadLink(str(THROWN_AWAY))
    return event


def actor(user: User) -> str:
    """A member as the logbook names him: without his name."""
    return f"user:{user.pk}"
