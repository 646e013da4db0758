"""Players from a list, pasted or in a file: the list, a preview of what it would do, and doing it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import access
from tournament.acts.people.import_people import ImportResult, PeopleImport, entered_people, import_people
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.exchange.lists import people_in, people_out, signed_payload
from tournament.exchange.lists.list_lines import MOST_BYTES, ListLine
from tournament.exchange.lists.proposal import ANOTHER, Choices, ImportProposal, Judged, Verdict
from tournament.exchange.lists.signed_payload import Carried
from tournament.forms.people.people_list import PeopleForm, chosen, columns_said, field_names, lines_turned
from tournament.models import Event
from tournament.views.organiser.shell import put_right, staff_page
from tournament.views.shared.page import posted, see_other, takes

# What may be said about a doubtful line: the value that is sent, the text, whether it was chosen.
Option = tuple[str, str, bool]
# More new players than this are folded away.
MAX_UNFOLDED = 100
EMPTY_LISTS = {
    "csv": (people_out.semicolons, "text/csv; charset=utf-8"),
    "xlsx": (people_out.workbook, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a list; when it is sent, a preview. Nothing is entered yet."""
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    form = PeopleForm(
        posted(request),
        request.FILES if request.method == "POST" else None,
        initial={"lines": _lines_of(request, request.GET.get("from", ""))},
    )
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return _look(request, event, by, PeopleList(form.table()))
        except UserError as refusal:
            status = put_right(form, refusal)
    return _choose_page(request, event, form, status)


@takes("POST")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Carries out the preview with the choices made; all or nothing. Sent twice, it is done once.

    If columns were said to hold something else, or names to be the other way round, it shows a new preview instead.
    """
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    try:
        looked_at = signed_payload.unpack(event, by, request.POST.get("list", ""))
    except UserError as refusal:
        return _choose_page(request, event, PeopleForm(), refusal.status, str(refusal))
    previewed = PreviewedImport(looked_at, chosen(request.POST))
    current = PeopleList(looked_at.lines, looked_at.columns, looked_at.turned)
    columns, turned = columns_said(request.POST), lines_turned(request.POST)
    if turned != current.turned or (columns and ("look" in request.POST or columns != _read_as(current))):
        return _look_anew(
            request,
            event,
            by,
            current,
            PeopleList(current.lines, columns or current.columns, turned),
            previewed.choices,
        )
    try:
        done = import_people(event, by, previewed, looked_at.key)
    except UserError as refusal:
        return _look(request, event, by, current, previewed.choices, refusal)
    _tell(request, done, previewed.left_out)
    return see_other("staff:players", slug)


@takes("GET")
def empty_list(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """A list with only headings, in the visitor's language, to be filled in."""
    access.staff(request, slug, access.Permission.REGISTER)
    if form not in EMPTY_LISTS:
        raise Http404
    make, kind = EMPTY_LISTS[form]
    headers = {"Content-Disposition": f'attachment; filename="{slug}.{form}"'}
    return HttpResponse(make(), content_type=kind, headers=headers)


@dataclass(frozen=True, slots=True)
class PeopleList:
    """The lines of a list, what its columns were said to hold, and which lines have their names turned round."""

    lines: Sequence[ListLine]
    columns: Mapping[int, str] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()


@dataclass
class PreviewedImport:
    """Decides what the import does, given those who are entered already: what was previewed, or nothing."""

    list: Carried
    choices: Choices
    left_out: int = field(default=0, init=False)

    def __call__(self, existing: Sequence[Entrant]) -> PeopleImport:
        """Judges the list again. Refuses if it would no longer do what was shown."""
        proposal = people_in.judge(self.list.lines, existing, self.list.columns, self.list.turned)
        if proposal.mark() != self.list.mark:
            raise UserError(_("Players were entered or corrected in the meantime. This is what the list would do now."))
        doubtful = [row for row in proposal.of(Verdict.DOUBTFUL) if row.line not in self.choices]
        self.left_out = len(doubtful) + proposal.count(Verdict.REFUSED)
        return proposal.intake(self.choices)


@dataclass(frozen=True, slots=True)
class VerdictGroup:
    """Lines with the same verdict, each with its options: their heading, and whether they are folded away."""

    verdict: Verdict
    title: str
    lines: Sequence[tuple[Judged, Sequence[Option]]]
    folded: bool


