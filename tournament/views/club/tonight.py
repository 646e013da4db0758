"""Tonight: the first page of a secretary. Who is here, and one button for what comes next."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.event.events import change_state
from tournament.acts.kernel import logbook
from tournament.acts.register import evenings, receiving
from tournament.acts.register.playing import draw_and_publish, rest_of
from tournament.acts.register.seasons import totals_of
from tournament.draw.drawable import drawable
from tournament.errors import UserError
from tournament.evenings import read_day
from tournament.forms.register.series import GuestForm, MoveForm
from tournament.forms.rounds.draws import rest_words
from tournament.integers import read_integer
from tournament.models import Event, Organisation, Person, Series
from tournament.progress.evenings_on import evening_on, evening_plan, is_planned
from tournament.reading.register.suggestions import namesakes
from tournament.reading.register.tonight import (
    EveningStage,
    Tonight,
    evenings_now,
    left_open,
    missing_at_tables,
    read_tonight,
    still_open,
)
from tournament.reading.rounds.empty_seats import seat_notices
from tournament.version_tokens import token_of
from tournament.views.club.shell import club_page, confirm_in_club, steward_of_series
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not


def evening_path(slug: str, series: str, day: str, **_more: object) -> str:
    """The path of the page of one evening."""
    return reverse("club:evening", args=[slug, series, day])


@takes("GET")
def tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """The evening that is held now, or the next one; a club without a series is asked for its first."""
    organisation, _by = access.steward(request, slug, ClubPermission.LOOK)
    now = evenings_now(organisation, timezone.now())
    if now:
        return _page(request, organisation, *now[0])
    if not organisation.series.exists() and ClubPermission.RUN in access.allowed_steward(request, organisation):
        return see_other("club:make-series", slug)
    return club_page(request, "club/tonight/none.html", organisation)


@takes("GET")
def evening(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """One evening of a series, by its planned date."""
    organisation, row, planned, _by = _of_address(request, slug, series, day, ClubPermission.LOOK)
    return _page(request, organisation, row, planned)


@takes("POST", home=evening_path)
@answers_refusals
def receive(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Marks those of the time before as here; or one person, by number: `here`, or `away` again."""
    organisation, row, planned, by = _of_address(request, slug, series, day, ClubPermission.RECEIVE)
    if person := _person(organisation, request.POST.get("here", "")):
        receiving.receive(row, by, planned, [person])
    elif person := _person(organisation, request.POST.get("away", "")):
        receiving.send_home(row, by, planned, person)
    else:
        evening = read_tonight(row, planned, timezone.now())
        # Two press at once: whoever comes second finds nobody left to mark.
        if evening.expected or not evening.present:
            receiving.receive(row, by, planned, [guest.person for guest in evening.expected])
    return see_other(evening_path(slug, series, day))


