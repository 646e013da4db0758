"""Saved rule sets: saving one from an event, the list, downloading, removing."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import RuleSet, words
from scoring.rules.written import toml
from tournament import access
from tournament.acts.event.own_rules import remove_own, save_own
from tournament.forms.rules.choices import KeepForm
from tournament.models import OwnRuleSet
from tournament.ranking import facts
from tournament.views.organiser.rules.rules import toml_file
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.wording import language


@takes("GET", "POST")
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Saves the rules of an event on this installation, to choose for a later one."""
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    ruleset = facts.ruleset(event)
    form = KeepForm(posted(request), initial={"name": words.ruleset_name(ruleset, language())})
    status = carried_out(
        form, lambda: save_own(access.member(request), ruleset, form.cleaned_data["key"], form.names())
    )
    if status == DONE:
        sentence = _("%(name)s is saved. It can be chosen for any event.") % {"name": form.cleaned_data["name"]}
        messages.success(request, sentence)
        return see_other("staff:rules", slug)
    return staff_page(request, "organiser/rules/keep.html", event, form=form, status=status)


@takes("GET")
def own_rules(request: HttpRequest) -> HttpResponse:
    """The rule sets that were saved here."""
    access.administrator(request)
    rows = OwnRuleSet.objects.select_related("saved_by").order_by("key")
    rule_sets = [(row, words.ruleset_name(RuleSet.from_dict(row.rules), language())) for row in rows]
    return render(request, "organiser/rules/own.html", {"rule_sets": rule_sets})


@takes("GET")
def own_file(request: HttpRequest, key: str) -> HttpResponse:
    """A saved rule set as a file."""
    access.administrator(request)
    row = get_object_or_404(OwnRuleSet, key=key)
    return toml_file(toml(RuleSet.from_dict(row.rules)), f"{row.key}.toml")


@takes("GET", "POST")
@answers_refusals
def forget(request: HttpRequest, key: str) -> HttpResponse:
    """Removes a saved rule set, after asking."""
    access.administrator(request)
    if request.method == "POST":
        remove_own(key)
        return see_other("staff:own-rules")
    row = OwnRuleSet.objects.filter(key=key).first()
    if row is None:
        raise Http404
    context: dict[str, Any] = {
        "question": _("Remove the rule set %(key)s?") % {"key": key},
        "consequence": _("Events that use it keep it."),
        "action": _("Remove"),
        "back": reverse("staff:own-rules"),
        "danger": True,
    }
    return render(request, "organiser/rules/forget.html", context)