def _look(
    request: HttpRequest,
    event: Event,
    by: str,
    list: PeopleList,
    choices: Choices | None = None,
    refusal: UserError | None = None,
) -> HttpResponse:
    """A preview of what a list would do now, with the lines that need an answer first."""
    proposal = people_in.judge(list.lines, entered_people(event), list.columns, list.turned)
    context: dict[str, Any] = {
        "groups": _groups(proposal, choices or {}),
        "ignored": proposal.ignored,
        "numbers_unused": proposal.numbers_unused,
        "columns": proposal.columns,
        "fields": field_names(),
        "new": proposal.count(Verdict.NEW),
        "changed": proposal.count(Verdict.CHANGED),
        "doubtful": proposal.count(Verdict.DOUBTFUL),
        "list": signed_payload.pack(event, by, list.lines, proposal.mark(), list.columns, list.turned),
        "turned": list.turned,
        "fault": refusal.sentence if refusal else "",
        "boxes": proposal.boxes,
    }
    return staff_page(
        request, "organiser/people/people_look.html", event, status=refusal.status if refusal else 200, **context
    )


def _read_as(list: PeopleList) -> dict[int, str]:
    """What each column that was shown is read as."""
    return {column.at: column.field for column in people_in.judge(list.lines, (), list.columns).columns}


def _look_anew(
    request: HttpRequest, event: Event, by: str, fallback: PeopleList, revised: PeopleList, choices: Choices
) -> HttpResponse:
    """A preview with columns and names as they were said to be, or as before if that cannot be; choices are kept."""
    try:
        return _look(request, event, by, revised, choices)
    except UserError as refusal:
        return _look(request, event, by, fallback, choices, refusal)


def _groups(proposal: ImportProposal, choices: Choices) -> list[VerdictGroup]:
    """The groups that have lines."""
    titles: Mapping[Verdict, tuple[str, bool]] = {
        Verdict.DOUBTFUL: (_("Doubtful"), False),
        Verdict.REFUSED: (_("Refused"), False),
        Verdict.CHANGED: (_("Changed"), False),
        Verdict.NEW: (_("New"), proposal.count(Verdict.NEW) > MAX_UNFOLDED),
        Verdict.SAME: (_("Unchanged"), True),
    }
    groups = [
        VerdictGroup(
            verdict, title, [(row, _options(row, choices.get(row.line))) for row in proposal.of(verdict)], folded
        )
        for verdict, (title, folded) in titles.items()
    ]
    return [group for group in groups if group.lines]


def _options(judged: Judged, choice: int | None) -> list[Option]:
    """The options for a doubtful line; [] for any other."""
    if judged.verdict != Verdict.DOUBTFUL:
        return []
    options = [("", _("Leave out"), choice is None), (str(ANOTHER), _("Enter as another person"), choice == ANOTHER)]
    for twin in judged.twins:
        who = {"number": twin.existing.number, "name": twin.existing.listed}
        label = _("The same as no. %(number)s, %(name)s") % who
        label += f": {twin.differences}" if twin.differences else ""
        options.append((str(twin.existing.number), label, choice == twin.existing.number))
    return options


def _lines_of(request: HttpRequest, slug: str) -> str:
    """The players of an earlier event, for somebody who may see their list there; "" without one."""
    if not slug:
        return ""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    return people_out.pasted(people_out.rows(event))


def _choose_page(request: HttpRequest, event: Event, form: PeopleForm, status: int, fault: str = "") -> HttpResponse:
    context = {"form": form, "fault": fault, "most_bytes": MOST_BYTES, "most_lines": signed_payload.MOST_LINES}
    return staff_page(request, "organiser/people/people_list.html", event, status=status, **context)


def _tell(request: HttpRequest, done: ImportResult, left_out: int) -> None:
    """Says what became of the list, in a sentence for each thing that was done."""
    if done.before:
        messages.info(request, _("This list has already been entered. Nothing was done twice."))
        return
    count, corrected = len(done.numbers), done.corrected
    sentences = [ngettext("%(count)s player entered.", "%(count)s players entered.", count) % {"count": count}]
    if corrected:
        sentences.append(
            ngettext("%(count)s player corrected.", "%(count)s players corrected.", corrected) % {"count": corrected}
        )
    if left_out:
        sentences.append(
            ngettext("%(count)s line left out.", "%(count)s lines left out.", left_out) % {"count": left_out}
        )
    messages.success(request, " ".join(sentences))
