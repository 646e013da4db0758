"""People from a list, pasted or in a file: the list, a preview of what it would do, and doing it.

Where they are entered is a `ListPlace`: the players of an event, or the members of a club.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.acts.people.import_people import Decide, ImportResult, PeopleImport
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.exchange.lists import headings, people_in, people_out, signed_payload
from tournament.exchange.lists.list_lines import MOST_BYTES, ListLine
from tournament.exchange.lists.proposal import ANOTHER, Choices, ImportProposal, Judged, Verdict
from tournament.exchange.lists.signed_payload import Carried
from tournament.forms.people.people_list import PeopleForm, chosen, columns_said, field_names, lines_turned
from tournament.models import ChainOwner
from tournament.views.organiser.shell import put_right
from tournament.views.shared.page import posted, see_other

# What may be said about a doubtful line: the value that is sent, the text, whether it was chosen.
Option = tuple[str, str, bool]
# More new players than this are folded away.
MAX_UNFOLDED = 100
EMPTY_LISTS: Mapping[str, tuple[Callable[..., bytes], str]] = {
    "csv": (people_out.semicolons, "text/csv; charset=utf-8"),
    "xlsx": (people_out.workbook, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


class ListPlace(ABC):
    """Where a list of people is entered, and by whom. `unread` are the fields that mean nothing there."""

    unread: ClassVar[Collection[str]] = ()
    by: str

    @property
    @abstractmethod
    def owner(self) -> ChainOwner:
        """To whom the list belongs: nobody can enter it elsewhere."""

    @abstractmethod
    def people(self) -> list[Entrant]:
        """Everyone who is entered already, with their numbers."""

    @abstractmethod
    def enter(self, decide: Decide, list: Carried) -> ImportResult:
        """Enters and corrects what `decide` returns, given those who are entered by then; all of it or nothing."""

    @abstractmethod
    def page(self, request: HttpRequest, template: str, status: int, **context: Any) -> HttpResponse:
        """A page in the frame of the place."""

    @abstractmethod
    def address(self, page: str, *more: str) -> str:
        """The path of the page on which a list is chosen (`list`), entered (`enter`) or empty, or of who is entered."""

    def judge(
        self, lines: Sequence[ListLine], people: Sequence[Entrant], columns: Mapping[int, str], turned: Collection[int]
    ) -> ImportProposal:
        """What a list would do, given these people."""
        return people_in.judge(lines, people, columns, turned, self.unread)


def choose(request: HttpRequest, target: ListPlace, pasted: str = "") -> HttpResponse:
    """The form for a list, with these lines in it; when it is sent, a preview. Nothing is entered yet."""
    files = request.FILES if request.method == "POST" else None
    form = PeopleForm(posted(request), files, initial={"lines": pasted})
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            return _look(request, target, PeopleList(form.table()))
        except UserError as refusal:
            status = put_right(form, refusal)
    return _choose_page(request, target, form, status)


def enter(request: HttpRequest, target: ListPlace) -> HttpResponse:
    """Carries out the preview with the choices made; all or nothing. Sent twice, it is done once.

    If columns were said to hold something else, or names to be the other way round, it shows a new preview instead; for
    `another` list, the form with this one.
    """
    try:
        looked_at = signed_payload.unpack(target.owner, target.by, request.POST.get("list", ""))
    except UserError as refusal:
        return _choose_page(request, target, PeopleForm(), refusal.status, str(refusal))
    if "another" in request.POST:
        text = "\n".join("\t".join(line.cells) for line in looked_at.lines)
        return _choose_page(request, target, PeopleForm(initial={"lines": text}), 200)
    previewed = PreviewedImport(target, looked_at, chosen(request.POST))
    current = PeopleList(looked_at.lines, looked_at.columns, looked_at.turned)
    columns, turned = columns_said(request.POST), lines_turned(request.POST)
    if turned != current.turned or (columns and ("look" in request.POST or columns != _read_as(target, current))):
        revised = PeopleList(current.lines, columns or current.columns, turned)
        return _look_anew(request, target, current, revised, previewed.choices)
    try:
        done = target.enter(previewed, looked_at)
    except UserError as refusal:
        return _look(request, target, current, previewed.choices, refusal)
    _tell(request, done, previewed.left_out)
    return see_other(target.address("people"))


def empty_list(target: ListPlace, form: str) -> HttpResponse:
    """A list with only headings, in the visitor's language, to be filled in."""
    if form not in EMPTY_LISTS:
        raise Http404
    make, kind = EMPTY_LISTS[form]
    headers = {"Content-Disposition": f'attachment; filename="{target.owner.slug}.{form}"'}
    return HttpResponse(make(unread=target.unread), content_type=kind, headers=headers)


