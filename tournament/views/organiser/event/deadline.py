"""Until which hour a round is provisional; declaring the ranking final, and taking that back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event import declaration as finals
from tournament.acts.kernel import deadline as acts
from tournament.acts.kernel.open_issues import open_issues_token
from tournament.errors import UserError
from tournament.forms.people.people import OptionalReasonForm, ReasonForm
from tournament.forms.rounds.deadline import ClockForm
from tournament.models import Event
from tournament.progress.open_issues import OpenIssue, issue_sentences, open_issues
from tournament.views.organiser.rounds.rounds import answers_at_round, round_of
from tournament.views.organiser.shell import DONE, carried_out, seen, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes, why_not

# This many open matters are listed; the others are counted.
MOST = 100


@takes("POST")
@answers_at_round
def clock(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Sets, changes or clears the hour of a round."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    form = ClockForm(request.POST)
    if not form.is_valid():
        raise UserError(_("Enter a day and an hour."), 422)
    until = None if "clear" in request.POST else form.cleaned_data["until"]
    acts.set_deadline(round_of(event, round), by, until, seen=seen(request))
    messages.success(request, _("The hour is saved.") if until else _("The hour is removed."))
    return see_other("staff:round", slug, round)


@takes("GET", "POST")
@answers_refusals
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """What is still open, and a button that declares the ranking final; once it is, one that takes this back."""
    may = access.Permission.CORRECT_RESULTS if request.method == "POST" else access.Permission.SEE_OPEN_ISSUES
    event, by = access.staff(request, slug, may)
    if event.final_at and request.method == "GET":
        return _take_back_page(request, event, by)
    form, matters = OptionalReasonForm(posted(request)), open_issues(event)
    if request.method == "GET" and access.Permission.CORRECT_RESULTS not in access.allowed(request, event):
        return staff_page(request, "organiser/event/open_issues.html", event, **shown_matters(event, matters))
    status = carried_out(form, lambda: finals.declare_final(event, by, **matters_in(request, form), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("The ranking is final."))
        return see_other("staff:declaration", slug)
    fault = why_not(finals.require_declarable, event) or why_not(acts.require_head_jury, event, by)
    context: dict[str, Any] = {"form": form, "fault": fault, "of": event.version_token}
    context |= shown_matters(event, matters)
    return staff_page(request, "organiser/event/declaration.html", event, status=status, **context)


@takes("POST")
@answers_refusals
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes the ranking provisional again, for a reason."""
    event, by = access.staff(request, slug, access.Permission.CORRECT_RESULTS)
    form, of = ReasonForm(request.POST), seen(request)
    status = carried_out(form, lambda: finals.take_back_final(event, by, form.cleaned_data["reason"], seen=of))
    if status == DONE:
        messages.success(request, _("The ranking is provisional again."))
        return see_other("staff:declaration", slug)
    return _take_back_page(request, event, by, form, status)


def shown_matters(event: Event, matters: list[OpenIssue]) -> dict[str, Any]:
    """What shared/jury/open_issues.html takes: open matters in words, and their mark."""
    listed = issue_sentences(matters[:MOST], event)
    return {"matters": listed, "more": len(matters) - len(listed), "opened": open_issues_token(matters)}


def matters_in(request: HttpRequest, form: OptionalReasonForm) -> dict[str, str]:
    """The reason for which an act is done despite what is open, and the mark of what was shown as open."""
    return {"reason": form.cleaned_data.get("reason", ""), "opened": request.POST.get("opened", "")}


def _take_back_page(
    request: HttpRequest, event: Event, by: str, form: ReasonForm | None = None, status: int = 200
) -> HttpResponse:
    fault = why_not(acts.require_head_jury, event, by)
    context: dict[str, Any] = {"form": form or ReasonForm(), "fault": fault, "of": finals.declaration_token(event)}
    return staff_page(request, "organiser/event/declaration_stands.html", event, status=status, **context)
