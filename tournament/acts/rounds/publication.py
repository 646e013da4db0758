"""Withdrawing a publication: as long as nobody has begun to play, the seating becomes an unpublished draw again."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.begun import begun_tables
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.notices import end_notices
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds.rounds import round_facts
from tournament.acts.rounds.timer import clear_timers
from tournament.errors import UserError
from tournament.models import Draw, Event, Promise, Round, Table, Withdrawal
from tournament.ranking.round_names import round_in, the_round_in
from tournament.version_tokens import require_unchanged

ACT = "withdraw_publication"


def withdraw_publication(round: Round, actor: str, reason: str, *, seen: str | None = None) -> None:
    """Withdraws the publication of a round and of all rounds after it. The draw stays, to be published or rejected.

    `seen` is the token (`unpublished.seating_token`) of what was shown. Refused once anything happened at a table of
    these rounds; the same withdrawal again writes nothing. The links of their tables stop working, and a secret that
    was revealed is not used for another draw.
    """
    check_reason(reason, _("Enter a reason for withdrawing the publication."))
    with logbook.locked_event(round.event) as event:
        require_open(event)
        rounds = published_from(event, round.number)
        if not rounds.filter(pk=round.pk).exists():
            if _withdrawn_already(round, reason, seen):
                return
            raise UserError(_("This round is not published."))
        require_unchanged(seen, seating_token(rounds))
        if fault := publication_fault(rounds):
            raise UserError(fault)
        logbook.write(event, actor, ACT, _facts(event, rounds, reason))


def _withdrawn_already(round: Round, reason: str, seen: str | None) -> bool:
    """Whether the seating with this mark was withdrawn from this round on, for this reason."""
    last = Withdrawal.objects.filter(event=round.event_id, rounds=round, first=round.number, reason=reason).first()
    return last is not None and seating_token(last.rounds.all()) == seen


def published_from(event: Event, number: int) -> QuerySet[Round]:
    """The published rounds from a number on: as they follow each other, they are withdrawn together."""
    return Round.objects.filter(event=event, number__gte=number, published=True).order_by("number")


def publication_fault(rounds: QuerySet[Round]) -> str:
    """Why the publication of these rounds cannot be withdrawn; "" if it can, because nobody has begun to play."""
    if closed := rounds.filter(closed=True).first():
        return _("%(round)s is closed, so its publication cannot be withdrawn.") % {
            "round": the_round_in(closed.event, closed.number)
        }
    table = (
        begun_tables(Table.objects.filter(round__in=rounds)).select_related("round").order_by("round__number").first()
    )
    if table:
        words = {"table": table.number, "round": round_in(table.round.event, table.round.number)}
        return _("%(round)s: table %(table)s has started, so the publication cannot be withdrawn.") % words
    return ""


def _facts(event: Event, rounds: QuerySet[Round], reason: str) -> dict[str, Any]:
    numbers = [round.number for round in rounds]
    draws = Draw.objects.filter(event=event, first__lte=numbers[-1], first__gt=numbers[0] - F("count")).exclude(
        secret=""
    )
    spent = sorted({number for number in draws.values_list("promise__number", flat=True) if number is not None})
    return {
        **round_facts(numbers),
        "withdrawal": Withdrawal.objects.filter(event=event).count() + 1,
        "reason": logbook.store_text(event, reason),
        **({"spent": spent} if spent else {}),
    }


@Act(ACT, _("Publication withdrawn"), blocks_rehearsal=True)
def apply_withdraw_publication(line: LogLine) -> None:
    numbers = line.facts.get("rounds", [line.facts["round"]])
    withdrawal = Withdrawal.objects.create(
        event=line.event,
        number=line.facts["withdrawal"],
        first=numbers[0],
        last=numbers[-1],
        reason=line.words(line.facts["reason"])[0],
        at=line.at,
        by=line.by,
    )
    rounds = Round.objects.filter(event=line.event, number__in=numbers)
    tables = Table.objects.filter(round__in=rounds)
    tables.update(link_issue=F("link_issue") + 1, revision=F("revision") + 1, phone="", writer=None)
    clear_timers(rounds)
    rounds.update(published=False, withdrawal=withdrawal, provisional_until=None)
    for number in numbers:
        end_notices(line.event, number)
    Promise.objects.filter(event=line.event, number__in=line.facts.get("spent", ())).update(spent=True)
