"""The way in: the first page, signing in and out, the one-time links, the choice of language."""

import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from scoring import Result, load
from tournament import access
from tournament.acts.event import accounts
from tournament.acts.event.machine import set_up_machine
from tournament.acts.register.founding import found_own_club
from tournament.backups import place, restoring
from tournament.errors import UserError
from tournament.forms.event.accounts import ChangePasswordForm, ChoosePasswordForm, FirstOrganiserForm, SignInForm
from tournament.forms.event.backups import RestoreForm
from tournament.models import Event
from tournament.reading.event.first_page import MAX_QUERY, find_players, lead, listed_events, recent_events
from tournament.reading.plots import Curve, draw_plot
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.table.scoreboard import scoreboard
from tournament.site import devices, process
from tournament.site.proxies import network_of
from tournament.tries import Throttle, admits
from tournament.views.captain.practice import FEDERATION, practice_sheet
from tournament.views.shared.failures import locked_out
from tournament.views.shared.identity import enter, leave
from tournament.views.shared.page import answers_refusals, own_address, posted, see_other, takes
from tournament.views.shared.qr_codes import codes_to_test
from tournament.wording import language as current_language

EVENTS_A_PAGE = 20
# Of the scoreboards on the style page: a contract that was made, and one that was lost.
STYLE_RESULTS = [Result("PC8", (1, 3), 9), Result("S6", (2,), 4)]
# By name and address together: the hall is one address, and whoever guesses there must not keep its staff out. Guessing
# at many names is slowed down by the lane of signing in, which checks one password at a time.
SIGN_INS = Throttle("sign-in", burst=40, seconds=3.0)


def render_lead(event: Event, _part: int = 0) -> Rendered:
    """Who leads an event or won it, for the first page; nothing before a deal."""
    told = lead(event)
    row = render_to_string("entrance/lead.html", {"lead": told}) if told else ""
    return Rendered(event.version_token, {"lead": row})


LEADS = Board(render_lead)


