"""The frame of the staff's pages, and what their forms share."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.access import Permission, allowed, member
from tournament.acts.people.arrivals import KeyUsedError
from tournament.errors import UserError
from tournament.forms.stored_values import say_stored
from tournament.forms.table.deals import new_key
from tournament.models import Evening, Event
from tournament.printing.letters import describe_unprintable
from tournament.version_tokens import StaleError

# The status when the act was done and the visitor is redirected.
DONE = 303
# Whose guide "Help" opens: the first for which the visitor has the permission, otherwise the desk's.
GUIDES = {Permission.PLAN: "organiser", Permission.RULE: "jury"}
# The entry of the staff's menu for the first word after the event in an address, where that is not the word itself.
SECTIONS = {
    "": "event",
    **dict.fromkeys(("plan", "format", "state", "rehearsal", "next", "bin"), "event"),
    **dict.fromkeys(("finale", "prizes"), "ranking"),
    **dict.fromkeys(("logo", "sponsors"), "papers"),
    "notices": "rounds",
    "decisions": "jury",
}


def staff_page(request: HttpRequest, template: str, event: Event, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page of the staff in the frame of its event.

    `may` holds what the visitor may do there, `guide` is theirs, `section` is marked in the menu, and `evening` is the
    address of *Tonight* (`evening_of`).
    """
    may = allowed(request, event)
    guide = next((guide for permission, guide in GUIDES.items() if permission in may), "desk")
    word = request.path.removeprefix(reverse("staff:event", args=[event.slug])).partition("/")[0]
    frame = {"event": event, "may": may, "guide": guide, "section": SECTIONS.get(word, word)}
    return render(request, template, {"evening": evening_of(request, event), **frame, **context}, status=status)


def evening_of(request: HttpRequest, event: Event) -> str:
    """The address of the evening that is this event, for a steward of its club; "" for others, and for other events."""
    evening: Evening | None = getattr(event, "evening", None)
    if evening is None or not evening.series.organisation.stewards.filter(user=member(request)).exists():
        return ""
    return reverse("club:evening", args=[evening.series.organisation.slug, evening.series.slug, evening.date])


def warn_of_letters(request: HttpRequest, *names: str) -> None:
    """Tells whoever enters names or clubs which of their letters paper cannot print."""
    if sentence := describe_unprintable(names):
        messages.warning(request, sentence)


class ConfirmationTexts(NamedTuple):
    """What a page that asks for confirmation says, and what the next page says once it is done."""

    question: str
    consequence: str
    action: str
    done: str = ""


def confirm_page(
    request: HttpRequest, event: Event, *, question: str, action: str, back: str, status: int = 200, **more: Any
) -> HttpResponse:
    """A page that asks for confirmation: see shared/form/confirm.html for what else it takes."""
    context = {"question": question, "action": action, "back": back, **more}
    return staff_page(request, "organiser/confirm.html", event, status=status, **context)


def carried_out(form: Form, act: Callable[[], object]) -> int:
    """Does what a valid form asks: DONE, or the status with which to show the form again."""
    if not form.is_valid():
        return 422 if form.is_bound else 200
    try:
        act()
    except UserError as refusal:
        return put_right(form, refusal)
    return DONE


def put_right(form: Form, refusal: UserError) -> int:
    """Shows a refusal in the form that caused it, with all that was typed; returns the status to answer with.

    If the form was filled in for something that has changed since, it also shows what is stored now. If it entered
    somebody else before, it gets a new key.
    """
    if isinstance(refusal, KeyUsedError):
        form.data = {**dict(form.data.items()), "key": new_key()}
    if isinstance(refusal, StaleError):
        say_stored(form)
    form.add_error(None, str(refusal))
    return refusal.status


def seen(request: HttpRequest) -> str:
    """The mark of what a form was filled in for; "", which is refused, if the form names none."""
    return request.POST.get("of", "")


def download(text: str, kind: str, name: str) -> HttpResponse:
    """A text of the staff as a file to download; caches may not store it."""
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
