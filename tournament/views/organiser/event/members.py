"""Who works for the event: inviting somebody, the one-time link, revoking a role."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access
from tournament.acts.event.members import grant_role, invite, members_to_ask, plays_as, revoke_role
from tournament.errors import UserError
from tournament.forms.people.people import InvitationForm, PlaysAsForm
from tournament.models import Event, Membership
from tournament.version_tokens import token_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, put_right, staff_page
from tournament.views.shared.identity import require_password
from tournament.views.shared.invitations import invitation_link, invitation_svg, roles_of
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET", "POST")
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members by role, and a form to invite another."""
    may = access.Permission.PLAN if request.method == "POST" else access.Permission.SEE_PLAN
    event, by = access.staff(request, slug, may)
    form = InvitationForm(request.POST or None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        require_password(request)
        try:
            user = _invite(event, by, form)
        except UserError as refusal:
            status = put_right(form, refusal)
        else:
            return see_other("staff:member", slug, user.pk)
    every = _members(event)
    count = sum(membership.role == Membership.Role.ORGANISER for membership in every)
    return staff_page(
        request,
        "organiser/event/members.html",
        event,
        form=form,
        members=every,
        organisers=count,
        unsaid=members_to_ask(event) if event.is_open else (),
        status=status,
    )


@takes("GET", "POST")
@never_cache
def member(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """One member: their roles, the player they are and, while they have no password, the link to choose one."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    roles = _roles(event, user)
    who, entry = roles[0].user, roles[0].entry
    number = entry and entry.number
    form = PlaysAsForm(request.POST or None, initial={"number": number, "of": token_of(number)})
    status = carried_out(
        form, lambda: plays_as(event, by, who, form.cleaned_data["number"], seen=form.cleaned_data["of"])
    )
    if status == DONE:
        return see_other("staff:member", slug, user)
    link = invitation_link(access.member(request), who)
    elsewhere = not link and not who.has_usable_password()
    context: dict[str, Any] = {"who": who, "roles": roles, "link": link, "elsewhere": elsewhere}
    return staff_page(request, "organiser/event/member.html", event, status=status, form=form, entry=entry, **context)


@takes("GET")
@never_cache
def invitation_code(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """The one-time link as a QR code (SVG)."""
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    return invitation_svg(access.member(request), _roles(event, user)[0].user)


@takes("GET", "POST")
@answers_refusals
def revoke(request: HttpRequest, slug: str, user: int, role: str) -> HttpResponse:
    """Revokes a role, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    membership = next((membership for membership in _roles(event, user) if membership.role == role), None)
    if membership is None:
        raise Http404
    back = reverse("staff:members", args=[slug])
    if request.method == "POST":
        require_password(request)
        revoke_role(event, by, membership.user, role)
        return see_other(back)
    words = {"name": membership.user.get_username(), "role": membership.get_role_display()}
    question = _("Remove %(name)s as %(role)s?") % words
    return confirm_page(request, event, question=question, action=_("Remove the role"), back=back, danger=True)


def _invite(event: Event, by: str, form: InvitationForm) -> User:
    """Creates an account and gives it its role, or neither."""
    with transaction.atomic():
        user = invite(form.cleaned_data["username"])
        grant_role(event, by, user, form.cleaned_data["role"])
    return user


def _roles(event: Event, user: int) -> list[Membership]:
    """The roles of a user in the event; 404 if there are none."""
    members = Membership.objects.filter(event=event).select_related("user", "entry__player")
    return roles_of(user, members.order_by("role"))


def _members(event: Event) -> list[Membership]:
    rows = Membership.objects.filter(event=event).select_related("user")
    return list(rows.order_by("user__username", "role")[:500])
