"""What was decided about one player: what they did by offence, what the next one costs, every decision."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournament.models import Adjustment, Decision, Entry
from tournament.reading.jury import decision_words, penalties
from tournament.reading.jury.penalties import Preset


@dataclass(frozen=True, slots=True)
class Offence:
    """One kind of offence of a player: how often (0 points is a warning), the points, and what the next one costs.

    `usual` is suggested for the next one, which may cost from `least` to `most`; None where the rules name no amount.
    """

    name: str
    times: int
    points: int
    usual: int | None = None
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that was decided about a player, latest first; `points` is the sum of what is in force."""

    entry: Entry
    decisions: list[Decision]
    offences: list[Offence]
    points: int


def dossier(entry: Entry) -> Dossier:
    """The dossier of a player; what another's penalty gave them is a decision, but no offence of theirs."""
    decisions = decision_words.concerning(entry)
    mine = [
        row
        for decision in decisions
        if decision.counts
        for row in decision.adjustments.all()
        if row.entry_id == entry.pk
    ]
    presets = {preset.key: preset for preset in penalties.presets(entry.event)}
    kinds: dict[tuple[str, str], list[Adjustment]] = defaultdict(list)
    for row in mine:
        if row.points <= 0 and row.decision.kind in presets:
            kinds[row.decision.kind, row.decision.offence].append(row)
    offences = [_offence(entry, presets, kind, rows) for kind, rows in sorted(kinds.items())]
    return Dossier(entry, decisions, offences, sum(row.points for row in mine))


def _offence(
    entry: Entry, presets: Mapping[str, Preset], key: tuple[str, str], adjustments: list[Adjustment]
) -> Offence:
    preset = presets[key[0]]
    name = dict(preset.offences).get(key[1], key[1])
    record = (
        decision_words.labelled(preset.name, name) if name else preset.name,
        len(adjustments),
        sum(row.points for row in adjustments),
    )
    if preset.key == decision_words.HOUSE:
        return Offence(*record)
    return Offence(*record, penalties.usual(preset, entry, key[1]), preset.least, preset.most)
