"""A season for its stewards: what it lacks, its papers, how it is counted, and evenings on paper."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.register import seasons as acts
from tournament.evenings import read_day
from tournament.exchange.lists import table_in
from tournament.exchange.lists.totals_in import read_totals
from tournament.exchange.workbook.season import season_workbook
from tournament.forms.register.seasons import SeasonForm, TotalsFileForm, TotalsForm, person_finder
from tournament.integers import read_digits
from tournament.jobs.offers import TYPES
from tournament.models import Organisation, Person, Series
from tournament.printing.lists import season as paper
from tournament.progress.evenings_on import evening_plan
from tournament.reading.season.seasons import options_of, read_state, season_view
from tournament.reading.season.totals import paper_evenings, unlinked_entries
from tournament.reading.season.words import sentences
from tournament.season.options import read_season
from tournament.season.presets import SEASON_PRESETS
from tournament.site import renderer
from tournament.views.club.shell import club_page, steward_of_series
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.wording import language

# Tables on the form of an evening: at most, and where nothing says how many.
MAX_TABLES, USUAL_TABLES = 30, 6
MAX_ROUNDS = 10


@takes("GET")
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The series of the organisation, each with its season; the only one opens at once."""
    organisation, _by = access.steward(request, slug, ClubPermission.LOOK)
    every = list(Series.objects.filter(organisation=organisation))
    if len(every) == 1:
        return see_other("club:season", slug, every[0].slug)
    return club_page(request, "club/season/seasons.html", organisation, every=every)


@takes("GET")
def season(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """What a season lacks, and its papers."""
    organisation, of, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    view = season_view(read_state(of.pk))
    sees = ClubPermission.SEE_MEMBERS in access.allowed_steward(request, organisation)
    context: dict[str, Any] = {"series": of, "view": view, "sentences": list(sentences(view.season.options))}
    context["unlinked"] = list(unlinked_entries(of)) if sees else []
    return club_page(request, "club/season/season.html", organisation, **context)


@takes("GET", "POST")
def rules(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """How the season is counted, and a form to change it; a preset fills in the form."""
    organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    preset = request.GET.get("preset", "")
    options = read_season(SEASON_PRESETS[preset].options) if preset in SEASON_PRESETS else options_of(of)
    form = SeasonForm(posted(request), options)
    status = carried_out(form, lambda: acts.change_season(of, by, form.options(), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("From now on the season is counted so."))
        return see_other("club:season", slug, of.slug)
    context: dict[str, Any] = {
        "series": of,
        "form": form,
        "sentences": list(sentences(options_of(of))),
        "presets": [(key, preset.name) for key, preset in SEASON_PRESETS.items()],
        "preset": preset,
        "of": acts.season_token(of),
    }
    return club_page(request, "club/season/rules.html", organisation, status=status, **context)


@takes("GET")
@answers_refusals
def printed(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The season as PDF, in the language of the page: made in the process that renders pages."""
    _organisation, of, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    pdf = renderer.call(_print, of.pk, language()) or _print(of.pk, language())
    return _file(pdf, of, "pdf")


@takes("GET")
def workbook(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The season as a workbook, in the language of the page."""
    _organisation, of, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    return _file(season_workbook(season_view(read_state(of.pk))), of, "xlsx")


@takes("GET", "POST")
def totals(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The evenings on paper with their sums, and a spreadsheet to add more."""
    organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    form = TotalsFileForm(posted(request), request.FILES or None)
    status = carried_out(form, lambda: _record_file(of, by, form))
    if status == DONE:
        messages.success(request, _("The evenings are recorded. Compare the sums below with the paper."))
        return see_other("club:season-totals", slug, of.slug)
    context = {"series": of, "form": form, "evenings": paper_evenings(of)}
    return club_page(request, "club/season/totals.html", organisation, status=status, **context)


@takes("GET", "POST")
def evening(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """The form of one evening on paper; `day` corrects what is recorded, `rounds` and `tables` make it larger."""
    organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    day = read_day(request.GET.get("day", ""))
    recorded = acts.totals_of(of, day) if day else []
    plan = evening_plan(of)
    size = (
        _size(request, "rounds", max([plan.planned_rounds, *(total.round for total in recorded)]), MAX_ROUNDS),
        _size(request, "tables", max([total.table for total in recorded], default=USUAL_TABLES), MAX_TABLES),
    )
    initial = {"deals": plan.deals_per_round, "day": day}
    form = TotalsForm(posted(request), _people(organisation), size, initial, recorded)
    status = carried_out(form, lambda: _record(of, by, form, seen(request)))
    if status == DONE:
        messages.success(request, _("The evening is recorded. Compare the sums below with the paper."))
        return see_other("club:season-totals", slug, of.slug)
    context: dict[str, Any] = {"series": of, "form": form, "size": size, "day": day}
    context["of"] = acts.totals_token(of, day) if day else ""
    return club_page(request, "club/season/evening.html", organisation, status=status, **context)


@takes("POST")
@answers_refusals
def withdraw(request: HttpRequest, slug: str, series: str, day: str) -> HttpResponse:
    """Takes an evening on paper back."""
    _organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    of_day = read_day(day)
    if of_day is None:
        raise Http404
    acts.withdraw_totals(of, by, of_day)
    messages.success(request, _("The evening is taken back."))
    return see_other("club:season-totals", slug, of.slug)


def _print(pk: int, of_language: str) -> bytes:
    with translation.override(of_language):
        return paper.season(pk)


def _file(content: bytes, series: Series, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=TYPES[ending])
    response["Content-Disposition"] = f'attachment; filename="{series.organisation.slug}-{series.slug}.{ending}"'
    response["Cache-Control"] = "no-store"
    return response


def _people(organisation: Organisation) -> list[Person]:
    """Whom points can be given: everybody of the register whose name is there."""
    return list(Person.objects.filter(organisation=organisation, forgotten=False).order_by("sorting", "number"))


def _record(series: Series, by: str, form: TotalsForm, token: str) -> None:
    """Records the evening of a form. One that is recorded is replaced only by a form that was opened for it."""
    day: date = form.cleaned_data["day"]
    looked_at = (token or "-") if acts.totals_of(series, day) else acts.totals_token(series, day)
    acts.record_totals(series, by, {day: form.totals()}, seen=looked_at)


def _record_file(series: Series, by: str, form: TotalsFileForm) -> None:
    lines = table_in.lines(form.cleaned_data["file"].read())
    acts.record_totals(series, by, read_totals(lines, person_finder(_people(series.organisation))))


def _size(request: HttpRequest, name: str, usual: int, maximum: int) -> int:
    """How many rounds or tables the form shows."""
    return min(max(read_digits(request.GET.get(name, "")) or usual, 1), maximum)