@takes("GET")
def home(request: HttpRequest) -> HttpResponse:
    """What is on and what was, the listed events, newest first, and for a member the events they work for."""
    events = Paginator(listed_events(), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    recent = recent_events(timezone.now()) if events.number == 1 else []
    rows = [(event, is_today, _lead(event)) for event, is_today in recent]
    user = request.user
    clubs = access.clubs_of(user, access.ClubPermission.LOOK) if isinstance(user, User) else []
    unclaimed = not events.object_list and _unclaimed()
    context = {"events": events, "mine": _events_of(request), "clubs": clubs, "unclaimed": unclaimed}
    context["today"] = [(event, row) for event, is_today, row in rows if is_today]
    # What never began has no result to tell afterwards.
    context["lately"] = [(event, row) for event, is_today, row in rows if row and not is_today]
    return render(request, "entrance/home.html", context)


@takes("GET")
def find(request: HttpRequest) -> HttpResponse:
    """The players of listed events whose name or club somebody typed, as public pages show them."""
    query = request.GET.get("q", "")
    return render(request, "entrance/find.html", {"query": query[:MAX_QUERY], "players": find_players(query)})


@takes("GET")
def style(request: HttpRequest) -> HttpResponse:
    """Every part of our pages in every state, for those who make or judge them."""
    access.member(request)
    form = FirstOrganiserForm(QueryDict("username=no such&password1=1"), "")
    figures = ((0, 0), (1, 13), (2, -7))
    rules = load(FEDERATION)
    sheets = [practice_sheet(rules, STYLE_RESULTS[:count]) for count in range(3)]
    plot = draw_plot("plot", "A9", "0, 13, −7", [Curve("A9", figures)], [], (), ())
    context = {
        "plot": plot,
        "boards": [(sheet, scoreboard(sheet)) for sheet in sheets],
        "rules": rules,
        "form": form,
        "points": (13, 0, -7),
        "states": ("is-open", "is-done", "is-late", "is-stopped"),
    }
    return render(request, "entrance/style.html", context)


@takes("GET")
def privacy(request: HttpRequest) -> HttpResponse:
    """What Troel keeps about people, and how long."""
    return render(request, "entrance/privacy.html")


@takes("GET", "POST")
@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Name and password; afterwards back to the page that asked for them."""
    if request.user.is_authenticated:
        return see_other(_onward(request, access.member(request)))
    name = request.POST.get("username", "")
    if request.method == "POST" and not admits((SIGN_INS, f"{network_of(devices.address_of(request))} {name}")):
        return locked_out(request, None, None)
    form = SignInForm(request, posted(request))
    if form.is_valid():
        user = form.get_user()
        return _enter(request, see_other(_onward(request, user)), user, form)
    return _form_page(request, form, "entrance/sign_in.html", unclaimed=_unclaimed())


@takes("GET", "POST")
@sensitive_post_parameters()
@never_cache
@answers_refusals
def password(request: HttpRequest) -> HttpResponse:
    """Changes the password of a signed-in member who knows the present one; their other sessions and devices end."""
    user = access.member(request)
    form = ChangePasswordForm(request, user, posted(request))
    if form.is_valid():
        accounts.change_password(user, form.cleaned_data["new_password1"])
        response = enter(request, see_other("staff:home"), user)
        messages.success(request, _("Your password has been changed. You are signed out everywhere else."))
        return response
    return _form_page(request, form, "entrance/password.html")


@takes("POST")
def sign_out(request: HttpRequest) -> HttpResponse:
    """Signs out; this browser remembers nobody afterwards."""
    return leave(request, see_other(settings.LOGOUT_REDIRECT_URL))


@takes("GET", "POST")
@sensitive_post_parameters()
@never_cache
def first_organiser(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link of the first start: its holder makes the first account and club, and sets up the machine."""
    access.first_organiser(token)
    form = FirstOrganiserForm(posted(request), request.get_host().rpartition(":")[0])
    if form.is_valid():
        answers, choices = form.cleaned_data, form.choices()
        with transaction.atomic():
            user = accounts.make_first_organiser(token, answers["username"], answers["password1"])
            club = found_own_club(user, answers["club"], choices.zone)
            # Behind the lock of the account: of two who send the form at once, one sets up the machine.
            if answers["folder"]:
                place.store_folder(answers["folder"])
            set_up_machine(access.actor(user), choices)
        onward = see_other("club:member-list", club.slug) if club else see_other("staff:make-event")
        return _enter(request, onward, user, form)
    return _form_page(request, form, "entrance/first_organiser.html", token=token, codes=codes_to_test(form))


@takes("GET")
def reached(request: HttpRequest) -> HttpResponse:
    """What the code of an address leads to: whoever sees it has reached Troel."""
    return render(request, "entrance/reached.html", {"address": f"{request.scheme}://{request.get_host()}"})


@takes("GET", "POST")
@never_cache
def restore(request: HttpRequest, token: str) -> HttpResponse:
    """The other use of the one-time link: an empty installation goes on from a backup."""
    access.first_organiser(token)
    form = RestoreForm(posted(request), request.FILES or None)
    if form.is_valid():
        with tempfile.NamedTemporaryFile(dir=settings.VAR_DIR, prefix="restore-") as file:
            for piece in form.cleaned_data["file"].chunks():
                file.write(piece)
            file.flush()
            try:
                events = restoring.restore(Path(file.name))
            except UserError as refusal:
                form.add_error(None, str(refusal))
            else:
                process.start_again()
                return render(request, "entrance/restored.html", {"events": events})
    return _form_page(request, form, "entrance/restore.html")


@takes("GET", "POST")
@sensitive_post_parameters()
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invited member, who chooses a password."""
    user = access.invited(token)
    form = ChoosePasswordForm(user, posted(request))
    if form.is_valid():
        user = accounts.choose_password(token, form.cleaned_data["new_password1"])
        return _enter(request, see_other("staff:home"), user, form)
    return _form_page(request, form, "entrance/invitation.html", invited=user)


@takes("GET")
def language(request: HttpRequest, code: str) -> HttpResponse:
    """Stores the language this visitor chose in a cookie, and redirects back to the page they came from."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = redirect(own_address(request, request.GET.get("next", "")) or "home")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
    response["Cache-Control"] = "no-store"
    return response


def _events_of(request: HttpRequest) -> list[Event]:
    """The events in which the signed-in member has a role, newest first; at most one page of them."""
    if not isinstance(request.user, User):
        return []
    mine = Event.objects.filter(memberships__user=request.user, binned=False).distinct()
    return list(mine.order_by("-pk")[:EVENTS_A_PAGE])


def _lead(event: Event) -> str:
    document = LEADS.edition(event, current_language()).documents["lead"]
    return mark_safe(document.body.decode())  # noqa: S308 - rendered by a template


def _unclaimed() -> bool:
    """Whether nobody has an account yet, so that the one-time link is still to be used."""
    return not User.objects.exists()


def _onward(request: HttpRequest, user: User) -> str:
    """Where somebody goes who signed in: back to the page that asked for it, or who runs evenings to tonight's."""
    clubs = access.clubs_of(user, access.ClubPermission.RUN)
    origin = own_address(request, request.GET.get("next", ""))
    if clubs and origin in ("", reverse("staff:home")):
        return reverse("club:tonight", args=[clubs[0].slug])
    return origin or settings.LOGIN_REDIRECT_URL


def _enter(request: HttpRequest, onward: HttpResponse, user: User, form: Form) -> HttpResponse:
    """Signs in somebody who sent a valid form with their password, on this device for as long as they ticked."""
    response = enter(request, onward, user, remembers=form.cleaned_data["remember"])
    return devices.remember(request, response, user.get_username())


def _form_page(request: HttpRequest, form: object, template: str, **context: object) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, template, {"form": form, **context}, status=status)
