"""Who works for the event: inviting somebody, the one-time link, revoking a role."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access
from tournament.acts.event.members import NO_ORGANISER, invite_by_name, members_to_ask, plays_as, revoke_role
from tournament.forms.people.people import InvitationForm, PlaysAsForm
from tournament.models import Event, Membership
from tournament.version_tokens import token_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, staff_page
from tournament.views.shared.identity import require_password
from tournament.views.shared.invitations import ONE_OF_STAFF, STAFF, invitation_svg, one_of_staff, roles_of, staff_list
from tournament.views.shared.page import answers_refusals, posted, see_other, takes


@takes("GET", "POST")
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members by role, and a form to invite another."""
    may = access.Permission.PLAN if request.method == "POST" else access.Permission.SEE_PLAN
    event, by = access.staff(request, slug, may)
    form = InvitationForm(posted(request))
    if form.is_valid():
        require_password(request)
    invited: list[User] = []
    status = carried_out(form, lambda: invited.append(invite_by_name(event, by, **form.cleaned_data)))
    if status == DONE:
        return see_other("staff:member", slug, invited[0].pk)
    rows = Membership.objects.filter(event=event).select_related("user").order_by("user__username", "role")[:500]
    context = staff_list(rows, Membership.Role.ORGANISER, least=NO_ORGANISER, address=slug, form=form)
    context |= {"changes": access.Permission.PLAN in access.allowed(request, event)}
    context |= {"page": "staff:member", "removal": "staff:revoke-role"}
    context |= {"unsaid": members_to_ask(event) if event.is_open else ()}
    return staff_page(request, STAFF, event, status=status, frame="organiser/page.html", **context)


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
    context = one_of_staff(access.member(request), roles, slug, "staff:members", "staff:invitation-code")
    context |= {"form": form, "entry": entry}
    return staff_page(request, ONE_OF_STAFF, event, status=status, frame="organiser/page.html", **context)


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


def _roles(event: Event, user: int) -> list[Membership]:
    """The roles of a user in the event; 404 if there are none."""
    members = Membership.objects.filter(event=event).select_related("user", "entry__player")
    return roles_of(user, members.order_by("role"))
