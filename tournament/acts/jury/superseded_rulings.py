"""Putting right what older rulings left standing: the later ruling on a deal ends the earlier ones after all."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.deadline import require_head_jury, require_in_time
from tournament.acts.kernel.decisions import DECISIONS_CHANGED, check_reason, end_decisions
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.submissions import raise_revision
from tournament.acts.kernel.text_references import TextReference
from tournament.errors import UserError
from tournament.models import Decision, Ending, Event
from tournament.ranking import superseded_rulings
from tournament.version_tokens import require_unchanged


def end_rulings(
    event: Event,
    actor: str,
    ends: Mapping[int, Sequence[int]],
    reason: str,
    *,
    seen: Mapping[int, str] | None = None,
    second: str = "",
) -> None:
    """The head jury has rulings of before version 2 end the earlier ones on their deals (see `find_overruled`).

    `ends` are the numbers of the earlier ones by that of the later, as they were shown, and `seen` the marks of their
    points: refused if they have changed. One line is written for each; what is ended already writes nothing. `second`
    as in `rulings.penalise`.
    """
    check_reason(reason, _("Enter a reason for the decision."))
    with logbook.locked_event(event) as event:
        require_open(event)
        require_head_jury(event, actor)
        open = {overruled.later.number: overruled for overruled in superseded_rulings.find_overruled(event)}
        for number, earlier in sorted(ends.items()):
            if number not in open and _ended(event, number, earlier):
                continue
            if number not in open or open[number].numbers != sorted(earlier):
                raise UserError(DECISIONS_CHANGED)
            require_unchanged(None if seen is None else seen.get(number, ""), open[number].version_token)
            later = open[number].later
            require_impartial(event, actor, later.table, open[number].point_changes)
            late = require_in_time(event, actor, later.round, second)
            stored_reason = logbook.store_text(event, reason.strip())
            line_facts = {"decision": number, "ends": sorted(earlier), "reason": stored_reason, **late}
            logbook.write(event, actor, "end_rulings", line_facts)


def _ended(event: Event, number: int, earlier: Sequence[int]) -> bool:
    rows = Ending.objects.filter(by__event=event, by__number=number).values_list("ended__number", flat=True)
    return set(earlier) <= set(rows)


@Act(
    "end_rulings",
    _("Earlier rulings ended"),
    points_of=PointsOf.EARLIER_DECISION,
    reasons=lambda facts, people: [TextReference(facts["reason"], people.of(facts["decision"]))],
)
def apply_end_rulings(line: LogLine) -> None:
    later = Decision.objects.get(event=line.event, number=line.facts["decision"])
    end_decisions(later, line.facts["ends"])
    if later.table:
        raise_revision(later.table)
