"""One event: how far it is and what comes next, its plan, its state."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import words
from tournament import access, links
from tournament.acts.event.events import change_event, change_state, plan_token, require_closable
from tournament.acts.kernel.rehearsal_data import RehearsalData, rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.people.admission import change_with_regulation
from tournament.acts.rounds.rounds import show_round
from tournament.backups.confirmed import lost_in
from tournament.backups.place import backups
from tournament.errors import UserError
from tournament.forms.event.events import PlanForm, StartForm
from tournament.models import Event, Round
from tournament.progress.next_step import NextStep, progress
from tournament.progress.signing import open_disputes
from tournament.ranking import facts
from tournament.ranking.superseded_rulings import find_overruled
from tournament.reading.event.formats import summary
from tournament.reading.event.stored_data import names_until
from tournament.reading.jury import table_answers
from tournament.reading.ranking.finality import hidden_rounds, is_incomplete
from tournament.reading.rounds.empty_seats import seat_notices
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen, staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not
from tournament.wording import language

State = Event.State

# The permission that each step needs.
STEP_NEEDS = {
    NextStep.ADD_PLAYERS: access.Permission.REGISTER,
    NextStep.CHECK_IN: access.Permission.REGISTER,
    NextStep.START: access.Permission.PLAN,
    NextStep.CUT: access.Permission.SEAT,
    NextStep.SEAT: access.Permission.SEAT,
    NextStep.PUBLISH: access.Permission.SEAT,
    NextStep.PLAY: access.Permission.LOOK,
    NextStep.CLOSE_ROUND: access.Permission.SEAT,
    NextStep.CLOSE_EVENT: access.Permission.PLAN,
    NextStep.ARCHIVE: access.Permission.PLAN,
    NextStep.RANKING: access.Permission.LOOK,
}


@takes("GET")
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the event is, and the one thing to do next."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    event_progress = progress(event)
    context: dict[str, Any] = {
        "progress": event_progress,
        **seat_notices(event),
        "disputes": open_disputes(event),
        "step_needs": STEP_NEEDS[event_progress.step],
        "rules": words.ruleset_name(facts.ruleset(event), language()),
        "public_address": links.absolute(event.get_absolute_url()),
        "unverified": unverified(event),
        "format": summary(event),
        "wiped": rehearsal.can_bring_back(event),
        "backups": backups(),
        "lost": lost_in(event),
        "unasked": table_answers.unasked(event),
        "makes_events": access.may_make_events(access.member(request)),
        "overruled": len(find_overruled(event)),
        "names_until": names_until(event),
        "today": timezone.localdate(),
    }
    return staff_page(request, "organiser/event/event.html", event, **context)


@takes("GET", "POST")
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Changes the plan. The rules have pages of their own."""
    may = access.Permission.PLAN if request.method == "POST" else access.Permission.SEE_PLAN
    event, by = access.staff(request, slug, may)
    form = PlanForm(request.POST or None, event=event)
    status = carried_out(
        form,
        lambda: change_with_regulation(event, by, lambda: change_event(event, by, form.plan(), seen=seen(request))),
    )
    if status == DONE:
        messages.success(request, _("The plan is saved."))
        return see_other("staff:event", slug)
    context: dict[str, Any] = {"form": form, "unverified": unverified(event), "of": plan_token(event)}
    return staff_page(request, "organiser/event/plan.html", event, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def state(request: HttpRequest, slug: str, state: str) -> HttpResponse:
    """Starts, closes, reopens or archives the event, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    if state not in (State.LIVE, State.CLOSED, State.ARCHIVED):
        raise Http404
    if event.state == State.REHEARSAL and state == State.LIVE and (practice := rehearsal_data_of(event)):
        return _start(request, event, by, practice)
    if event.state == state:
        return _done_already(request, event)
    if state == State.CLOSED and (hidden := hidden_rounds(event)):
        return _show_first(request, event, hidden)
    if request.method == "POST":
        try:
            change_state(event, by, state)
        except UserError:
            event.refresh_from_db(fields=["state"])
            if event.state != state:
                raise
            return _done_already(request, event)
        return see_other("staff:event", slug)
    question, consequence, action = _asked(event, State(state))
    back = reverse("staff:event", args=[slug])
    return confirm_page(request, event, question=question, consequence=consequence, action=action, back=back)


def _done_already(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirects to the event, already in the requested state: the button was tapped twice, or by two people."""
    sentences = {
        State.LIVE: _("This event has already started."),
        State.CLOSED: _("This event has already been closed."),
        State.ARCHIVED: _("This event has already been archived."),
    }
    messages.success(request, sentences[State(event.state)])
    return see_other("staff:event", event.slug)


def _start(request: HttpRequest, event: Event, by: str, practice: RehearsalData) -> HttpResponse:
    """Starts an event in whose rehearsal something was written, which is wiped or kept as the organiser chooses."""
    form = StartForm(posted(request))
    of = request.POST.get("of", "")
    status = carried_out(form, lambda: rehearsal.start(event, by, wipe=form.wipe, seen=of))
    if status == DONE:
        return see_other("staff:event", event.slug)
    consequence = _asked(event, State.LIVE)[1]
    current = rehearsal_data_of(event) or practice
    context: dict[str, Any] = {"form": form, "practice": current, "consequence": consequence}
    return staff_page(request, "organiser/start.html", event, status=status, **context)


def _show_first(request: HttpRequest, event: Event, hidden: Sequence[Round]) -> HttpResponse:
    """Before an event with hidden rounds is closed: a page with buttons to show them."""
    number = request.POST.get("show", "")
    round = next((round for round in hidden if str(round.number) == number), None)
    if round:
        _event, by = access.staff(request, event.slug, access.Permission.SEAT)
        show_round(round, by, True)
        return see_other("staff:state", event.slug, State.CLOSED)
    status = 409 if request.method == "POST" else 200
    return staff_page(request, "organiser/hidden.html", event, hidden=hidden, status=status)


@takes("GET", "POST")
@answers_refusals
def bring_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Brings back the rehearsal's deals that were wiped at the start, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    back = reverse("staff:event", args=[slug])
    if request.method == "POST":
        rehearsal.bring_back(event, by)
        messages.success(request, _("The rehearsal is restored: all of it counts."))
        return see_other(back)
    question = _("Restore the rehearsal?")
    consequence = _("What was wiped at the start is restored, and counts. This is possible until a deal is recorded.")
    return confirm_page(request, event, question=question, consequence=consequence, action=_("Restore"), back=back)


def _asked(event: Event, state: State) -> tuple[str, str, str]:
    """The question, the consequence, and the text of the button; "" where the consequence says why there is none."""
    if state == State.ARCHIVED:
        return _("Archive this event?"), _("After this, nothing in it can be changed."), _("Archive")
    if state == State.CLOSED:
        provisional = _(
            "Deals are missing, or a round is still being played: nobody can record any more, and the ranking stays"
            " provisional. You can reopen the event as long as it is not archived."
        )
        final = _(
            "The ranking becomes final. You can reopen the event as long as it is not archived. The players’ names stay"
            " for a year; then you are asked to remove them."
        )
        if fault := why_not(require_closable, event):
            return _("Close this event?"), fault, ""
        return _("Close this event?"), provisional if is_incomplete(event) else final, _("Close the event")
    if event.state == State.CLOSED:
        return _("Reopen this event?"), _("The ranking becomes provisional again."), _("Reopen")
    consequence = _(
        "From now on everything counts. You cannot go back to rehearsal, and once a deal is recorded the rules can "
        "only be corrected, with a reason."
    )
    return _("Start this event?"), consequence, _("Start")
