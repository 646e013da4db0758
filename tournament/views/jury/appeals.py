"""Appeals: recording one at the desk or on the player's own page, and settling it with two names."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.jury.appeals import (
    appeal,
    appeal_deadline,
    concerned_entries,
    replacements,
    require_appeal,
    require_appealable,
    require_concerned,
    require_judge,
    settle_appeal,
)
from tournament.errors import UserError
from tournament.forms.jury.appeals import AppealForm, SettleForm
from tournament.models import Appeal, Decision, Entry
from tournament.ranking import facts
from tournament.reading.jury import decision_words
from tournament.reading.table.sheets import full_name
from tournament.views.jury.decisions import offer_also, returning_in
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.player.page import own_page, own_path
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import answers_refusals, on_the_page, see_other, takes, why_not
from tournament.views.shared.token_pages import behind_link


@takes("GET", "POST")
@answers_refusals
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Records the appeal of a player who came to the desk."""
    event, by = access.staff(request, slug, access.Permission.RECORD_APPEALS)
    row = get_object_or_404(decision_words.decisions(event), number=number)
    people = concerned_entries(row)
    form = AppealForm(request.POST or None, people.values())
    if not form.is_bound:
        require_appealable(event, row)

    def act() -> None:
        appeal(row, people[form.cleaned_data["entry"]], form.cleaned_data["text"], by)

    status = carried_out(form, act)
    if status == DONE:
        messages.success(request, _("The appeal is recorded."))
        return see_other("staff:decision", slug, number)
    return staff_page(
        request, "jury/appeals/appeal.html", event, status=status, form=form, summary=decision_words.in_words(row)
    )


@takes("GET", "POST")
@answers_refusals
def settle(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """Settles an appeal: how and why. Who signs it too is asked next."""
    event, by = access.staff(request, slug, access.Permission.CANCEL_DECISIONS)
    row = get_object_or_404(decision_words.decisions(event), number=number)
    lodged = get_object_or_404(Appeal.objects.select_related("entry__player"), decision=row, entry__number=entry)
    lodged.decision = row
    require_judge(event, row, by)
    rules = facts.ruleset(event)
    choices = [(new, decision_words.outcome(new, rules)) for new in replacements(lodged)]
    form = SettleForm(request.POST or None, choices)
    returning = offer_also(form, row)

    def act() -> None:
        answers = form.cleaned_data
        second, new = second_in(request), answers["replacement"]
        more = {"returning": returning_in(request), "also": answers.get("also", ())}
        settle_appeal(lodged, by, answers["outcome"], answers["reason"], second, replacement=new, **more)

    status = carried_out(form, act)
    if status == DONE:
        messages.success(request, _("The appeal is settled."))
        return see_other("staff:decision", slug, number)
    context: dict[str, Any] = {
        "form": form,
        "summary": decision_words.in_words(row),
        "appeal": lodged,
        "name": full_name(lodged.entry),
    }
    context["of"] = returning
    return staff_page(request, "jury/appeals/settle.html", event, status=status, **context)


@behind_link("GET", home=own_path)
def own(request: HttpRequest, token: str) -> HttpResponse:
    """The decisions that concern a player, why they were made, and what became of the player's appeals."""
    player, _by = access.player(token)
    rows = decision_words.concerning(player)
    words = decision_words.with_reasons(player.event, rows)
    summaries = [{**summary, **_appealing(player, row)} for row, summary in zip(rows, words, strict=True)]
    return own_page(request, "player/decisions.html", player, token, decisions=summaries)


@behind_link("GET", "POST", home=own_path)
def appeal_here(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """A player appeals against a decision that concerns them, on their own phone."""
    player, by = access.player(token)
    row = get_object_or_404(decision_words.decisions(player.event), number=number)
    require_concerned(row, player)
    back = reverse("players:own-decisions", args=[token])
    fault: Any = ""
    status = 200
    if request.method == "POST":
        try:
            appeal(row, player, request.POST.get("text", ""), by)
            return see_other(back)
        except UserError as refusal:
            fault, status = on_the_page(request, refusal)
    else:
        require_appeal(player.event, row, player)
    [words] = decision_words.with_reasons(player.event, [row])
    context = {"summary": words, "until": appeal_deadline(player.event, row), "fault": fault}
    more = {**context, "home": back, "text": request.POST.get("text", ""), "return_path": request.path if fault else ""}
    return own_page(request, "player/appeal.html", player, token, status=status, **more)


def _appealing(player: Entry, decision: Decision) -> dict[str, Any]:
    """What a player can still do about a decision, and what became of their own appeal."""
    mine = next((lodged for lodged in decision.appeals.all() if lodged.entry_id == player.pk), None)
    open = mine is None and not why_not(require_appealable, player.event, decision)
    return {"mine": mine, "until": appeal_deadline(player.event, decision) if open else None}
