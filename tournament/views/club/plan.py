"""What an organisation is called and looks like, and how its evenings are played."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.register.organisations import OrganisationProfile, change_organisation, profile_token
from tournament.acts.register.series import check_evening_plan
from tournament.forms.register.plan import ClubPlanForm
from tournament.models import Organisation
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.organiser.event.logbook import restored_page
from tournament.views.organiser.shell import DONE, carried_out
from tournament.views.shared.page import posted, see_other, takes


@takes("GET", "POST")
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan of the organisation, to be changed."""
    club, by = access.steward(request, slug, ClubPermission.SET_UP)
    form = ClubPlanForm(posted(request), initial={**ClubPlanForm.initial_of(club), "of": profile_token(club)})
    status = carried_out(form, lambda: _change(club, by, form))
    if status == DONE:
        messages.success(request, _("The set-up is saved."))
        return see_other("club:plan", slug)
    return club_page(request, "club/plan.html", club, status=status, form=form)


@takes("GET", "POST")
def restored(request: HttpRequest, slug: str) -> HttpResponse:
    """Notes that the register goes on from a backup, for a reason that everybody may read."""
    club, by = access.steward(request, slug, ClubPermission.SET_UP)
    return restored_page(request, club, by, confirm_in_club, reverse("club:home", args=[slug]))


def _change(club: Organisation, by: str, form: ClubPlanForm) -> None:
    evenings = form.plan(club)
    check_evening_plan(evenings)
    data = form.cleaned_data
    own = {name: data[name] for name in ("name", "place", "names_kept_months")}
    plan = replace(OrganisationProfile.of(club), **own, colour=form.colour_or_none(), plan=evenings)
    change_organisation(club, by, plan, seen=data["of"])
