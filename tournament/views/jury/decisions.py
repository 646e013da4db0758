"""The jury's decisions: the list, a single one, a new penalty, cancelling one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import CheckboxSelectMultiple, Form, TypedMultipleChoiceField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.jury.appeals import judges, open_appeals, require_appealable, require_judge
from tournament.acts.jury.rulings import cancel_decision, penalise
from tournament.acts.kernel.decisions import next_decision
from tournament.errors import UserError
from tournament.forms.jury.decisions import DecisionForm, PlaceForm, WhoForm
from tournament.forms.people.people import ReasonForm
from tournament.forms.table.choices import numbers_in
from tournament.models import Appeal, Call, Decision, Entry, Event, Seat
from tournament.ranking import facts, superseded_rulings
from tournament.ranking.contest import format_of
from tournament.reading.jury import decision_words, penalties, table_answers
from tournament.reading.jury.penalties import Preset
from tournament.reading.jury.rulings import RulingEffect, effect_of_decision, undone
from tournament.reading.logbook import chronicle
from tournament.reading.logbook.history import names_of
from tournament.reading.table import sheets
from tournament.reading.table.sheets import full_name, listed_name
from tournament.tables import DecisionTable, arrange
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, put_right, staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import see_other, takes, why_not

# How many names are suggested while a player's name is typed.
MAX_OFFERED = 1000

# An act of the jury to which a form adds points, reasons, article and expected number.
Decide = Callable[..., Decision]


@takes("GET")
def decisions(request: HttpRequest, slug: str) -> HttpResponse:
    """All decisions, including cancelled ones."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    rows = decision_words.decisions(event)
    names = names_of(set(rows.values_list("by", flat=True)), format_of(event))
    rules = facts.ruleset(event)
    table = arrange(DecisionTable(rows, rules, names), request)
    waiting = Call.objects.filter(event=event, ended_at=None).count()
    count, tables = table_answers.counts(event)
    more: dict[str, Any] = {"waiting": waiting, "count": count, "tables": tables, "rules": rules}
    more["appeals"] = open_appeals(event)
    return staff_page(request, "jury/decisions.html", event, table=table, **more)


@takes("GET")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """What the jury can decide: the penalties of the rule set, a house rule, a ruling on a deal."""
    event, _by = access.staff(request, slug, access.Permission.RULE)
    return staff_page(request, "jury/choose.html", event, presets=penalties.presets(event))


