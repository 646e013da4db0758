"""What is worth telling in the hall while people play: the newest rare contracts, made or lost. Without names."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.models import Event, LogEntry, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.wording import contract

# So many of the newest lines are read, and of the deals that they are about so many are looked at and told.
MAX_LINES = 200
MAX_DEALS = 18
MAX_STORY = 6
# The contracts of most deals: asking and going along, and a small solo.
ORDINARY = frozenset({"PC", "S"})

# A round, a table and a deal, by number.
DealPlace = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What became of a rare contract: in which round, at which table, and in words."""

    round: int
    table: int
    text: str


def story(event: Event) -> list[StoryLine]:
    """The newest rare contracts of the rounds whose results are shown, the newest first, as they count today.

    Nothing where the ranking is frozen or nobody plays any more: what happens behind a freeze is for the hall alone.
    """
    if event.frozen_after is not None or not event.is_open or event.final_at:
        return []
    visible = {round.number for round in facts.rounds(event, public=True)}
    places = list(dict.fromkeys(place for place in _newest(event) if place[0] in visible))[:MAX_DEALS]
    if not places:
        return []
    at = Q()
    for round, table, _deal in places:
        at |= Q(round__number=round, number=table)
    tables = {
        (table.round, table.number): table
        for table in facts.tables(Table.objects.filter(at, round__event=event)).values()
    }
    ruleset = facts.ruleset(event)
    lines = (
        StoryLine(round, table, text)
        for round, table, deal in places
        if (round, table) in tables and (text := _text(outcome(tables[round, table].deal(deal), ruleset), ruleset))
    )
    return [line for line, _count in zip(lines, range(MAX_STORY), strict=False)]


def _newest(event: Event) -> Iterator[DealPlace]:
    """The deals in which a rare contract was written lately, the newest first; some more than once."""
    lines = LogEntry.objects.filter(event=event, act__in=("record_deal", "correct_deal")).order_by("-sequence")
    for text in lines.values_list("text", flat=True)[:MAX_LINES]:
        written = json.loads(text)["facts"]
        if _is_rare((written.get("result") or {}).get("contract", "")):
            yield written["round"], written["table"], written["number"]


def _is_rare(key: str) -> bool:
    return key in CONTRACTS and CONTRACTS[key].word not in ORDINARY


def _text(deal: DealOutcome, ruleset: RuleSet) -> str:
    """What became of a deal; "" for one that does not count, gives nothing, or came to an ordinary contract."""
    made = deal.fulfilled(ruleset)
    if not made or deal.result is None or deal.uncalled(ruleset) or not _is_rare(deal.result.contract):
        return ""
    name = contract(deal.result.contract, ruleset)
    if all(made.values()):
        return _("%(contract)s made") % {"contract": name}
    if not any(made.values()):
        return _("%(contract)s lost") % {"contract": name}
    values = {"contract": name, "made": sum(made.values()), "players": len(made)}
    return _("%(contract)s: %(made)s of %(players)s made it") % values
