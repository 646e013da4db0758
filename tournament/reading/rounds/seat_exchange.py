"""The effect of two people changing places: who would meet again, how the counts would change; and who did change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from django.utils.translation import gettext as _

from tournament.acts.rounds.seat_swaps import ACT, Places, swap_seating
from tournament.acts.table.swapped_seats import ACT as SWAPPED
from tournament.draw.field import known, rested_before, seated_before
from tournament.draw.wishes import in_engine
from tournament.models import Draw, Entry, Event, LogEntry, Round
from tournament.reading.logbook.history import moments
from tournament.reading.rounds.draw_words import COUNTS
from tournament.reading.rounds.draws import Everybody, draw_of, everybody
from tournament.reading.table.sheets import full_name
from tournament.seating.constraints import Wish
from tournament.seating.documents import Wished
from tournament.seating.model import Pair, meetings
from tournament.seating.proof.audit import audit
from tournament.seating.proof.audit_wishes import balanced_seats, unmet

Seating = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class ExchangeEffect:
    """An exchange in words: the two people, where each sits and would sit, the counts before and after, and who meets
    again.

    `counts` are (what, before, after); `again` names pairs who would meet in this round and also meet in another one.
    """

    people: tuple[tuple[Entry, str, tuple[int, int], tuple[int, int]], ...]
    counts: tuple[tuple[str, int, int], ...]
    again: tuple[str, ...]


def effect(round: Round, exchange: Places) -> ExchangeEffect:
    """The effect of exchanging these two people in a round on all rounds that are drawn."""
    event, at = round.event, round.number - 1
    entries = everybody(event)
    before = [[list(table) for table in tables] for tables in seated_before(event)]
    after = [swap_seating(tables, exchange.numbers) if number == at else tables for number, tables in enumerate(before)]
    rested = [list(people) for people in rested_before(event)]
    resting = [swap_seating([out], exchange.numbers)[0] if number == at else out for number, out in enumerate(rested)]
    clubs, wish = known(event, entries)["clubs"], _wish(event, draw_of(round), entries)
    pairs = zip(_counted(before, rested, clubs, wish), _counted(after, resting, clubs, wish), strict=True)
    counts = [(name, before, after) for (name, before), (_name, after) in pairs]
    return ExchangeEffect(
        people=tuple(
            (entries[number], full_name(entries[number]), at_present, afterwards)
            for number, at_present, afterwards in zip(exchange.numbers, exchange.at, reversed(exchange.at), strict=True)
        ),
        counts=tuple(row for place, row in enumerate(counts) if place < ALWAYS or row[1] or row[2]),
        again=tuple(" + ".join(_numbered(entries[n]) for n in pair) for pair in _again(after, at, exchange)),
    )


def exchanges(round: Round, entries: Everybody) -> list[tuple[str, int, str, int, str]]:
    """The exchanges made by hand in a round, in order: two people, each with the table where they sat (0 if they sat
    out), and the reason, "" if the logbook does not have it.
    """
    if not round.exchanged:
        return []
    lines = LogEntry.objects.filter(event=round.event_id, act__in=(ACT, SWAPPED)).order_by("sequence")
    reasons_given = [
        moment.reason
        for moment in moments(round.event, lines)
        if moment.facts["round"] == round.number and moment.facts.get("from_deal", 1) == 1
    ]
    # Reasons from a rejected draw come first and are cut off; an imported event has no reasons.
    reasons = [""] * len(round.exchanged) + reasons_given
    return [
        (_numbered(entries[a]), at, _numbered(entries[b]), to, reason)
        for (a, at, b, to), reason in zip(round.exchanged, reasons[-len(round.exchanged) :], strict=True)
    ]


def _numbered(entry: Entry) -> str:
    return f"{entry.number} {full_name(entry)}"


# The wish of rounds that were not drawn here.
NOTHING = Wish(0, 0, "")
# This many counts, from the first, are shown even if they are 0.
ALWAYS = 2


def _counted(
    rounds: Seating, resting: Sequence[Sequence[int]], clubs: Mapping[int, str], wish: Wished
) -> list[tuple[str, int]]:
    """The audit of a seating, given as entry numbers, as pairs of a description and a count."""
    people = sorted({*chain(*chain(*rounds)), *chain(*resting)})
    counts = audit(max(people, default=0), rounds, clubs, resting, seats=balanced_seats(wish))
    counts |= unmet(rounds, wish)
    return [
        (_("Pairs meeting again"), counts["repeats"]),
        (_("Largest difference in how often a player has each seat"), counts["seat_imbalance"]),
        *((str(words), counts[name]) for name, words in COUNTS.items()),
        (_("Returns to a table"), counts["table_revisits"]),
        (_("Players sitting out again"), counts["sit_out_repeats"]),
    ]


def _wish(event: Event, draw: Draw | None, entries: Everybody) -> Wished:
    """The wishes taken into account, by entry number: always families, the others if the draw had them."""
    drawn = Wish.from_dict(draw.document["trace"]["wish"]) if draw else NOTHING
    number = dict(enumerate(sorted(draw.entries), 1)) if draw else {}
    facts = {name: fact for name, fact in known(event, entries).items() if name == "families" or getattr(drawn, name)}
    terms = in_engine(facts, {number: number for number in entries})
    apart = tuple((number[a], number[b]) for a, b in drawn.apart)
    return Wish(len(entries), 1, "", apart=apart, writers_last=drawn.writers_last, **terms).to_dict()


def _again(rounds: Seating, at: int, exchange: Places) -> list[Pair]:
    """Pairs that include one of the two people and would sit together both in this round and in another one."""
    elsewhere = set(meetings(chain(*(tables for number, tables in enumerate(rounds) if number != at))))
    pairs = chain(*(combinations(sorted(table), 2) for table in rounds[at]))
    return [pair for pair in pairs if pair in elsewhere and set(pair) & set(exchange.numbers)]
