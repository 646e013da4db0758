"""A season for its stewards: what it lacks, its papers, how it is counted, and evenings on paper."""

import time
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import ClubPermission, DeadLinkError
from tournament.acts.register import seasons as acts
from tournament.evenings import read_day
from tournament.exchange.lists import table_in
from tournament.exchange.lists.totals_in import read_totals
from tournament.forms.register.seasons import SeasonForm, TotalsFileForm, TotalsForm, person_finder
from tournament.integers import read_digits
from tournament.jobs import job_queue
from tournament.jobs.job import Job, JobRequest, JobStatus, job_owner
from tournament.models import Organisation, Person, Series
from tournament.progress.evenings_on import evening_plan, event_on, moved_dates
from tournament.reading.register.suggestions import events_to_link
from tournament.reading.season.seasons import options_of, read_state
from tournament.reading.season.totals import next_to_record, paper_evenings, usual_tables
from tournament.reading.season.words import sentences
from tournament.season.options import read_season
from tournament.season.presets import SEASON_PRESETS
from tournament.views.club.shell import club_page, steward_of_series
from tournament.views.organiser.rounds.job import job_file, job_page, size_of
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.wording import language

# On the form of an evening, unless more are recorded.
MAX_TABLES, MAX_ROUNDS = 30, 10


