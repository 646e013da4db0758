"""The form for the rules: shown, checked and computed while one types, saved."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament import access
from tournament.acts.event.rules import has_results
from tournament.errors import UserError
from tournament.forms.rules.choices import proposal
from tournament.forms.rules.fields import reading
from tournament.forms.rules.form import RulesForm, bound, restored, unbound
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.event import rules_review, rulesets
from tournament.views.organiser.rules.change import proceed
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.page import answers_refusals, takes
from tournament.wording import language


@takes("GET", "POST")
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Every figure of the event's rules. If it is faulty or refused, the form comes back with all that was typed."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    if request.method != "POST":
        start = facts.ruleset(event)
        return _page(request, event, unbound(start, rulesets.origin(start), language()), start.hash)
    form, of = _typed(request, event), request.POST.get("of", "")
    if form.ruleset is None:
        return _page(request, event, form, of, status=422)
    try:
        return proceed(request, event, by, form.ruleset, of)
    except UserError as refusal:
        return _page(request, event, form, form.start.hash, status=refusal.status, refusal=refusal)


@takes("POST")
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """Checks and computes what was typed, saving nothing: as part of the page while one types, or as the whole page."""
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    form = _typed(request, event)
    status = 200 if form.ruleset else 422
    if request.headers.get("HX-Request") != "true":
        return _page(request, event, form, request.POST.get("of", ""), status=status)
    context = {"rules_view": reading(form), "partial": True, **_computed(form)}
    response = render(request, "organiser/rules/look.html", context, status=status)
    if form.ruleset is None:
        # The examples stay as they were until the figure being typed is valid.
        response["HX-Reswap"] = "none"
    return response


@takes("POST")
def add_house_rule(request: HttpRequest, slug: str) -> HttpResponse:
    """The form as typed, with an empty row for one more house rule."""
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    form = replace(_typed(request, event), faults_by_field={})
    return _page(request, event, form, request.POST.get("of", ""), more=True)


@takes("POST")
@answers_refusals
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """The form with the proposed rules, when returning from their preview."""
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    start = facts.ruleset(event)
    form = restored(proposal(request.POST), start, rulesets.origin(start), language())
    return _page(request, event, form, request.POST.get("of", ""))


def _typed(request: HttpRequest, event: Event) -> RulesForm:
    start = facts.ruleset(event)
    return bound(request.POST.dict(), start, rulesets.origin(start), language())


def _computed(form: RulesForm) -> dict[str, Any]:
    """The examples and the differences; {} unless what was typed is a rule set."""
    if form.ruleset is None:
        return {}
    return {
        "examples": rules_review.deals(form.ruleset, form.origin, language()),
        "differences": rules_review.changes(form.origin, form.ruleset, language()),
        "points_only": form.ruleset.points_only,
    }


def _page(
    request: HttpRequest,
    event: Event,
    form: RulesForm,
    of: str,
    *,
    status: int = 200,
    refusal: UserError | None = None,
    more: bool = False,
) -> HttpResponse:
    context = {
        "rules_view": reading(form, with_empty=more),
        "of": of,
        "begun": has_results(event),
        "refusal": refusal,
        "more": more,
        "against": rules_review.changes(form.start, form.ruleset, language()) if refusal and form.ruleset else [],
        "unverified": unverified(event),
        **_computed(form),
    }
    return staff_page(request, "organiser/rules/form/edit.html", event, status=status, **context)
