"""The rounds: looking at a draw, publishing, showing, closing it."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event.events import count_paper_signed
from tournament.acts.kernel import deadline
from tournament.acts.kernel.ended import stopped_tables
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.unpublished import unpublished_token
from tournament.acts.rounds import rounds as acts
from tournament.acts.rounds.publication import publication_fault, published_from
from tournament.acts.rounds.seat_swaps import require_exchangeable
from tournament.acts.rounds.timer import require_timed, timer_token
from tournament.errors import UserError
from tournament.forms.rounds.deadline import clock_form
from tournament.forms.rounds.timer import TimerForm
from tournament.models import Event, Round
from tournament.progress.closing import waiting_tables
from tournament.progress.next_step import Progress, RoundProgress, progress
from tournament.progress.signing import not_signed, open_disputes, typed_from_paper
from tournament.ranking import standings
from tournament.ranking.contest import format_of
from tournament.ranking.finalists import hidden_before
from tournament.ranking.round_names import round_in, the_round_in
from tournament.reading.event.formats import unplayed_rule
from tournament.reading.parts import PART_TABLES
from tournament.reading.ranking.finality import clock_sentence
from tournament.reading.rounds import timer as timers
from tournament.reading.rounds.draw_words import sentences
from tournament.reading.rounds.draws import Everybody, SeatedTable, draw_of, drawn_with, everybody, report, seating
from tournament.reading.rounds.empty_seats import missing, seat_notices
from tournament.reading.rounds.pace import overrunning, paces
from tournament.reading.rounds.seat_exchange import exchanges
from tournament.reading.rounds.seating import sitting_out
from tournament.reading.table.sheets import full_name
from tournament.version_tokens import token_of
from tournament.views.organiser.shell import ConfirmationTexts, confirm_page, evening_of, seen, staff_page
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import View, answers_refusals, see_other, takes, why_not
from tournament.views.shared.parts import parts_of

Act = Callable[..., None]
# This many pairs who meet again are named; the others are counted.
MAX_PAIRS = 200
# What one tap adds to a timer, in minutes.
MORE = 5


def round_path(slug: str, round: int) -> str:
    """The path of a round's page."""
    return reverse("staff:round", args=[slug, round])


# A refused act on a round leads back to the round's page: the page that asked for it would be refused as well.
answers_at_round = partial(answers_refusals, above=round_path)


@takes("GET")
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Every round and how far it is."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    return staff_page(request, "organiser/rounds/rounds.html", event, progress=progress(event), **seat_notices(event))


