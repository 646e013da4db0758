"""The series of an organisation: when it plays, the dates to come, and those that are skipped."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import load, words
from tournament import access
from tournament.access import ClubPermission
from tournament.acts.register import evenings
from tournament.acts.register.series import change_series, make_series, series_token
from tournament.errors import UserError
from tournament.forms.register.series import DatesForm, SeriesForm
from tournament.progress.evenings_on import days_on_paper, evening_plan, rhythm_of
from tournament.reading.register.tonight import dates_of
from tournament.views.club.shell import club_page, steward_of_series
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.wording import language


@takes("GET")
def all_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Every series of the organisation."""
    organisation, _by = access.steward(request, slug, ClubPermission.LOOK)
    rows = organisation.series.order_by("number")
    context: dict[str, Any] = {"title": _("Series"), "page": "club:series", "series": rows}
    return club_page(request, "club/series/list.html", organisation, **context)


@takes("GET", "POST")
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a series, of which little has to be said; then its evening of today, or the next one."""
    organisation, by = access.steward(request, slug, ClubPermission.RUN)
    form = SeriesForm(posted(request), organisation, former=organisation.series.order_by("number").last())
    status = carried_out(form, lambda: make_series(organisation, by, form.plan()))
    if status == DONE:
        return see_other("club:tonight", slug)
    return club_page(request, "club/series/plan.html", organisation, form=form, status=status)


@takes("GET", "POST")
def change(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The plan of a series."""
    organisation, row, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    form = SeriesForm(posted(request), organisation, row)
    status = carried_out(form, lambda: change_series(row, by, form.plan(), seen=seen(request)))
    if status == DONE:
        return see_other("club:series", slug, series)
    context: dict[str, Any] = {"form": form, "series": row, "of": series_token(row)}
    return club_page(request, "club/series/plan.html", organisation, status=status, **context)


@takes("GET")
def one_series(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The evenings that were and those to come."""
    organisation, row, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    rules = words.ruleset_name(load(evening_plan(row).rules), language())
    context: dict[str, Any] = {"series": row, "rules": rules, "form": DatesForm(), **dates_of(row, timezone.now())}
    context["on_paper"] = days_on_paper(row)
    return club_page(request, "club/series/series.html", organisation, **context)


@takes("POST")
@answers_refusals
def skip(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """Skips every planned date from one day to another: a holiday."""
    _organisation, row, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    form = DatesForm(request.POST)
    if not form.is_valid():
        raise UserError(_("Enter the first date, and the last one after it."), 422)
    since, until = form.cleaned_data["since"], form.cleaned_data["until"] or form.cleaned_data["since"]
    if until - since > timedelta(days=366):
        raise UserError(_("Skip a year at most."), 422)
    planned = list(rhythm_of(row).dates(since, until))
    if not planned:
        raise UserError(_("No evening is planned between these dates."), 422)
    evenings.cancel_evenings(row, by, planned)
    return see_other("club:series", slug, series)
