"""The rules of an event: changing them, correcting them once deals were written, ticking off what was compared.

Each act takes `of`, the hash of the rules that were being looked at, and is refused if the event has others by now:
nobody overwrites what they have not seen.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring import RuleSet
from scoring.game.possible import with_sums
from scoring.rules.differences import differences
from scoring.rules.parts import parts
from tournament.acts.event.events import check_penalties
from tournament.acts.kernel import logbook
from tournament.acts.kernel.deadline import require_in_time
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, Round, RulesCorrection
from tournament.progress.incompatible_results import incompatible_results
from tournament.ranking import facts
from tournament.version_tokens import require_unchanged, token_of

MAX_NAMED = 5


def change_rules(event: Event, actor: str, rules: RuleSet, of: str) -> None:
    """Changes the rules of an event in which nothing was played yet; the same rules write nothing.

    Parts that stay the same keep their ticks. Refused from the first result on: see `correct_rules`.
    """
    check_penalties(rules)
    with logbook.locked_event(event) as event:
        require_open(event)
        current = _rules_with_hash(event, of)
        if has_results(event):
            raise UserError(_("Deals have been recorded: from now on the rules can only be corrected, with a reason."))
        if not _same(rules, current):
            logbook.write(event, actor, "change_rules", _new_rules(event, current, rules))


def correct_rules(
    event: Event, actor: str, rules: RuleSet, of: str, reason: str, *, second: str = ""
) -> RulesCorrection:
    """Corrects the rules after deals were written, for a reason; every ranking is then computed by the new ones.

    Those who sat at a closed table are informed. `second` is the second name that is needed once the hour of a round
    has passed (see `deadline`). Refused if nothing differs, and if the new rules do not allow what was entered or
    ruled.
    """
    check_penalties(rules)
    check_reason(reason, _("Enter a reason for the correction."))
    with logbook.locked_event(event) as event:
        require_open(event)
        current = _rules_with_hash(event, of)
        if not has_results(event):
            raise UserError(_("Nothing has been played yet: the rules can simply be changed."))
        corrected = _new_rules(event, current, rules)
        if not corrected["changes"]:
            raise UserError(_("These rules are the same as those of the event."), 422)
        _check_fits(event, rules)
        late = Round.objects.filter(event=event, provisional_until__lte=timezone.now()).order_by("number").first()
        corrected |= require_in_time(event, actor, late, second)
        number = _next_number(event)
        corrected |= {"number": number, "told": facts.closed_tables(event), "reason": logbook.store_text(event, reason)}
        logbook.write(event, actor, "correct_rules", corrected)
        return RulesCorrection.objects.get(event=event, number=number)


def compare_rules(event: Event, actor: str, compared: Collection[str], of: str, *, seen: str | None = None) -> None:
    """Records that these parts of the rules (`scoring.rules.parts`), and no others, match the federation's sheet.

    `seen` is the token (see `ticks_token`) of the ticks that were looked at: refused if there are others by now. A part
    that was ticked before keeps who did it and when; the same parts again write nothing.
    """
    with logbook.locked_event(event) as event:
        known = parts(_rules_with_hash(event, of))
        if not set(compared) <= known.keys():
            raise UserError(_("The rules of this event do not have this part."), 422)
        if set(compared) != event.compared.keys():
            require_unchanged(seen, ticks_token(event))
            logbook.write(event, actor, "compare_rules", {"parts": [part for part in known if part in compared]})


def ticks_token(event: Event) -> str:
    """A token of the parts of the rules that are ticked."""
    return token_of(sorted(event.compared))


def has_results(event: Event) -> bool:
    """Whether a result was entered or ruled in the event: from then on its rules can only be corrected."""
    entered = Deal.objects.filter(table__round__event=event, result__isnull=False)
    return entered.exists() or Decision.objects.filter(event=event, cancelled=False, result__isnull=False).exists()


def _rules_with_hash(event: Event, of: str) -> RuleSet:
    """The rules of the event; refused if they are not those with this hash."""
    current = facts.ruleset(event)
    if current.hash != of:
        raise UserError(_("The rules of this event were changed in the meantime. Check them before you continue."))
    return current


def _same(rules: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets are equal, including names and source. Sums are derived, and ticks belong to the event."""
    return replace(rules, sums=None, verified=False) == replace(other, sums=None, verified=False)


def _new_rules(event: Event, was: RuleSet, rules: RuleSet) -> dict[str, Any]:
    """The facts of new rules: the rules with their sums recomputed, what differs, and the parts that keep their tick.

    A part keeps its tick if it is the same as before.
    """
    rules = with_sums(replace(rules, verified=False))
    before, after = parts(was), parts(rules)
    ticked = [part for part in event.compared if part in after and after[part] == before.get(part)]
    changes = [difference.to_dict() for difference in differences(was, rules)]
    return {"rules": rules.to_dict(), "changes": changes, "parts": sorted(ticked)}


def _check_fits(event: Event, rules: RuleSet) -> None:
    """Refuses rules that do not allow some result in the event, and names the first of these results."""
    incompatible = incompatible_results(event, rules)
    if incompatible:
        sentence = ngettext_lazy(
            "Under these rules %(count)s result would be impossible: %(places)s. Correct it first.",
            "Under these rules %(count)s results would be impossible: %(places)s. Correct them first.",
            len(incompatible),
        )
        named = "; ".join(misfit.place for misfit in incompatible[:MAX_NAMED])
        more = " …" if len(incompatible) > MAX_NAMED else ""
        raise UserError(sentence % {"count": len(incompatible), "places": named + more})


def _next_number(event: Event) -> int:
    last: int | None = RulesCorrection.objects.filter(event=event).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _ticks(line: LogLine) -> dict[str, dict[str, str]]:
    """The ticks of the parts that a line names: existing ones are kept, the others are the line's own."""
    own = {"by": line.by, "at": line.at.isoformat()}
    return {part: line.event.compared.get(part, own) for part in line.facts["parts"]}


def _set_rules(line: LogLine) -> None:
    line.event.rules, line.event.compared = line.facts["rules"], _ticks(line)
    line.event.save(update_fields=["rules", "compared"])


@Act("change_rules", _("Rules changed"), blocks_rehearsal=True)
def apply_change_rules(line: LogLine) -> None:
    _set_rules(line)


@Act("correct_rules", _("Rules corrected"), points_of=PointsOf.EVENT)
def apply_correct_rules(line: LogLine) -> None:
    _set_rules(line)
    RulesCorrection.objects.create(
        event=line.event,
        number=line.facts["number"],
        at=line.at,
        by=line.by,
        reason=line.words(line.facts["reason"])[0],
        changes=line.facts["changes"],
        tables=line.facts["told"],
    )


@Act("compare_rules", _("Rules compared with the sheet"))
def apply_compare_rules(line: LogLine) -> None:
    line.event.compared = _ticks(line)
    line.event.save(update_fields=["compared"])