@takes("GET", "POST")
def penalty(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A penalty of one kind: first for whom and where (which then are in the URL), then amounts and reason."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    preset = penalties.preset(event, kind)
    if preset is None:
        raise Http404
    # A link from a table fills in where; for whom is still asked.
    answers = request.GET if {"players", *(["offence"] if preset.offences else [])} <= request.GET.keys() else None
    initial, seated = request.GET.dict(), _seated(event, request)
    who = WhoForm(answers, event=event, initial=initial, offences=preset.offences, to=preset.to, seated=seated)
    if not who.is_valid():
        status = 422 if who.is_bound or request.method == "POST" else 200
        return staff_page(
            request, "jury/who.html", event, status=status, form=who, preset=preset, offered=_offered(event)
        )
    return _amounts(request, event, by, preset, who)


@takes("GET")
def decision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One decision: what it was, for whom, why."""
    event, by = access.staff(request, slug, access.Permission.LOOK)
    row = get_object_or_404(decision_words.decisions(event), number=number)
    ruled = (
        chronicle.describe_result(row.result, facts.ruleset(event), decision_words.names_at(row)) if row.result else ""
    )
    appeals = list(row.appeals.all())
    signers = decision_words.signers(event, [row])[number]
    names = names_of({*signers, *(who for lodged in appeals for who in _signers(lodged) if who)}, format_of(event))
    context: dict[str, Any] = {
        "decision": row,
        "summary": decision_words.in_words(row),
        "ruled": ruled,
        "internal": decision_words.internals(event, [row]).get(row.internal, ""),
        "rules": facts.ruleset(event),
        "by": " + ".join(names[who] for who in signers),
        "appeals": [
            (lodged, full_name(lodged.entry), *(names.get(who, "") for who in _signers(lodged))) for lodged in appeals
        ],
        "appealable": not why_not(require_appealable, event, row),
        "settles": event.is_open and not why_not(require_judge, event, row, by),
        "judges": sorted(names_of({*judges(event, row)}, format_of(event)).values()) if appeals else [],
        "effect": _effect(row),
        "ends": sorted(ending.ended.number for ending in row.ends.select_related("ended")),
        "unverified": unverified(event),
    }
    return staff_page(request, "jury/decision.html", event, **context)


@takes("GET", "POST")
def cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Cancels a decision, for a reason."""
    event, by = access.staff(request, slug, access.Permission.CANCEL_DECISIONS)
    row = get_object_or_404(decision_words.decisions(event), number=number)
    form, second = ReasonForm(request.POST or None), second_in(request)
    returning = offer_also(form, row)
    back = reverse("staff:decision", args=[slug, number])

    def act() -> None:
        also = form.cleaned_data.get("also", ())
        cancel_decision(row, by, form.cleaned_data["reason"], returning=returning_in(request), also=also, second=second)

    status = carried_out(form, act)
    if status == DONE:
        return see_other(back)
    words: dict[str, Any] = {
        "question": _("Cancel decision %(number)s?") % {"number": number},
        "consequence": _("It stays in the list but no longer counts."),
        "action": _("Cancel the decision"),
        "of": returning,
        "effect": undone(_effect(row)),
    }
    return confirm_page(request, event, status=status, back=back, fields=form, danger=True, **words)


def offer_also(form: Form, decision: Decision) -> str:
    """Adds to a form which of the rulings that count again without this decision are cancelled with it.

    Returns the numbers of those rulings, which the page sends back as `of` (`returning_in`).
    """
    rows = superseded_rulings.returning(decision)
    if rows:
        choices = [
            (row.number, f"{row.number} · {decision_words.outcome(row, facts.ruleset(row.event))}") for row in rows
        ]
        form.fields["also"] = TypedMultipleChoiceField(
            label=_("These earlier rulings on the deal count again. Cancel them too:"),
            choices=choices,
            coerce=int,
            required=False,
            widget=CheckboxSelectMultiple,
        )
    return ",".join(str(row.number) for row in rows)


def returning_in(request: HttpRequest) -> list[int]:
    """The numbers of the rulings that were said to count again, as the page sends them back."""
    text = request.POST.get("of", "")
    return numbers_in(text) if text else []


def record_decision(request: HttpRequest, event: Event, form: DecisionForm, decide: Decide) -> tuple[str, int]:
    """Carries out a decision from a valid form: the address to redirect to, or "" and the status of the failure."""
    fields = {name: form.cleaned_data[name] for name in ("reason", "internal", "article", "expected")}
    try:
        decision = decide(points=form.points(), **fields)
    except UserError as refusal:
        form.expect(next_decision(event))
        return "", put_right(form, refusal)
    messages.success(request, _("Decision %(number)s is recorded.") % {"number": decision.number})
    return reverse("staff:decision", args=[event.slug, decision.number]), 303


def _amounts(request: HttpRequest, event: Event, by: str, preset: Preset, who_form: WhoForm) -> HttpResponse:
    """The second half of a penalty: who gets what, and why."""
    players, at, deal = who_form.cleaned_data["players"], who_form.cleaned_data["at"], who_form.cleaned_data["deal"]
    offence = who_form.cleaned_data.get("offence", "")
    usual = {"article": preset.article, "expected": next_decision(event)}
    amounts = penalties.amounts(preset, players, at, deal, offence, who_form.cleaned_data.get("to", ""))
    form = DecisionForm(request.POST or None, amounts=amounts, initial=usual)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        more: dict[str, Any] = {"offence": offence, "table": at, "deal": deal, "second": second_in(request)}
        decide = partial(penalise, event, by, preset.key, **more)
        onward, status = record_decision(request, event, form, decide)
        if onward:
            return see_other(onward)
    context: dict[str, Any] = {
        "form": form,
        "preset": preset,
        "offence": dict(preset.offences).get(offence, ""),
        "place": decision_words.place_of(at, deal),
        "earlier": [decision_words.in_words(row) for row in decision_words.about_players(event, players)],
        "players": players,
        "alike": penalties.similar_decisions(event, Decision(kind=preset.key, offence=offence)),
        "unverified": unverified(event),
    }
    return staff_page(request, "jury/penalty.html", event, status=status, **context)


def _signers(appeal: Appeal) -> tuple[str, str, str]:
    """Who recorded an appeal, and the two who settled it."""
    return appeal.by, appeal.settled_by, appeal.seconded_by


def _effect(decision: Decision) -> list[RulingEffect]:
    """What a ruling on a deal gives and takes; empty for any other decision."""
    if decision.table is None or decision.deal is None or not decision.ruling:
        return []
    return effect_of_decision(decision, sheets.sheet(decision.table, public=False))


def _seated(event: Event, request: HttpRequest) -> list[tuple[int, str]]:
    """Numbers and names of those at the table in the address, by seat, and since which deal; none without one."""
    place = PlaceForm({**request.GET.dict(), "deal": "1"}, event=event)
    if not place.is_valid():
        return []
    seats = Seat.objects.filter(
        table__round__event=event,
        table__round__number=place.cleaned_data["round"],
        table__number=place.cleaned_data["table"],
    )
    people: dict[int, str] = {}
    for seat in seats.select_related("entry__player").order_by("position", "from_deal"):
        since = [_("from deal %(deal)s onwards") % {"deal": seat.from_deal}] if seat.from_deal > 1 else []
        name = f"{seat.entry.number} {full_name(seat.entry)}"
        people.setdefault(seat.entry.number, " · ".join([name, *since]))
    return list(people.items())


def _offered(event: Event) -> list[tuple[int, str]]:
    """Numbers and names to choose from while typing."""
    entries = Entry.objects.filter(event=event).select_related("player").order_by("player__sorting", "number")
    return [(entry.number, listed_name(entry)) for entry in entries[:MAX_OFFERED]]
