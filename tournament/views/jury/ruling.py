"""Ruling on a deal: finding it, choosing how, seeing the effect before it is done."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from tournament import access
from tournament.acts.jury.rulings import BEFORE_PLAY, rule
from tournament.acts.kernel.decisions import next_decision
from tournament.forms.jury.decisions import DecisionForm, PlaceForm, table_of
from tournament.forms.jury.rulings import Case, Kind, RulingProposal, kinds, proposal
from tournament.forms.table.choices import numbers_in
from tournament.models import Decision, Entry, Event
from tournament.ranking import facts, superseded_rulings
from tournament.ranking.outcomes import opens
from tournament.ranking.records import DealRuling
from tournament.reading.jury import decision_words, penalties
from tournament.reading.jury.penalties import MAX_POINTS, Amount
from tournament.reading.jury.rulings import RulingEffect, effect
from tournament.reading.table import sheets
from tournament.views.jury.decisions import Decide, record_decision
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import see_other, takes

# What else the form of a decision sends, besides the answers and the points.
WORDS = ("reason", "internal", "article", "spoken")
OTHERS = ("expected", "seen", "paid", "ends", "look", "second", "second_password", "csrfmiddlewaretoken")


@takes("GET")
def find_deal(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks which deal to rule on."""
    event, _by = access.staff(request, slug, access.Permission.RULE)
    form = PlaceForm(request.GET if "deal" in request.GET else None, event=event, initial=request.GET.dict())
    if form.is_valid():
        place = form.cleaned_data
        return see_other("staff:rulings", slug, place["round"], place["table"], place["deal"])
    return staff_page(request, "jury/find_deal.html", event, form=form, status=422 if form.is_bound else 200)


@takes("GET")
def rulings(request: HttpRequest, slug: str, round: int, table: int, deal: int) -> HttpResponse:
    """One deal as it is now, and how it may be ruled on."""
    event, _by = access.staff(request, slug, access.Permission.SEE_RULINGS)
    case = _case(event, round, table, deal)
    return staff_page(request, "jury/rulings.html", event, kinds=kinds(case), **_shown(event, case))