@takes("POST", home=evening_path)
@answers_refusals
def guest(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Somebody who is not in the list, by name; the names that are almost the same are shown first."""
    organisation, row, planned, by = _of_address(request, slug, series, day, ClubPermission.RECEIVE)
    form = GuestForm(request.POST)
    if not form.is_valid():
        raise UserError(_("Enter the player’s name."), 422)
    name = form.cleaned_data["name"]
    # A double click comes to two servers: the second one finds the guest of the first.
    with logbook.locked_register(organisation):
        if "another" not in request.POST and (twins := namesakes(organisation, name)):
            context = {"name": name, "twins": twins, "series": row, "day": day}
            return club_page(request, "club/tonight/twins.html", organisation, status=409, **context)
        receiving.receive_guest(row, by, planned, name)
    return see_other(evening_path(slug, series, day))


@takes("POST", home=evening_path)
@answers_refusals
def draw(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Draws what comes next and shows it to everybody; `first` is the round that the button named."""
    row, event, by = _begun(request, slug, series, day, ClubPermission.RUN)
    first = read_integer(request.POST.get("first", ""))
    if first is None:
        raise UserError(_("The form is incomplete. Open the page again."), 422)
    draw_and_publish(event, by, evening_plan(row), first)
    return see_other(evening_path(slug, series, day))


@takes("POST", home=evening_path)
@answers_refusals
def end(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Closes the evening, which makes its ranking final; or opens it again (`state`).

    What would be left open is named first: `of` is the mark of what was shown, and is asked for again if that changed.
    """
    row, event, by = _begun(request, slug, series, day, ClubPermission.RUN)
    state = request.POST.get("state", Event.State.CLOSED if seen(request) else "")
    if state not in (Event.State.CLOSED, Event.State.LIVE):
        raise UserError(_("The form is incomplete. Open the page again."), 422)
    open_matters = left_open(event) if state == Event.State.CLOSED and event.is_open else []
    if open_matters and seen(request) != (mark := token_of(open_matters)):
        words = {"question": _("Close the evening all the same?"), "action": _("Close the evening"), "of": mark}
        words["consequence"] = _(
            "The tables can write no more. If they play no further, stop the round early on “Tonight” instead: then "
            "the ranking is complete."
        )
        people = [(sentence, "") for sentence in open_matters]
        back = evening_path(slug, series, day)
        return confirm_in_club(request, row.organisation, **words, people=people, back=back, danger=True, status=409)
    if event.state != state:
        change_state(event, by, state)
    return see_other(evening_path(slug, series, day))


@takes("GET", "POST", home=evening_path)
def move(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Moves an evening to another date, after asking which."""
    organisation, row, planned, by = _of_address(request, slug, series, day, ClubPermission.RUN)
    form = MoveForm(posted(request))
    status = carried_out(form, lambda: evenings.move_evening(row, by, planned, form.cleaned_data["to"]))
    if status == DONE:
        return see_other(evening_path(slug, series, day))
    words = {"question": _("Move this evening?"), "action": _("Move"), "back": evening_path(slug, series, day)}
    return confirm_in_club(request, organisation, **words, fields=form, status=status)


@takes("GET", "POST", home=evening_path)
@answers_refusals
def cancel(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Cancels an evening after asking, or holds it after all."""
    organisation, row, planned, by = _of_address(request, slug, series, day, ClubPermission.RUN)
    if request.method == "POST":
        if "restore" in request.POST:
            evenings.restore_evening(row, by, planned)
        else:
            evenings.cancel_evenings(row, by, [planned])
        return see_other("club:series", slug, series)
    consequence = _(
        "Who checked in already is taken off, and what is drawn. It can be held after all until it is over."
    )
    words = {"question": _("Cancel this evening?"), "consequence": consequence, "action": _("Cancel the evening")}
    return confirm_in_club(request, organisation, **words, back=evening_path(slug, series, day), danger=True)


def _person(organisation: Organisation, number: str) -> Person | None:
    """The person whose name was tapped; None if nobody's was."""
    if not number:
        return None
    return get_object_or_404(Person, organisation=organisation, number=read_integer(number), forgotten=False)


def _page(request: HttpRequest, organisation: Organisation, series: Series, day: date) -> HttpResponse:
    at = timezone.now()
    current = read_tonight(series, day, at)
    mark = f"{organisation.version_token}{current.event.version_token if current.event else ''}{current.stage}"
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    # A tap shows its own name alone: what the page asks for next brings all of them.
    is_tap = "HX-Request" in request.headers and "since" not in request.GET
    context: dict[str, Any] = {
        "tonight": current,
        "series": series,
        "day": day.isoformat(),
        "mark": "" if is_tap else mark,
        "guest_form": GuestForm(),
        "others": [pair for pair in evenings_now(organisation, at) if pair != (series, day)],
        "unfinished": [row for row in still_open(organisation, at) if row.event != current.event],
        "on_paper": current.event is None and totals_of(series, day),
        **_of_draw(current),
    }
    if current.event and current.progress:
        event_may = access.allowed(request, current.event)
        fees = bool(current.event.admission.get("prices")) and access.Permission.SEE_FEES in event_may
        context |= {"held": current.event, "event_may": event_may, "fees": fees, **seat_notices(current.event)}
        if context["waiting"] and context["waiting"].fault:
            # An evening has no jokers to wait for: it draws again.
            context |= {"late": True, "waiting": None}
        if current.stage == EveningStage.PLAYING and current.progress.open:
            context["missing"] = missing_at_tables(current.event, current.progress.open.number)
        open_rounds = (round for round in current.progress.rounds if round.published and not round.closed)
        context["withdraws"] = next((round.number for round in open_rounds if not round.deals), None)
    return club_page(request, "club/tonight/tonight.html", organisation, **context)


def _of_draw(evening: Tonight) -> dict[str, str]:
    """Why nothing can be drawn, or what becomes of those who fill no table."""
    if evening.event is None or evening.stage not in (EveningStage.GATHERING, EveningStage.NEXT):
        return {}
    options = drawable(evening.event)
    if fault := why_not(rest_of, options):
        return {"draw_fault": fault}
    return {"draw_rest": rest_words(options, rest_of(options))} if options.uneven else {}


def _of_address(
    request: HttpRequest, slug: str, series: str, day: str, may: ClubPermission
) -> tuple[Organisation, Series, date, str]:
    """The series and the planned date in an address, for a steward who `may`; 404 where there is no such evening."""
    organisation, row, by = steward_of_series(request, slug, series, may)
    planned = read_day(day)
    if planned is None or not (evening_on(row, planned) or is_planned(row, planned)):
        raise Http404
    return organisation, row, planned, by


def _begun(request: HttpRequest, slug: str, series: str, day: str, may: ClubPermission) -> tuple[Series, Event, str]:
    """The series and the event of an evening; refused while nobody has come."""
    _organisation, row, planned, by = _of_address(request, slug, series, day, may)
    evening = evening_on(row, planned)
    if evening is None or evening.event is None or evening.cancelled:
        raise UserError(_("Nobody has come yet."))
    return row, evening.event, by
