"""The cut before a final: who would qualify and who is tied, making it, taking it back, replacing a finalist."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament import access
from tournament.acts.event import format as acts
from tournament.errors import UserError
from tournament.forms.people.people import OptionalReasonForm
from tournament.forms.table.choices import numbers_in
from tournament.integers import read_integer
from tournament.models import Cut, Entry, Event
from tournament.ranking.contest import format_of
from tournament.ranking.finalists import ahead_of_finalists, candidates, doubtful
from tournament.ranking.format import Stage
from tournament.reading.ranking.ranking_rows import describe_tie
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.event.deadline import matters_in, shown_matters
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not

# How many of those who would not qualify are shown.
BELOW = 8


@takes("GET", "POST")
@answers_refusals
def cut(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Who would qualify, with a button that makes the cut; once it is made, who qualified."""
    may = access.Permission.PLAN if request.method == "POST" else access.Permission.SEE_PLAN
    event, by = access.staff(request, slug, may)
    final = _final(event, stage)
    form = OptionalReasonForm(posted(request))
    status = carried_out(
        form, lambda: acts.make_cut(event, by, stage, numbers_in(seen(request)), **matters_in(request, form))
    )
    if status == DONE:
        messages.success(request, _("The cut has been made."))
        return see_other("staff:cut", slug, stage)
    stored = Cut.objects.filter(event=event, stage=stage).first()
    context = _made(event, stored) if stored else _ahead(event, stage, final)
    context |= {"stage": stage, "final": final, "cut": stored, "form": form}
    return staff_page(request, "organiser/rounds/cut.html", event, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def undo(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Takes a cut back, after asking."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    _final(event, stage)
    if request.method == "POST":
        acts.undo_cut(event, by, stage, seen=seen(request))
        messages.success(request, _("The cut has been undone."))
        return see_other("staff:cut", slug, stage)
    acts.require_undoable(event, stage)
    back = reverse("staff:cut", args=[slug, stage])
    question, consequence = _("Undo the cut?"), _("Nobody is in the final until the cut is made again.")
    stored = Cut.objects.filter(event=event, stage=stage).first()
    return confirm_page(
        request,
        event,
        question=question,
        consequence=consequence,
        action=pgettext("a cut", "Undo"),
        back=back,
        danger=True,
        of=acts.cut_token(stored) if stored else "",
    )


@takes("GET", "POST")
@answers_refusals
def replace(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Replaces a finalist by the next in rank, after showing who that is."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    _final(event, stage)
    if request.method == "POST":
        acts.replace_finalist(event, by, stage, number, read_integer(seen(request)) or 0)
        messages.success(request, _("The finalist has been replaced."))
        return see_other("staff:cut", slug, stage)
    following = acts.require_replaceable(event, stage)
    if number not in Cut.objects.get(event=event, stage=stage).finalists:
        raise UserError(_("This player is not in the final."))
    people = _people(event, [number, following.entry.number])
    context: dict[str, Any] = {
        "stage": stage,
        "out": people[number],
        "next": people[following.entry.number],
        "place": following,
    }
    return staff_page(request, "organiser/rounds/replace_finalist.html", event, **context)


def _final(event: Event, stage: int) -> Stage:
    planned = format_of(event)
    if stage not in planned.finals:
        raise Http404
    return planned.stages[stage - 1]


def _ahead(event: Event, stage: int, final: Stage) -> dict[str, Any]:
    """Who would qualify by the present ranking, some of those who would not, and the ties at the cut."""
    places = candidates(event, stage)
    names = _people(event, [place.entry.number for place in places])
    rows = [(place, names[place.entry.number], describe_tie(place.standing.broke)) for place in places]
    doubt = doubtful(places, final.cut)
    return {
        "inside": rows[: final.cut],
        "outside": rows[final.cut : final.cut + BELOW],
        "of": ",".join(str(place.entry.number) for place in places[: final.cut]),
        "tied": {place.entry.number for place in (*doubt.inside, *doubt.outside)} if doubt else set(),
        **shown_matters(event, acts.open_issues_before(event, stage)),
        "fault": why_not(acts.require_cuttable, event, stage) or why_not(acts.require_enough, len(places), final.cut),
    }


def _made(event: Event, cut: Cut) -> dict[str, Any]:
    ahead = [place.entry.number for place in ahead_of_finalists(cut)]
    people = _people(event, [*cut.finalists, *ahead, *(number for pair in cut.replaced for number in pair)])
    return {
        "finalists": [people[number] for number in cut.finalists],
        "ahead": ", ".join(people[number][1] for number in ahead),
        "replaced": [(people[out], people[came_in]) for out, came_in in cut.replaced],
        "stays": why_not(acts.require_replaceable, event, cut.stage),
        "stands": why_not(acts.require_undoable, event, cut.stage),
    }


def _people(event: Event, numbers: list[int]) -> dict[int, tuple[int, str, str]]:
    """Number, full name and status of these entries, by number."""
    rows = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    return {entry.number: (entry.number, full_name(entry), entry.status) for entry in rows}