@dataclass(frozen=True, slots=True)
class PeopleList:
    """The lines of a list, what its columns were said to hold, and which lines have their names turned round."""

    lines: Sequence[ListLine]
    columns: Mapping[int, str] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()


@dataclass
class PreviewedImport:
    """Decides what the import does, given those who are entered already: what was previewed, or nothing."""

    target: ListPlace
    list: Carried
    choices: Choices
    left_out: int = field(default=0, init=False)

    def __call__(self, existing: Sequence[Entrant]) -> PeopleImport:
        """Judges the list again. Refuses if it would no longer do what was shown."""
        proposal = self.target.judge(self.list.lines, existing, self.list.columns, self.list.turned)
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
    target: ListPlace,
    list: PeopleList,
    choices: Choices | None = None,
    refusal: UserError | None = None,
) -> HttpResponse:
    """A preview of what a list would do now, with the lines that need an answer first."""
    proposal = target.judge(list.lines, target.people(), list.columns, list.turned)
    context: dict[str, Any] = {
        "groups": _groups(proposal, choices or {}),
        "ignored": proposal.ignored,
        "numbers_unused": proposal.numbers_unused and headings.NUMBER not in target.unread,
        "columns": proposal.columns,
        "fields": [(value, label) for value, label in field_names() if value not in target.unread],
        **_addresses(target),
        "new": proposal.count(Verdict.NEW),
        "changed": proposal.count(Verdict.CHANGED),
        "doubtful": proposal.count(Verdict.DOUBTFUL),
        "list": signed_payload.pack(target.owner, target.by, list.lines, proposal.mark(), list.columns, list.turned),
        "turned": list.turned,
        "fault": refusal.sentence if refusal else "",
        "boxes": proposal.boxes,
    }
    return target.page(request, "shared/people/look.html", refusal.status if refusal else 200, **context)


def _addresses(target: ListPlace) -> dict[str, str]:
    """Where the pages of a list lead."""
    return {f"{page}_address": target.address(page) for page in ("people", "list", "enter")}


def _read_as(target: ListPlace, list: PeopleList) -> dict[int, str]:
    """What each column that was shown is read as."""
    return {column.at: column.field for column in target.judge(list.lines, (), list.columns, ()).columns}


def _look_anew(
    request: HttpRequest, target: ListPlace, fallback: PeopleList, revised: PeopleList, choices: Choices
) -> HttpResponse:
    """A preview with columns and names as they were said to be, or as before if that cannot be; choices are kept."""
    try:
        return _look(request, target, revised, choices)
    except UserError as refusal:
        return _look(request, target, fallback, choices, refusal)


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


def _choose_page(
    request: HttpRequest, target: ListPlace, form: PeopleForm, status: int, fault: str = ""
) -> HttpResponse:
    limits = {"most_bytes": MOST_BYTES, "most_lines": signed_payload.MOST_LINES}
    empty = [(form, target.address("empty", form)) for form in EMPTY_LISTS]
    context = {"form": form, "fault": fault, "empty_lists": empty, **limits, **_addresses(target)}
    return target.page(request, "shared/people/list.html", status, **context)


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
