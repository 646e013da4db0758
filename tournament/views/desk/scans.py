"""The desk's pages for score sheets that come back as pictures: sending them, what was read, looking at one."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tournament import access
from tournament.access import DeadLinkError
from tournament.errors import UserError
from tournament.files.models import JobState
from tournament.forms.table.deals import new_key
from tournament.forms.table.scans import PhotoForm, ScansForm, WhichTableForm
from tournament.jobs.job import Job, JobStatus
from tournament.models import Deal, Event, Membership, Seat, Table
from tournament.ranking import facts
from tournament.reading.table.sheet_pictures import pictures_at
from tournament.sheet_reading import batch, reasons, sheet_owner
from tournament.sheet_reading.answers import read_answers, written
from tournament.sheet_reading.batch import ScannedPage
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.listing import ListedSheet, list_sheets, missing_sheets
from tournament.sheet_reading.questions import about_end, foot_of, questions, withdrawal, words_of
from tournament.sheet_reading.reading_process import require_installed
from tournament.sheet_reading.written_totals import written_totals
from tournament.views.desk.rows import rows_page
from tournament.views.desk.table import type_deal
from tournament.views.organiser.rounds.job import job_page
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.shared.at_table import is_typable
from tournament.views.shared.page import answers_refusals, see_other, takes

# The headers of a picture: nobody but this browser keeps it, and it is nothing but a picture.
PRIVATE = {"Cache-Control": "private, max-age=3600", "Content-Security-Policy": "default-src 'none'; sandbox"}


@takes("GET", "POST")
@answers_refusals
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for pictures of filled sheets, and what becomes of it: a batch that a child process reads."""
    return _sending(request, slug, ScansForm, "desk/sheets/read_sheets.html")


