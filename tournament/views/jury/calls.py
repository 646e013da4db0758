"""The jury's queue: the tables that wait for it, who goes where, the answer in one tap."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.acts.event.members import members_to_ask, plays_as
from tournament.acts.jury import answers
from tournament.acts.kernel import calls
from tournament.integers import read_integer
from tournament.models import Call, Event
from tournament.ranking import facts
from tournament.reading.jury import calls as reading
from tournament.reading.jury import decision_words
from tournament.reading.table.sheet_pictures import pictures_at
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import key_of
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import View, answers_refusals, see_other, takes


def _queue_path(slug: str, **_more: object) -> str:
    return reverse("staff:calls", args=[slug])


def in_queue(view: View) -> View:
    """An act on a call of the queue: a refusal leads back to it."""
    return takes("POST", home=_queue_path)(answers_refusals(view, _queue_path))


@takes("GET")
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Every call that is open, the oldest first. An open page polls for changes every few seconds."""
    event, by = access.staff(request, slug, access.Permission.LOOK)
    waiting = reading.queue(event)
    mark = reading.mark(waiting)
    if request.headers.get("HX-Request") and request.GET.get("since") == mark:
        return HttpResponse(status=204)
    page: dict[str, Any] = {
        "calls": [(call, _code(event, call, by)) for call in waiting],
        "mark": mark,
        "me": by,
        "jurors": access.members(event, *access.Permission.RULE.roles).items() if waiting else [],
        "rules": facts.ruleset(event),
        "asks_plays": event.is_open and access.user_key(by) in members_to_ask(event),
    }
    return staff_page(request, "jury/calls/queue.html", event, **page)


@in_queue
def plays(request: HttpRequest, slug: str) -> HttpResponse:
    """Says once of whoever rules here whether they also play, and under which number: nobody rules where they play."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    number = read_integer(request.POST.get("number", "")) or 0
    plays_as(event, by, access.member(request), number if request.POST.get("plays") == "yes" else None, once=True)
    messages.success(request, _("Thank you. The organiser can change it later."))
    return see_other("staff:calls", slug)


@in_queue
def take(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody of the jury goes to the table."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    calls.take_call(_call(event, number), by)
    return see_other("staff:calls", slug)


@in_queue
def hand_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Leaves a call to another member of the jury, or to whoever goes first."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    calls.hand_on_call(_call(event, number), by, request.POST.get("to", ""), seen=request.POST.get("of", ""))
    return see_other("staff:calls", slug)


@in_queue
def settle(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ends a call that needed no ruling."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    calls.settle_call(_call(event, number), by)
    return see_other("staff:calls", slug)


@in_queue
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Allows or refuses the contract of a call, to all who play it or to one of them: "refused", "refused:3".

    `seen` is the mark of the call that was shown.
    """
    event, by = access.staff(request, slug, access.Permission.RULE)
    call = _call(event, number)
    ruling, _colon, seat = request.POST.get("answer", "").partition(":")
    position = read_integer(seat)
    positions = call.about if not seat else [] if position is None else [position]
    sent = {"reason": request.POST.get("reason", ""), "seen": request.POST.get("seen", "")}
    answers.answer(call, by, dict.fromkeys(positions, ruling), **sent, second=second_in(request))
    messages.success(request, _("The answer is recorded."))
    return see_other("staff:calls", slug)


@at_desk("GET")
def table(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """What the jury decided at a table, and the way to rule on each of its deals."""
    row, _by = table_of(request, slug, round, table, access.Permission.SEE_RULINGS)
    summaries = [decision_words.in_words(ruling) for ruling in decision_words.at_table(row)]
    page: dict[str, Any] = {"table": row, "decisions": summaries, "deals": range(1, row.deals_planned + 1)}
    page |= {"rules": facts.ruleset(row.round.event), "pictures": pictures_at(row)}
    return staff_page(request, "jury/table.html", row.round.event, calls=reading.at_table(row), **page)


@at_desk("POST")
def call_for(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """The desk calls the jury for a table that writes on paper."""
    row, by = table_of(request, slug, round, table, access.Permission.WRITE_DEALS)
    deal = read_integer(request.POST.get("deal", ""))
    calls.call_jury(row, by, request.POST.get("reason", ""), deal, key=key_of(request.POST))
    messages.success(request, _("The jury is called to table %(table)s.") % {"table": table})
    return see_other("staff:table", slug, round, table)


def _call(event: Event, number: int) -> Call:
    return get_object_or_404(Call.objects.select_related("table__round__event"), event=event, number=number)


def _code(event: Event, call: reading.Called, by: str) -> str:
    """What whoever took a call types on the table's phone; "" for anybody else."""
    return links.answer_code(event, call.number, by) if call.taken_by == by and call.contract else ""