@takes("GET", "POST")
def ruling(request: HttpRequest, slug: str, round: int, table: int, deal: int, kind: str) -> HttpResponse:
    """A ruling of one kind: asks about it, shows its effect, then makes it as it was shown."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    case = _case(event, round, table, deal)
    chosen = next((offered for offered in kinds(case) if offered.key == kind), None)
    if chosen is None:
        raise Http404
    answers = _answers(request)
    proposed = proposal(chosen, case, answers)
    ends = _ends(case, proposed)
    tried = "next" in answers
    alike = penalties.similar_decisions(event, Decision(kind=chosen.stored, ruling=chosen.plainly))
    context: dict[str, Any] = {"kind": chosen, "proposal": proposed, "tried": tried, "alike": alike}
    context["ends"] = [decision_words.in_words(row) for row in ends]
    context["ended"] = ",".join(str(row.number) for row in ends)
    context |= {**_asked(case, proposed), **_shown(event, case)}
    if proposed.ruling is None and answers is request.GET:
        status = 422 if tried or request.method == "POST" else 200
        return staff_page(request, "jury/ruling.html", event, status=status, **context)
    usual = {"article": chosen.article, "expected": next_decision(event)}
    amounts = _amounts(case, chosen, proposed)
    changed = request.POST.get("seen", proposed.mark) != proposed.mark
    late = _late(case, chosen, proposed)
    form = DecisionForm(None if changed else request.POST or None, amounts=amounts, late=late, initial=usual)
    paying = replace(proposed, points=dict(zip(proposed.points, form.typed(), strict=True)))
    context |= {"effect": _effect(case, paying, ends), "paid": paying.mark}
    if proposed.ruling is None or changed or _looks(request, form, paying):
        again = "look" not in request.POST
        status = 409 if again else 200 if proposed.ruling else 422
        form = DecisionForm(amounts=amounts, late=late, initial=usual | _typed(request, changed))
        return staff_page(request, "jury/ruling.html", event, status=status, form=form, again=again, **context)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        decide = _decide(case, by, chosen, proposed.ruling, proposed.version)
        ends_shown = numbers_in(request.POST["ends"]) if request.POST.get("ends") else []
        decide = partial(decide, ends=ends_shown, second=second_in(request))
        onward, status = record_decision(request, event, form, decide)
        if onward:
            return see_other(onward)
    return staff_page(request, "jury/ruling.html", event, status=status, form=form, **context)


def _late(case: Case, chosen: Kind, proposed: RulingProposal) -> bool:
    """Whether it says of a written deal what the jury must have said before the first card."""
    ruled = proposed.ruling.result if proposed.ruling else None
    return bool(case.line.entered) and (chosen.answer in BEFORE_PLAY or opens(ruled, case.line.result))


def _looks(request: HttpRequest, form: DecisionForm, paying: RulingProposal) -> bool:
    """Whether the effect is to be shown first: because that was asked, or with other points than were shown."""
    return "look" in request.POST or (form.is_valid() and request.POST.get("paid", paying.mark) != paying.mark)


def _typed(request: HttpRequest, changed: bool) -> dict[str, str]:
    """What was typed and stays: the words, and the points unless they belonged to other answers."""
    stays = WORDS if changed else (*WORDS, *(name for name in request.POST if name.startswith("points_")))
    return {name: request.POST[name] for name in stays if name in request.POST}


def _answers(request: HttpRequest) -> QueryDict:
    """What was answered about a ruling: as the form that shows its effect was sent, or in the URL."""
    if "seen" not in request.POST:
        return request.GET
    answers = request.POST.copy()
    for name in request.POST:
        if name in (*WORDS, *OTHERS) or name.startswith("points_"):
            del answers[name]
    answers["next"] = "1"
    return answers


def _case(event: Event, round: int, table: int, deal: int) -> Case:
    """The deal with these numbers; 404 if there is none, or its round is not published."""
    row = table_of(event, round, table)
    if row is None or not row.round.published or not 1 <= deal <= row.deals_planned:
        raise Http404
    sheet = sheets.sheet(row, public=False)
    return Case(row, sheet, sheet.lines[deal - 1], facts.ruleset(event))


def _shown(event: Event, case: Case) -> dict[str, Any]:
    """What every page about a deal shows: the deal as it is now, and the decisions about it."""
    return {
        "case": case,
        "place": decision_words.place_of(case.row, case.line.number),
        "decisions": [
            decision_words.in_words(row) for row in decision_words.at_table(case.row).filter(deal=case.line.number)
        ],
        "unverified": unverified(event),
    }


def _asked(case: Case, proposed: RulingProposal) -> dict[str, str]:
    """Where the page links to: back to the deal, and to the same choices with another contract."""
    numbers = [case.row.round.number, case.row.number, case.line.number]
    back = reverse("staff:rulings", args=[case.row.round.event.slug, *numbers])
    others = replace(proposed.draft.choices, contract="").query(asked="1") if proposed.draft else ""
    return {"back": back, "others": others}


def _entries(case: Case) -> dict[int, int]:
    """The entry number at each position that plays the deal."""
    table, deal = case.sheet.table, case.line.number
    return {position: table.entry(position, deal) for position in table.playing(deal)}


def _amounts(case: Case, kind: Kind, proposed: RulingProposal) -> list[Amount]:
    """The points that come with a ruling, which the jury may change; including those that are 0."""
    numbers = _entries(case)
    people = Entry.objects.filter(event=case.row.round.event_id, number__in=numbers.values()).select_related("player")
    entries = {entry.number: entry for entry in people}
    against = kind.effect == "scores"
    return [
        Amount(entries[numbers[at]], usual, -MAX_POINTS, MAX_POINTS, against) for at, usual in proposed.points.items()
    ]


def _decide(case: Case, by: str, kind: Kind, ruling: DealRuling, version: int) -> Decide:
    """The act that makes the ruling, except for what the form adds."""
    more: dict[str, Any] = {"about": ruling.about, "contract": ruling.contract, "result": ruling.result}
    return partial(rule, case.row, by, case.line.number, ruling.ruling, kind=kind.stored, replaces=version, **more)


def _ends(case: Case, proposed: RulingProposal) -> list[Decision]:
    """The earlier decisions that the ruling ends."""
    return superseded_rulings.to_end(case.row, case.line.number, proposed.ruling.ruling) if proposed.ruling else []


def _effect(case: Case, proposed: RulingProposal, ends: Sequence[Decision]) -> list[RulingEffect]:
    if proposed.ruling is None:
        return []
    return effect(case.sheet, case.line.number, proposed.ruling, case.ruleset, proposed.points, ends)
