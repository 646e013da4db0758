"""The logbook for people to read: each sealed line in a few words of the visitor's language."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet, words
from scoring.rules import differences
from scoring.rules.differences import RuleSetDifference
from scoring.rules.parts import part_name
from tournament.acts.kernel.deadline import hour_in_words
from tournament.acts.kernel.declaring import Scope, declaration
from tournament.ranking.format import Format
from tournament.ranking.round_names import inside, round_name, rounds_name
from tournament.reading.jury.decision_words import labelled
from tournament.reading.logbook.chronicle_words import WORDS
from tournament.reading.logbook.history import HistoryMoment
from tournament.wording import language, points, tricks_text

# At most this many changes or parts of the rules are named on one line.
MAX_NAMED = 4
NOBODY: Mapping[int, str] = MappingProxyType({})


def act(name: str) -> str:
    """The name of an act in words; an act of a later version keeps its own name."""
    return str(declaration(name).title)


def describe(moment: HistoryMoment, ruleset: RuleSet, planned: Format) -> str:
    """What an act was about and what it did: "Round 1, table 3, deal 5 · samen 8, seat 1 and seat 3: 9 tricks".

    Rounds are named by `planned`, the event's current format.
    """
    parts = [_place(moment, planned), *_who(moment), *_what(moment, ruleset, planned)]
    return " · ".join(part for part in parts if part)


def _place(moment: HistoryMoment, planned: Format) -> str:
    """The round, table and deal, as far as the line has them."""
    at: Mapping[str, Any] = {**moment.facts, **(moment.facts.get("place") or {})}
    deal = at.get("deal", None if declaration(moment.act).scope == Scope.ENTRY else at.get("number"))
    if at.get("table") is None:
        return round_name(planned, at["round"]) if "round" in at else ""
    numbers = {"round": round_name(planned, at["round"]), "table": at["table"], "deal": deal}
    if deal is None:
        return _("%(round)s, table %(table)s") % numbers
    return _("%(round)s, table %(table)s, deal %(deal)s") % numbers


def _who(moment: HistoryMoment) -> Iterator[str]:
    """The players in a line, by number, because names are not in the logbook."""
    facts = moment.facts
    number = facts.get("number") if declaration(moment.act).scope == Scope.ENTRY else facts.get("entry")
    number = number["number"] if isinstance(number, Mapping) else number
    if number is not None:
        yield _("player %(number)s") % {"number": number}
    if "out" in facts:
        yield _("player %(number)s replaces player %(out)s") % {"number": facts["in"], "out": facts["out"]}
    if "entries" in facts or "finalists" in facts:
        count = len(facts.get("entries", facts.get("finalists", ())))
        yield ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if declaration(moment.act).scope == Scope.ENTRIES:
        yield ", ".join(str(number) for number in facts["entries"])
    if "decision" in facts and facts["decision"] is not None:
        yield _("decision %(number)s") % {"number": facts["decision"]}
    yield ", ".join(labelled(entry, points(value)) for entry, value in facts.get("adjustments", {}).items())


def _what(moment: HistoryMoment, ruleset: RuleSet, planned: Format) -> Iterator[str]:
    """What was decided, entered or counted."""
    facts = moment.facts
    for name, in_words in WORDS.items():
        if facts.get(name) is not None:
            yield str(in_words(facts[name]))
    if facts.get("announced"):
        yield _who_plays(facts["announced"], ruleset, NOBODY)
    if facts.get("result"):
        yield describe_result(facts["result"], ruleset)
    yield from _drawn(moment, planned)
    yield _named(
        [
            differences.describe(RuleSetDifference.from_dict(change), language(), ruleset)
            for change in facts.get("changes", ())
        ]
    )
    if moment.act == "set_clock":
        yield hour_in_words(datetime.fromisoformat(facts["until"])) if facts["until"] else _("No hour")
    if moment.act == "compare_rules":
        yield _named([part_name(part, ruleset, language()) for part in facts["parts"]])


def _named(names: Sequence[str]) -> str:
    """The first MAX_NAMED names, and an ellipsis if there are more."""
    return "; ".join([*names[:MAX_NAMED], *(["…"] if len(names) > MAX_NAMED else [])])


def describe_result(result: Mapping[str, Any], ruleset: RuleSet, names: Mapping[int, str] = NOBODY) -> str:
    """A result on one line: "samen 9, An and Bert: 10 tricks". A player without a name in `names` is "seat 1"."""
    if "points" in result:
        points_of = ((int(seat), points(value)) for seat, value in result["points"].items())
        return ", ".join(labelled(_called(seat, names), value) for seat, value in points_of)
    tricks = result["tricks"]
    if isinstance(tricks, int):
        return labelled(_who_plays(result, ruleset, names), tricks_text(tricks))
    each = (labelled(_called(int(seat), names), tricks_text(count)) for seat, count in tricks.items())
    return ", ".join([words.contract(result["contract"], language(), ruleset), *each])


def _who_plays(contract_facts: Mapping[str, Any], ruleset: RuleSet, names: Mapping[int, str]) -> str:
    """A contract and its declarers: "samen 9, An and Bert"."""
    contract = words.contract(contract_facts["contract"], language(), ruleset)
    return f"{contract}, {_together([_called(seat, names) for seat in contract_facts['declarers']])}"


def _called(seat: int, names: Mapping[int, str]) -> str:
    return names.get(seat) or _("seat %(seat)s") % {"seat": seat}


def _together(names: Sequence[str]) -> str:
    """The names of one side: "An and Bert"."""
    *others, last = names
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last} if others else last


def _drawn(moment: HistoryMoment, planned: Format) -> Iterator[str]:
    """What a line says about rounds and seats: drawn, published, withdrawn or discarded together, exchanged."""
    facts = moment.facts
    if moment.act == "draw_rounds":
        yield _from_to(planned, facts["first"], facts["first"] + facts["count"] - 1)
        yield ngettext("%(count)s player", "%(count)s players", len(facts["players"])) % {
            "count": len(facts["players"])
        }
        if facts["attempt"] > 1:
            yield _("draw number %(number)s under this promise") % {"number": facts["attempt"]}
    elif "rounds" in facts and moment.act in ("publish_round", "withdraw_draw", "withdraw_publication"):
        yield _from_to(planned, facts["rounds"][0], facts["rounds"][-1])
    elif moment.act == "reseat":
        yield _from_to(planned, facts["seated"][0]["round"], facts["seated"][-1]["round"])
        yield _("%(left)s left, %(came)s arrived") % {"left": len(facts["absent"]), "came": len(facts["arrived"])}
    elif moment.act == "exchange_places":
        yield " ↔ ".join(_("player %(number)s") % {"number": number} for number, *_at in facts["places"])
    elif moment.act == "empty_table":
        numbers = ", ".join(str(number) for number, _version in facts["deals"])
        yield _("deals %(numbers)s") % {"numbers": numbers}
    if "revealed" in facts:
        yield _("secret revealed")


def _from_to(planned: Format, first: int, last: int) -> str:
    return inside(rounds_name(planned, first, last)) if last > first else round_name(planned, first)
