"""Choosing another rule set for an event: one that exists here, or one from a file."""

from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.acts.event.rules import has_results
from tournament.errors import UserError
from tournament.forms.rules.choices import ChooseForm, LoadForm
from tournament.models import Event
from tournament.ranking import facts
from tournament.views.organiser.rules.change import proceed
from tournament.views.organiser.shell import put_right, staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.page import posted, takes


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """One of the rule sets that come with Troel, or that were saved here."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    form = ChooseForm(posted(request), initial={"rules": facts.ruleset(event).key})
    return _taken(request, event, by, form, "organiser/rules/choose.html")


@takes("GET", "POST")
def load(request: HttpRequest, slug: str) -> HttpResponse:
    """A rule set from a file; every fault in it is named with its place."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    form = LoadForm(posted(request), request.FILES or None)
    return _taken(request, event, by, form, "organiser/rules/load.html")


def _taken(request: HttpRequest, event: Event, by: str, form: ChooseForm | LoadForm, template: str) -> HttpResponse:
    """Goes on with the rule set of a valid form; shows the form again while it is invalid or refused."""
    status, of = 422 if form.is_bound else 200, request.POST.get("of", "")
    if form.is_valid():
        try:
            return proceed(request, event, by, form.ruleset(), of)
        except UserError as refusal:
            status = put_right(form, refusal)
    current = facts.ruleset(event)
    context = {"form": form, "of": current.hash, "begun": has_results(event), "unverified": unverified(event)}
    return staff_page(request, template, event, status=status, **context)