@takes("GET", "POST")
@answers_refusals
def photograph(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for a phone at a table: one photo by its camera, of which the sheet is shown once it is read."""
    return _sending(request, slug, PhotoForm, "desk/sheets/photo.html", photo=True)


def _sending(
    request: HttpRequest, slug: str, form_class: type[PhotoForm], template: str, *, photo: bool = False
) -> HttpResponse:
    event, by = access.staff(request, slug, access.Permission.WRITE_DEALS)
    require_installed()
    sent = request.method == "POST"
    form = form_class(request.POST, request.FILES) if sent else form_class()
    jobs: list[Job] = []
    status = carried_out(form, lambda: jobs.append(batch.ask(event, by, form.cleaned_data["pictures"], photo=photo)))
    if status == DONE:
        return see_other("staff:scans", slug, jobs[0].id)
    return staff_page(request, template, event, status=status, form=form)


@takes("GET")
@answers_refusals
def batch_page(request: HttpRequest, slug: str, id: str) -> HttpResponse:
    """How far the reading of a batch is, then its sheets. For htmx only that part, or 204 if it shows `v` already.

    Whoever waits for the photo of one sheet is led to it.
    """
    event, job = open_batch(request, slug, id)
    by = access.actor(access.member(request))
    if _is_photo(job) and request.headers.get("HX-Request") and job.state() == JobState.MADE:
        for page in batch.pages(event, job):
            if page.place:
                address = reverse("staff:scanned-sheet", args=[slug, id, page.number])
                return HttpResponse(headers={"HX-Redirect": address})

    def more(status: JobStatus) -> dict[str, Any]:
        return _listed(event, job, by) if status.state == JobState.MADE else {}

    frame = partial(staff_page, request, event=event)
    return job_page(request, frame, job, more, "desk/sheets/scans.html", "desk/sheets/scans_progress.html")


@takes("GET", "POST")
@answers_refusals
def look(request: HttpRequest, slug: str, id: str, page: int) -> HttpResponseBase:
    """A sheet beside its picture: the rows of the desk's page, with what was read of them.

    Without scripts one deal after the other is typed here.
    """
    event, job = open_batch(request, slug, id)
    scanned, pages = _page(event, job, page)
    row = _table(request, event, job, scanned)
    if isinstance(row, WhichTableForm):
        status = 422 if row.is_bound else 200
        return staff_page(
            request, "desk/sheets/which_table.html", event, status=status, form=row, page=scanned, job=job
        )
    if request.method == "POST":
        answer = type_deal(request, slug, row.round.number, row.number)
        return see_other(request.get_full_path()) if answer.status_code == DONE else answer
    after = next((other.number for other in pages[page:] if other.place), None)
    # After the last one, and after a photo, the list says what was recorded.
    onward = reverse("staff:scanned-sheet" if after else "staff:scans", args=[slug, id, *([after] if after else [])])
    if not is_typable(row):
        messages.warning(request, _("Nothing can be recorded here now, so the picture is not compared."))
    return rows_page(request, row, read=_read(row, job, scanned, pages) | {"onward": onward})


@takes("GET")
def picture(request: HttpRequest, slug: str, id: str, page: int) -> HttpResponseBase:
    """The picture of a page, for the staff alone."""
    event, job = open_batch(request, slug, id)
    scanned, _pages = _page(event, job, page)
    stored = batch.picture(job, scanned)
    if stored is None:
        raise DeadLinkError(_("This picture is no longer kept. Send the file again."))
    return HttpResponse(stored, content_type="image/jpeg", headers=PRIVATE)


def page_of_batch(event: Event, id: str, number: int) -> tuple[Job, ScannedPage]:
    """A page of a batch that was read, with the batch; 404 if there is none (any more)."""
    job = _found(event, id)
    return job, _page(event, job, number)[0]


def open_batch(request: HttpRequest, slug: str, id: str) -> tuple[Event, Job]:
    """The event and the batch, for a member who may write deals; 404 if it is not there (any more)."""
    event, _by = access.staff(request, slug, access.Permission.WRITE_DEALS)
    return event, _found(event, id)


def _found(event: Event, id: str) -> Job:
    job = batch.find(event, id)
    if job is None:
        raise gone()
    return job


def _page(event: Event, job: Job, number: int) -> tuple[ScannedPage, list[ScannedPage]]:
    """A page of a batch that has been read, and all of them; 404 if there is none."""
    pages = batch.pages(event, job) if job.state() == JobState.MADE else []
    if not 1 <= number <= len(pages):
        raise gone()
    return pages[number - 1], pages


def gone() -> DeadLinkError:
    """What is answered once a batch is no longer kept."""
    return DeadLinkError(_("What was read is no longer kept. Send the files again."))


def _table(request: HttpRequest, event: Event, job: Job, page: ScannedPage) -> Table | WhichTableForm:
    """The table of a sheet; for a spare one the form that asks for it, until that names a table of the same form."""
    if page.place is None:
        raise UserError(page.refused)
    rows = sheet_owner.tables(event, page.place)
    if not rows:
        raise UserError(_("No table of this round has such a sheet any more. Type it by hand."))
    if page.place.table:
        # Its players may have been seated anew since it was read: not only where it says that a substitute sat.
        if page.code not in book(event, page.place.round, page.place.table).sheet_places:
            others = sheet_owner.others_at(rows[0], page)
            if not others or not others <= {*page.substitutes}:
                raise UserError(str(reasons.FORMER))
        return rows[0]
    form = WhichTableForm(rows, request.GET or None)
    if not form.is_valid():
        return form
    row: Table = form.cleaned_data["table"]
    sheet_owner.require_free(row, page.place, batch.digest(job, page))
    return row


def _listed(event: Event, job: Job, by: str) -> dict[str, Any]:
    """The sheets of a batch, what it lacks, the refused pages, what is open or answered, the first sheet to look at."""
    pages = batch.pages(event, job)
    listed = list_sheets(event, job, pages)
    first = next((sheet.page.number for sheet in listed if not sheet.done), None)
    return {
        "listed": listed,
        # One sheet is no pile.
        "missing": _missing(event, pages, listed) if len(pages) > 1 and not _is_photo(job) else [],
        "refused": [
            (page, reasons.origin_words(page.origin) if page.origin else "", _elsewhere(event, page, by))
            for page in pages
            if page.refused
        ],
        "questions": len(questions(listed, facts.ruleset(event))),
        "answered": answered_rows(event, job, listed),
        "first": first,
    }


def answered_rows(event: Event, job: Job, listed: Sequence[ListedSheet]) -> list[dict[str, Any]]:
    """The answers about a batch that hold, the latest first, as `desk/sheets/answered.html` shows them."""
    rules, by_page = facts.ruleset(event), {sheet.page.number: sheet for sheet in listed}
    standing = read_answers(job).standing
    names = User.objects.in_bulk({access.user_key(answer.by) for answer in standing})
    return [
        {
            "sheet": by_page[answer.page],
            "answer": answer,
            "words": words_of(answer, rules),
            "by": names[key].username if (key := access.user_key(answer.by)) in names else "",
            "withdrawal": withdrawal(answer),
        }
        for answer in standing
        if answer.page in by_page
    ]


def _missing(event: Event, pages: Sequence[ScannedPage], listed: Sequence[ListedSheet]) -> list[tuple[int, str, int]]:
    """By round, the tables whose sheet a pile lacks, as links in a sentence, and how many they are."""
    rows: list[tuple[int, str, int]] = []
    for number, sheets in missing_sheets(event, pages, listed).items():
        links: list[str] = [
            format_html(
                '<a href="{}">{}</a>{}',
                reverse("staff:table", args=[event.slug, number, sheet.table]),
                sheet.table,
                _(" (sheet %(part)s)") % {"part": sheet.part} if sheet.part else "",
            )
            for sheet in sheets
        ]
        rows.append((number, mark_safe(get_text_list(links, _("and"))), len(links)))  # noqa: S308 (links of ours)
    return rows


def _is_photo(job: Job) -> bool:
    return "photo" in job.request.choice


def _elsewhere(event: Event, page: ScannedPage, by: str) -> Event | None:
    """The other event of which a refused page is, for a member who may write deals there too."""
    slug = page.origin.event if page.origin else ""
    if slug in ("", event.slug):
        return None
    roles, of_member = access.Permission.WRITE_DEALS.roles, access.user_key(by)
    own = Membership.objects.filter(user=of_member, role__in=roles, event__slug=slug, event__binned=False)
    return next((row.event for row in own.select_related("event") if row.event.is_open), None)


def _read(row: Table, job: Job, page: ScannedPage, pages: Sequence[ScannedPage]) -> dict[str, Any]:
    """What the page of rows is told of a sheet that was read; the rows after the table's last deal apart."""
    rules, last = facts.ruleset(row.round.event), row.deals_planned
    replaced = sheet_owner.replaced_at(row, page)
    unknown, unsure = (
        tuple(position for position in positions if position not in replaced)
        for positions in (page.substitutes, page.unsure_substitutes)
    )
    marked = [scanned for scanned in page.rows if scanned.line or scanned.question]
    recorded = Deal.objects.filter(table=row, result__isnull=False).values_list("number", flat=True)
    sheet = ListedSheet(page, row, deals=frozenset(recorded), unseated=unknown)
    asked = {question.deal: question for question in questions([sheet], rules) if not question.is_about_end}
    return {
        "page": page,
        "job": job,
        "key": new_key(),
        "substitutes": [
            (seat, "" if seat in page.seated else written([("substitute", str(seat), False)])) for seat in unknown
        ],
        "unsure_substitutes": unsure,
        "moved": _moved(row, page),
        "beyond": [(scanned, page.strips[scanned.deal]) for scanned in marked if scanned.deal > last],
        "empty": [] if page.is_empty is False else sheet.empty,
        "stopped": sheet.empty if page.is_empty else [],
        "short": about_end(sheet),
        "foot": foot_of(page),
        "totals": written_totals(row.round.event, page, last),
        "by_totals": [scanned.deal for scanned in page.sure if scanned.by_totals],
        "answered": answered_rows(row.round.event, job, [sheet]),
        "choices": {deal: question.choices for deal, question in asked.items()},
        **_others(row, job, page, pages),
        "script": {
            "sure": sheet.sure,
            "lines": {scanned.deal: scanned.line for scanned in page.sure if scanned.deal <= last},
            "picture": {"scan": job.id, "page": page.number},
            "say": {
                "ready": _("Without doubt: %(sure)s. To answer: %(open)s."),
                "same": _("recorded, and the sheet says the same"),
                "differs": _("The sheet says: %(read)s. What is recorded stays unless you type it."),
            },
        },
        "questions": {
            scanned.deal: asked[scanned.deal].sentence
            if scanned.deal in asked
            else reasons.question(scanned.question, rules)
            for scanned in page.open
            if scanned.question
        },
    }


def _moved(row: Table, page: ScannedPage) -> Sequence[Seat]:
    """Who sits from a later deal on where the sheet prints another name and does not say that a substitute sat."""
    if page.place is None or not page.place.table:
        return []
    later = row.seats.filter(from_deal__gt=1).exclude(position__in=page.substitutes)
    return list(later.select_related("entry__player").order_by("from_deal", "position"))


def _others(row: Table, job: Job, page: ScannedPage, pages: Sequence[ScannedPage]) -> dict[str, Any]:
    """Other sheets of the same table and deals: pictures that are kept, and in this batch the table's own sheet."""
    if (place := page.place) is None:
        return {}
    own, digest = (row.round.number, row.number, place.part), batch.digest(job, page)
    pictures = [other for other in pictures_at(row) if other.part == place.part]
    return {
        "pictures": [other for other in pictures if other.is_stored and other.digest != digest],
        "own": [
            other.number
            for other in pages
            if other.place and other is not page and (other.place.round, other.place.table, other.place.part) == own
        ],
    }
