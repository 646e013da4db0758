"""The administrator's pages: organisations with their first owner, and who has rights on the whole installation."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access
from tournament.acts.event.accounts import give_rights, rights_token
from tournament.acts.register.founding import appoint_by_name, found_organisation
from tournament.forms.event.accounts import SignInNameForm
from tournament.forms.register.organisations import NewOrganisationForm, RightsForm
from tournament.models import Organisation, Steward
from tournament.views.organiser.shell import DONE, carried_out
from tournament.views.shared.identity import require_password
from tournament.views.shared.invitations import invitation_link, invitation_svg
from tournament.views.shared.page import posted, see_other, takes

A_PAGE = 50
OWNER = Steward.StewardRole.OWNER


@takes("GET", "POST")
def organisations(request: HttpRequest) -> HttpResponse:
    """Every organisation with its owners, and a form that makes one and appoints its first owner."""
    by = access.administrator(request)
    form = NewOrganisationForm(posted(request))
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: found_organisation(by, **form.founding()))
    if status == DONE:
        return see_other("installation:organisation", form.cleaned_data["slug"])
    rows = Organisation.objects.select_related("parent").prefetch_related("stewards__user").order_by("name", "pk")
    context = {"form": form, "organisations": Paginator(rows, A_PAGE).get_page(request.GET.get("page"))}
    return render(request, "club/installation/organisations.html", context, status=status)


@takes("GET", "POST")
@never_cache
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """One organisation: its owners, with the links of those who were invited, and a form that appoints another."""
    by = access.administrator(request)
    club = get_object_or_404(Organisation.objects.select_related("parent"), slug=slug)
    form = SignInNameForm(posted(request))
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: appoint_by_name(club, by, form.cleaned_data["username"], OWNER))
    if status == DONE:
        return see_other("installation:organisation", slug)
    viewer = access.member(request)
    owners = [(row.user, invitation_link(viewer, row.user)) for row in _owners(club)]
    context = {"organisation": club, "form": form, "owners": owners}
    return render(request, "club/installation/organisation.html", context, status=status)


@takes("GET")
@never_cache
def invitation_code(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """The one-time link of an invited owner as a QR code (SVG)."""
    access.administrator(request)
    club = get_object_or_404(Organisation, slug=slug)
    owner = get_object_or_404(User, pk=user, stewardships__in=_owners(club))
    return invitation_svg(access.member(request), owner)


@takes("GET")
def accounts(request: HttpRequest) -> HttpResponse:
    """Every account, those with rights on the installation first."""
    access.administrator(request)
    rows = User.objects.order_by("-is_staff", "username")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    makers = set(User.objects.filter(access.MAKERS).values_list("pk", flat=True))
    return render(request, "club/installation/accounts.html", {"accounts": page, "makers": makers})


@takes("GET", "POST")
def account(request: HttpRequest, user: int) -> HttpResponse:
    """What one account may do on the installation."""
    by = access.administrator(request)
    who = get_object_or_404(User, pk=user)
    rights = {"administrator": who.is_staff, "makes_events": access.has_right_to_make_events(who)}
    form = RightsForm(posted(request), initial={**rights, "of": rights_token(who)})
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: give_rights(by, who, **form.rights()))
    if status == DONE:
        messages.success(request, _("The rights of %(name)s are saved.") % {"name": who.get_username()})
        # Whoever gave up their own may not see the list any more.
        own = who.pk == request.user.pk and not form.rights()["administrator"]
        return see_other("staff:home" if own else "installation:accounts")
    return render(request, "club/installation/account.html", {"who": who, "form": form}, status=status)


def _owners(club: Organisation) -> QuerySet[Steward]:
    rows = Steward.objects.filter(organisation=club, role=OWNER).select_related("user")
    return rows.order_by("user__username")
