"""The usual amounts of a penalty: the presets in the event's rules, and who else at the table gets points."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.rules.penalties import Penalty
from tournament.models import Adjustment, Decision, Entry, Event, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import TableFacts
from tournament.reading.jury import decision_words

# The limit for a house rule, for which the rule set has none.
MAX_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Preset:
    """A penalty to choose: from `least` to `most` points for the player, `others` points for each receiver.

    The receivers, `to`, are the "others" at the table or the "opponents" in the deal; `borrowed` says that the article
    is another rule set's. `offences` are keys and names of those that are counted apart.
    """

    key: str
    name: str
    note: str
    article: str = ""
    least: int = -MAX_POINTS
    most: int = MAX_POINTS
    others: int = 0
    to: str = "others"
    borrowed: bool = False
    offences: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """What a decision may give one entry: prefilled with `usual`, from `least` to `most`.

    A player it is `against` is part of the decision even with 0 points, as in a warning.
    """

    entry: Entry
    usual: int
    least: int
    most: int
    against: bool = False

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return f"points_{self.entry.number}"


def presets(event: Event) -> list[Preset]:
    """The penalties of the event's rules, and a house rule."""
    own = [_of(penalty) for penalty in facts.ruleset(event).penalties if penalty.kind == "adjustment"]
    house = Preset(
        decision_words.HOUSE,
        str(decision_words.NAMES[decision_words.HOUSE]),
        _("A rule of your own: say which in the reason."),
    )
    return [*own, house]


def preset(event: Event, key: str) -> Preset | None:
    """The penalty with this key; None if there is none."""
    return next((preset for preset in presets(event) if preset.key == key), None)


def amounts(
    preset: Preset, players: Sequence[Entry], table: Table | None, deal: int | None, offence: str = "", to: str = ""
) -> list[Amount]:
    """Who gets what: the players themselves and, at a table, those to whom the rule gives something.

    The jury may read the rule otherwise than the preset does, and say `to` whom (as in `Preset`).
    """
    against = [
        Amount(entry, usual(preset, entry, offence), preset.least, preset.most, against=True) for entry in players
    ]
    if table is None or not (preset.others or preset.key == decision_words.HOUSE):
        return against
    least = -MAX_POINTS if preset.key == decision_words.HOUSE else 0
    most = MAX_POINTS if preset.key == decision_words.HOUSE else preset.others
    receivers = _receivers(to or preset.to, players, table, deal)
    return against + [Amount(entry, preset.others, least, most) for entry in receivers]


@dataclass(frozen=True, slots=True)
class SimilarDecisions:
    """Earlier decisions of an event like the one being made, latest first, and how much the hardest hit got by each.

    `least` and `most` bound that; None where none of them gave or took points.
    """

    decisions: list[dict[str, object]]
    least: int | None
    most: int | None


def similar_decisions(event: Event, like: Decision) -> SimilarDecisions:
    """The decisions in force like one that is not saved yet: of its kind, and of its offence and ruling if any."""
    fields = {name: getattr(like, name) for name in ("kind", "offence", "ruling") if getattr(like, name)}
    rows = decision_words.decisions(event).filter(pk__in=Decision.objects.counting().filter(event=event), **fields)
    similar = list(rows[: decision_words.MAX_EARLIER])
    points = [min(gift.points for gift in row.adjustments.all()) for row in similar if row.adjustments.all()]
    bounds = (min(points), max(points)) if points else (None, None)
    return SimilarDecisions([decision_words.in_words(row) for row in similar], *bounds)


def _of(penalty: Penalty) -> Preset:
    return Preset(
        key=penalty.key,
        name=decision_words.preset_name(penalty),
        note=decision_words.preset_note(penalty),
        article=penalty.article,
        least=penalty.least,
        most=penalty.most,
        others=penalty.others,
        to=penalty.to,
        borrowed=penalty.borrowed,
        offences=tuple((key, decision_words.offence_name(penalty, key)) for key in penalty.offences),
    )


def usual(preset: Preset, entry: Entry, offence: str = "") -> int:
    """The amount to suggest: if the rule leaves a choice, the mildest the first time (2018, article 2.1).

    With an `offence` it is the first time of that one, whatever else of this kind there was.
    """
    if preset.key == decision_words.HOUSE:
        return 0
    before = Adjustment.objects.filter(decision__in=Decision.objects.counting(), entry=entry, decision__kind=preset.key)
    before = before.filter(decision__offence=offence) if offence else before
    return preset.least if before.exists() else preset.most


def _receivers(to: str, players: Sequence[Entry], table: Table, deal: int | None) -> list[Entry]:
    """Those at the table who get something: all the others, or the opponents in the deal if they are known."""
    seated = facts.table(table)
    numbers = {entry.number for entry in players}
    at = deal or max(seated.deals, default=1)
    sitting = {position: seated.entry(position, at) for position in seated.positions}
    if to == "opponents" and deal:
        sitting = _opponents(seated, deal, numbers, sitting, table)
    receiving = [number for number in sitting.values() if number not in numbers]
    return list(Entry.objects.filter(event=table.round.event_id, number__in=receiving).select_related("player"))


def _opponents(
    seated: TableFacts, deal: int, players: set[int], sitting: dict[int, int], table: Table
) -> dict[int, int]:
    """The seats that play against the players in a deal; all that play it if they do not, or it has no contract yet."""
    playing = {position: sitting[position] for position in seated.playing(deal)}
    result = outcome(seated.deal(deal), facts.ruleset(table.round.event)).result
    own = {position for position, number in playing.items() if number in players}
    if result is None or not result.declarers or not own:
        return playing
    declares = bool(own & set(result.declarers))
    return {position: number for position, number in playing.items() if (position in result.declarers) != declares}