@takes("GET")
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The series of the organisation, each with its season; the only one opens at once."""
    organisation, _by = access.steward(request, slug, ClubPermission.LOOK)
    every = list(Series.objects.filter(organisation=organisation))
    if len(every) == 1:
        return see_other("club:season", slug, every[0].slug)
    context: dict[str, Any] = {"title": _("Seasons"), "page": "club:season", "series": every}
    return club_page(request, "club/series/list.html", organisation, **context)


@takes("GET")
def season(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """How the season is counted, its papers, and where it lacks somebody."""
    organisation, of, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    sees = ClubPermission.SEE_MEMBERS in access.allowed_steward(request, organisation)
    context: dict[str, Any] = {"series": of, "sentences": list(sentences(options_of(of), moved_dates(of)))}
    context["unlinked"] = events_to_link(organisation, evening__series=of, evening__cancelled=False) if sees else []
    return club_page(request, "club/season/season.html", organisation, **context)


@takes("GET", "POST")
def rules(request: HttpRequest, slug: str, series: str) -> HttpResponse:
    """How the season is counted, and a form to change it; a preset fills in the form."""
    organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    preset = request.GET.get("preset", "")
    options = read_season(SEASON_PRESETS[preset].options) if preset in SEASON_PRESETS else options_of(of)
    moved = moved_dates(of)
    form = SeasonForm(posted(request), options, moved)
    status = carried_out(form, lambda: acts.change_season(of, by, form.options(), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("From now on the season is counted so."))
        return see_other("club:season", slug, of.slug)
    context: dict[str, Any] = {
        "series": of,
        "form": form,
        "sentences": list(sentences(options_of(of), moved)),
        "presets": [(key, preset.name) for key, preset in SEASON_PRESETS.items()],
        "preset": preset,
        "of": acts.season_token(of),
    }
    return club_page(request, "club/season/rules.html", organisation, status=status, **context)


@takes("POST")
@answers_refusals
def make(request: HttpRequest, slug: str, series: str, kind: str) -> HttpResponse:
    """Has the season made as PDF or XLSX, in the language of the page; leads to the progress of that job."""
    _organisation, of, by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    if kind not in ("pdf", "xlsx"):
        raise Http404
    state, choice, name = read_state(of.pk), {"language": language()}, f"{slug}-{of.slug}.{kind}"
    call = ["export-season", slug, of.slug, "--as", kind, "--language", choice["language"]]
    request_of_job = JobRequest(
        "season", job_owner(of), by, choice, call, name, ClubPermission.LOOK, state.seal, time.time()
    )
    return see_other("club:season-job", slug, of.slug, job_queue.ask(request_of_job).id)


@takes("GET")
@answers_refusals
def progress(request: HttpRequest, slug: str, series: str, id: str) -> HttpResponse:
    """How far the file is, then the link to it."""
    organisation, of, job = _job_of(request, slug, series, id)

    def more(status: JobStatus) -> dict[str, Any]:
        return {
            "name": of.name,
            "about": dict(settings.LANGUAGES)[job.request.choice["language"]],
            "size": size_of(job, status),
            "file": reverse("club:season-file", args=[slug, series, id]),
            "again": reverse("club:season", args=[slug, series]),
        }

    frame = partial(club_page, request, organisation=organisation, frame="club/page.html")
    return job_page(request, frame, job, more)


@takes("GET")
@answers_refusals
def file(request: HttpRequest, slug: str, series: str, id: str) -> HttpResponseBase:
    """The file."""
    _organisation, _of, job = _job_of(request, slug, series, id)
    return job_file(job) or see_other("club:season-job", slug, series, id)


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
    """The form of one evening on paper; `day` corrects what is recorded.

    `rounds` and `tables` say how many it has; sent with `resize`, it is shown again with others and all that was typed.
    """
    organisation, of, by = steward_of_series(request, slug, series, ClubPermission.RUN)
    day, people, plan = read_day(request.GET.get("day", "")), _people(organisation), evening_plan(of)
    recorded = acts.totals_of(of, day) if day else []
    usual = usual_tables(of, len(people))
    size = (
        _size(request, "rounds", [total.round for total in recorded], plan.planned_rounds, MAX_ROUNDS),
        _size(request, "tables", [total.table for total in recorded], usual, MAX_TABLES),
    )
    initial = {"deals": plan.deals_per_round, "day": day or next_to_record(of)}
    resized = "resize" in request.POST
    typed = request.POST.dict() if resized else {}
    form = TotalsForm(None if resized else posted(request), people, size, initial, recorded, typed)
    status = carried_out(form, lambda: _record(of, by, form, day, seen(request)))
    if status == DONE:
        messages.success(request, _("The evening is recorded. Compare the sums below with the paper."))
        return see_other("club:season-totals", slug, of.slug)
    context: dict[str, Any] = {"series": of, "form": form, "size": size, "day": day}
    context["begun"] = day is not None and event_on(of, day) is not None
    context["of"] = seen(request) if resized else acts.totals_token(of, day) if day else ""
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


def _job_of(request: HttpRequest, slug: str, series: str, id: str) -> tuple[Organisation, Series, Job]:
    """A job of this series."""
    organisation, of, _by = steward_of_series(request, slug, series, ClubPermission.LOOK)
    job = job_queue.find(id)
    if job is None or job.request.event != job_owner(of):
        raise DeadLinkError(_("This file is no longer kept. Make it again."))
    return organisation, of, job


def _people(organisation: Organisation) -> list[Person]:
    """Whom points can be given: everybody of the register whose name is there."""
    persons = Person.objects.filter(organisation=organisation, forgotten=False).prefetch_related("affiliations")
    return list(persons.order_by("sorting", "number"))


def _record(series: Series, by: str, form: TotalsForm, stood: date | None, token: str) -> None:
    """Records the evening of a form that was opened to correct that of a date, or for a new one."""
    acts.record_evening(series, by, form.cleaned_data["day"], form.totals(), stood=stood, seen=token or "-")


def _record_file(series: Series, by: str, form: TotalsFileForm) -> None:
    lines = table_in.lines(form.cleaned_data["file"].read())
    acts.record_totals(series, by, read_totals(lines, person_finder(_people(series.organisation))))


def _size(request: HttpRequest, name: str, recorded: Sequence[int], usual: int, maximum: int) -> int:
    """How many rounds or tables the form shows: never fewer than are recorded, which it would take back."""
    typed = request.POST.get(name) or request.GET.get(name, "")
    return max(min(max(read_digits(typed) or (0 if recorded else usual), 1), maximum), *recorded, 1)