@takes("GET")
def round_page(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """One round: its seating, and before it is published a report on the draw."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    row = round_of(event, round)
    entries = everybody(event)
    laid = seating(row, entries)
    context = parts_of(request, laid, _texts, PART_TABLES, attrgetter("number"))
    context |= {"round": row, "progress": _in(progress(event), round)}
    context["exchanges"] = exchanges(row, entries)
    context |= seat_notices(event)
    context["missing"] = missing(context["gaps"], row)
    if row.published:
        context |= {"disputes": open_disputes(event).filter(table__round=row), "unsigned": not_signed(row)}
        context |= _clock(event, row) | _timer(event, row)
        draw = draw_of(row)
        context["revealed"] = draw if draw and draw.secret else None
        context["withdrawable"] = not row.closed and not publication_fault(published_from(event, round))
        context["stays"] = "" if context["withdrawable"] else why_not(require_exchangeable, row)
        context["stands_on"] = acts.stands_on(event, round) if row.closed else ""
        context["resting"] = [f"{entry.number} {full_name(entry)}" for entry in sitting_out(row)]
    else:
        context |= _judged(event, row, entries)
    return staff_page(request, "organiser/rounds/round.html", event, **context)


def _texts(seated_table: SeatedTable) -> list[str]:
    """A table is found by its number, and by the names, numbers and clubs of its people."""
    return [
        str(seated_table.number),
        *(f"{seat.name} {seat.entry.number} {seat.entry.player.club}" for seat in seated_table.seated_entries),
    ]


@takes("GET", "POST")
@answers_at_round
def close(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Closes a round and its write links. If deals are missing, only for a reason; refused, it shows which are now."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    row = round_of(event, round)
    if row.closed:
        messages.success(request, _("%(round)s has already been closed.") % {"round": the_round_in(event, round)})
        return see_other("staff:round", slug, round)
    context: dict[str, Any] = {"round": row, "status": 200}
    if "paper" in request.POST:
        access.staff(request, slug, access.Permission.PLAN)
        count_paper_signed(event, by)
        return see_other("staff:close-round", slug, round)
    if request.method == "POST":
        try:
            reason, ends = request.POST.get("reason", ""), request.POST.get("ends") == "1"
            acts.close_round(row, by, reason, ends=ends, seen=seen(request), second=second_in(request))
        except UserError as refusal:
            context |= {"fault": refusal.sentence, "status": refusal.status}
        else:
            messages.success(request, _("%(round)s is closed.") % {"round": the_round_in(event, round)})
            return see_other(evening_of(request, event) or reverse("staff:event", args=[slug]))
    missing = standings.unfinished_tables(row)
    unsigned = not_signed(row)
    typed = typed_from_paper(event) if unsigned and not event.paper_signed else set()
    context["unsigned"] = ", ".join(map(str, unsigned))
    context["typed"] = [table for table in unsigned if (round, table) in typed]
    context["disputes"] = open_disputes(event).filter(table__round=row)
    context["waiting"] = waiting_tables(event, round)
    context |= {"unfinished": acts.describe_missing(missing), "of": token_of(missing)}
    context |= {"reason": request.POST.get("reason", ""), "unplayed": unplayed_rule(format_of(event))}
    context["blocked"] = why_not(require_open, event) if missing else ""
    context["stopped"] = list(stopped_tables(row)) if missing else []
    context["unstoppable"] = [table for table in missing if table not in context["stopped"]]
    return staff_page(request, "organiser/rounds/close_round.html", event, **context)


def asking(
    act: Act,
    question: Callable[[str], ConfirmationTexts],
    *,
    danger: bool = False,
    marked: bool = False,
    publishes: bool = False,
    late: bool = False,
) -> View:
    """A view that asks for confirmation of an act on a round, with the words for it, given the round's name.

    `marked` is for acts on a seating that can still change: the act then gets the mark of the seating looked at.
    One that `publishes` says when that gives away a hidden round. One that can be `late`, after the hour of the round,
    may then need a second name, and is for the head jury too.
    """

    @takes("GET", "POST")
    @answers_at_round
    def page(request: HttpRequest, slug: str, round: int) -> HttpResponse:
        event, by = access.staff(request, slug, access.Permission.CORRECT_RESULTS if late else access.Permission.SEAT)
        row, words = round_of(event, round), question(round_in(event, round))
        if request.method == "POST":
            more = {"seen": seen(request)} if marked else {"second": second_in(request)} if late else {}
            act(row, by, **more)
            if words.done:
                messages.success(request, words.done)
            exists = Round.objects.filter(pk=row.pk).exists()
            return see_other("staff:round", slug, round) if exists else see_other("staff:rounds", slug)
        return confirm_page(
            request,
            event,
            **words._asdict(),
            back=round_path(slug, round),
            danger=danger,
            of=unpublished_token(event) if marked else "",
            hidden=hidden_before(event, row.number) if publishes else None,
        )

    return page


def _publishing(name: str) -> ConfirmationTexts:
    question = _("%(round)s: publish the seating?") % {"round": name}
    consequence = _("Everyone sees where to sit, and the captains’ links work.")
    return ConfirmationTexts(question, consequence, _("Publish"), _("The seating is published."))


def _publishing_all(name: str) -> ConfirmationTexts:
    question = _("%(round)s and all rounds drawn after it: publish?") % {"round": name}
    consequence = _("Everyone sees where to sit in each of them, and the captains’ links work.")
    return ConfirmationTexts(question, consequence, _("Publish all"), _("The seating is published."))


def _rejecting(name: str) -> ConfirmationTexts:
    question = _("%(round)s: reject the draw from here onwards?") % {"round": name}
    consequence = _(
        "All its unpublished rounds are rejected with it. You can draw again. If the draw was promised, everyone will "
        "see that one was rejected."
    )
    return ConfirmationTexts(question, consequence, _("Reject this draw"))


def _reopening(name: str) -> ConfirmationTexts:
    question = _("%(round)s: reopen?") % {"round": name}
    return ConfirmationTexts(question, _("The captains’ links work again."), _("Reopen"), _("The round is open again."))


def _showing(name: str) -> ConfirmationTexts:
    question = _("%(round)s: show to the public?") % {"round": name}
    return ConfirmationTexts(question, _("Its seating and points appear on the public pages."), _("Show"))


def _hiding(name: str) -> ConfirmationTexts:
    question = _("%(round)s: hide from the public?") % {"round": name}
    consequence = _(
        "Its seating and points disappear from the public pages until it is shown again. While it is played, the hall "
        "screen still says which tables are missing."
    )
    return ConfirmationTexts(question, consequence, _("Hide"))


publish = asking(acts.publish_round, _publishing, marked=True, publishes=True)
publish_all = asking(partial(acts.publish_round, ahead=True), _publishing_all, marked=True, publishes=True)
reject = asking(acts.withdraw_draw, _rejecting, danger=True, marked=True)
reopen = asking(acts.reopen_round, _reopening, late=True)
show = asking(partial(acts.show_round, visible=True), _showing)
hide = asking(partial(acts.show_round, visible=False), _hiding)


def _clock(event: Event, round: Round) -> dict[str, object]:
    """The hour until which a round is provisional, and the form that changes it; see organiser/rounds/deadline.html."""
    return {
        "clock": clock_form(round),
        "clock_of": deadline.deadline_token(round),
        "clock_stays": why_not(require_open, event) or why_not(deadline.require_settable, event, round),
        "clock_told": clock_sentence(round.provisional_until),
    }


def _timer(event: Event, round: Round) -> dict[str, object]:
    """The timer of a round and the form that changes it; see organiser/rounds/timer.html."""
    timer = timers.view_of(round)
    return {
        "timer": timer,
        "overrun": overrunning(paces(round), timer) if timer else [],
        "timer_form": TimerForm(initial={"minutes": round.timer_minutes or timers.minutes_offered(round)}),
        "timer_of": timer_token(round),
        "timer_stays": why_not(require_timed, event, round),
        "longer": (round.timer_minutes or 0) + MORE,
    }


def _judged(event: Event, round: Round, entries: Everybody) -> dict[str, object]:
    """The report, in words, on the unpublished rounds of one draw; pairs are limited to MAX_PAIRS."""
    together = [row for row in drawn_with(round) if not row.published]
    judged = report(event, together, entries)
    return {
        "report": judged,
        "together": together,
        "of": unpublished_token(event),
        "hidden": hidden_before(event, together[-1].number),
        "draw": judged.draw,
        "sentences": sentences(judged, format_of(event)),
        "repeats": judged.pair_names(judged.repeats[:MAX_PAIRS]),
        "clubmates": judged.pair_names(judged.clubmates[:MAX_PAIRS]),
        "left_out": judged.named(judged.left_out),
    }


def round_of(event: Event, number: int) -> Round:
    """A round of an event; 404 if there is none."""
    return get_object_or_404(Round.objects.select_related("event"), event=event, number=number)


def _in(all: Progress, number: int) -> RoundProgress:
    return next(round for round in all.rounds if round.number == number)
