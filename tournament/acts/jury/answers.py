"""The jury's answer to a call about a contract: allowed or refused, from the queue or on the table's own phone."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.acts.jury.rulings import BEFORE_PLAY, rule
from tournament.acts.kernel.calls import TAKEN_OR_LEFT, require_juror
from tournament.errors import UserError
from tournament.models import Call, Deal, Decision, Event
from tournament.ranking import facts
from tournament.version_tokens import require_current, require_unchanged, token_of


def answer_token(number: int, contract: str, about: Iterable[int], recorded: bool) -> str:
    """The mark of a call as a juror sees it before answering; `recorded` says whether its deal is written by now."""
    return token_of(number, contract, list(about), recorded)


def answer(
    call: Call,
    actor: str,
    answers: Mapping[int, str],
    reason: str = "",
    *,
    through: str = "",
    seen: str | None = None,
    second: str = "",
) -> None:
    """Rules on the contract of a call: `answers` says per position whether it is allowed or refused.

    The last answer settles the call. Sent again by the same juror it writes nothing; refused if somebody else answered,
    or the table announced something else since, or if the call is not as the juror saw it (`seen`, its mark). `through`
    is the actor of the table on whose phone the juror gave it: then only the one who took the call may answer.
    `second` as in `rulings.rule`.
    """
    if not answers or not set(answers) <= set(call.about) or not set(answers.values()) <= set(BEFORE_PLAY):
        raise UserError(_("Say of each player whether the contract is allowed or refused."), 422)
    with transaction.atomic():
        # The row of the event is locked first, as in every act: until then another may answer.
        event = Event.objects.select_for_update().get(pk=call.event_id)
        current_call = Call.objects.select_related("table__round__event").get(pk=call.pk)
        if through:
            _require_taken(event, current_call, actor)
        if current_call.ended_at:
            _require_same(current_call, actor, answers)
            return
        require_unchanged(seen, _as_it_is(current_call))
        for ruling in sorted(set(answers.values())):
            about = [position for position, verdict in answers.items() if verdict == ruling]
            _rule(current_call, actor, ruling, about, reason.strip(), through=through, second=second)


def _as_it_is(call: Call) -> str:
    written = Deal.objects.filter(table=call.table, number=call.deal or 0, result__isnull=False).exists()
    return answer_token(call.number, call.contract, call.about, written)


def _require_taken(event: Event, call: Call, actor: str) -> None:
    require_current(actor, call.taken_by, TAKEN_OR_LEFT)
    require_juror(event, actor)


def _require_same(call: Call, actor: str, answers: Mapping[int, str]) -> None:
    """Refuses an answer to a call that has ended, unless it was this one."""
    rows = Decision.objects.filter(table=call.table, deal=call.deal, contract=call.contract, by=actor, cancelled=False)
    stored = {position: row.ruling for row in rows.order_by("number") for position in row.about}
    if not answers.items() <= stored.items():
        raise UserError(_("This call has ended in the meantime. Check it again."))


def _rule(call: Call, actor: str, ruling: str, about: list[int], reason: str, *, through: str, second: str) -> None:
    kind, article = "ruling", ""
    if ruling == Decision.Ruling.REFUSED:
        presets = facts.penalties(call.event).values()
        own = next((preset for preset in presets if preset.kind == "ruling" and preset.effect == "no_result"), None)
        kind, article = (own.key, own.article) if own else (kind, article)
    details: dict[str, Any] = {"about": about, "contract": call.contract, "kind": kind, "article": article}
    rule(call.table, actor, call.deal or 0, ruling, reason, **details, through=through, second=second)
