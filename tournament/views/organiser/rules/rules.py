"""The rules of an event: as they are, compared part by part with the sheet, as a file."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from scoring import words
from scoring.rules import printed
from scoring.rules.parts import parts
from scoring.rules.written import toml
from tournament import access
from tournament.acts.event.rules import compare_rules, has_results, ticks_token
from tournament.errors import UserError
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.event import rules_review
from tournament.reading.event.corrections import corrections
from tournament.reading.logbook.history import names_of
from tournament.version_tokens import StaleError
from tournament.views.organiser.shell import seen, staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.page import answers_refusals, see_other, takes
from tournament.wording import language


@takes("GET")
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules as the event plays them, each part with its tick; the corrections; what can be done with them."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    return _page(request, event)


def _page(
    request: HttpRequest, event: Event, chosen: Sequence[str] = (), refusal: UserError | None = None
) -> HttpResponse:
    """The page; after a refusal with the ticks that were `chosen`, besides those that are stored."""
    ruleset = facts.ruleset(event)
    lines, beside = rules_review.parts(event, language())
    head, *_grid = printed.grid(ruleset, language()) or [()]
    corrected = corrections(event)
    who = names_of({correction.by for correction in corrected})
    context: dict[str, Any] = {
        "rules": ruleset,
        "name": words.ruleset_name(ruleset, language()),
        "why": words.why(ruleset, language()),
        "head": head,
        "lines": lines,
        "beside": beside,
        "notes": list(printed.notes(ruleset, language())),
        "compared": [part for part in (*lines, *beside) if part.tick],
        "every": len(lines) + len(beside),
        "open": event.is_open,
        "begun": has_results(event),
        "corrections": [(correction, who[correction.by]) for correction in corrected],
        "of": ruleset.hash,
        "ticks": ticks_token(event),
        "chosen": chosen,
        "fault": refusal.sentence if refusal else "",
        "unverified": unverified(event),
    }
    status = refusal.status if refusal else 200
    return staff_page(request, "organiser/rules/rules.html", event, status=status, **context)


@takes("POST")
@answers_refusals
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Records that these parts, and no others, match the federation's sheet."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    chosen = request.POST.getlist("parts")
    try:
        compare_rules(event, by, chosen, seen(request), seen=request.POST.get("ticks", ""))
    except StaleError as refusal:
        return _page(request, event, chosen, refusal)
    return see_other("staff:rules", slug)


@takes("POST")
@answers_refusals
def compare_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Records that everything matches the federation's sheet."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    compare_rules(event, by, list(parts(facts.ruleset(event))), seen(request))
    return see_other("staff:rules", slug)


@takes("GET")
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules as a file, to share or to edit; named after their present name."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    ruleset = facts.ruleset(event)
    name = slugify(words.ruleset_name(ruleset, language())) or ruleset.key
    return toml_file(toml(ruleset), f"{name}.toml")


def toml_file(text: str, name: str) -> HttpResponse:
    """A rule set as a file to download."""
    response = HttpResponse(text, content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
