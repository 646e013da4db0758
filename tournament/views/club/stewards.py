"""Who works for an organisation: appointing somebody, the one-time link, removing them."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.register.founding import appoint_by_name
from tournament.acts.register.stewards import NO_OWNER, remove_steward
from tournament.forms.register.organisations import StewardForm
from tournament.models import Organisation, Steward
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.organiser.shell import DONE, carried_out
from tournament.views.shared.identity import require_password
from tournament.views.shared.invitations import ONE_OF_STAFF, STAFF, invitation_svg, one_of_staff, roles_of, staff_list
from tournament.views.shared.page import answers_refusals, posted, see_other, takes


@takes("GET", "POST")
def stewards(request: HttpRequest, slug: str) -> HttpResponse:
    """The stewards by name, and a form to appoint another."""
    may = ClubPermission.APPOINT if request.method == "POST" else ClubPermission.LOOK
    club, by = access.steward(request, slug, may)
    form = StewardForm(posted(request))
    if form.is_valid():
        require_password(request)
    appointed: list[User] = []
    status = carried_out(form, lambda: appointed.append(appoint_by_name(club, by, **form.cleaned_data)))
    if status == DONE:
        return see_other("club:steward", slug, appointed[0].pk)
    rows = Steward.objects.filter(organisation=club).select_related("user").order_by("user__username", "role")
    context = staff_list(rows, Steward.StewardRole.OWNER, least=NO_OWNER, address=slug, form=form)
    context |= {"changes": ClubPermission.APPOINT in access.allowed_steward(request, club)}
    context |= {"page": "club:steward", "removal": "club:remove-steward"}
    return club_page(request, STAFF, club, status=status, frame="club/page.html", **context)


@takes("GET")
@never_cache
def steward(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """One steward: their roles and, while they have no password, the link to choose one."""
    club, _by = access.steward(request, slug, ClubPermission.APPOINT)
    roles = _roles(club, user)
    context = one_of_staff(access.member(request), roles, slug, "club:stewards", "club:invitation-code")
    return club_page(request, ONE_OF_STAFF, club, frame="club/page.html", **context)


@takes("GET")
@never_cache
def invitation_code(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """The one-time link as a QR code (SVG)."""
    club, _by = access.steward(request, slug, ClubPermission.APPOINT)
    return invitation_svg(access.member(request), _roles(club, user)[0].user)


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str, user: int, role: str) -> HttpResponse:
    """Takes a role away, after asking; with it goes what they may do in evenings that are running."""
    club, by = access.steward(request, slug, ClubPermission.APPOINT)
    row = next((row for row in _roles(club, user) if row.role == role), None)
    if row is None:
        raise Http404
    back = reverse("club:stewards", args=[slug])
    if request.method == "POST":
        require_password(request)
        remove_steward(club, by, row.user, role)
        return see_other(back)
    words = {"name": row.user.get_username(), "role": row.get_role_display()}
    return confirm_in_club(
        request,
        club,
        question=_("Remove %(name)s as %(role)s?") % words,
        consequence=_("They can then do nothing more in the events of the club that are still open either."),
        action=_("Remove the role"),
        back=back,
        danger=True,
    )


def _roles(club: Organisation, user: int) -> list[Steward]:
    """The roles of a user in the organisation; 404 if there are none."""
    return roles_of(user, Steward.objects.filter(organisation=club).select_related("user").order_by("role"))
