"""Penalties and rulings: the presets in a rule set from which a jury chooses.

An organiser's own house rules are presets like the others.
"""

from dataclasses import dataclass, field
from typing import Literal, cast

from scoring.rules.reading import RuleSetReader, is_slug

Kind = Literal["adjustment", "ruling"]
Effect = Literal["none", "made", "lost", "annulled", "no_result"]

MAX_PENALTIES = 60
MAX_OFFENCES = 9
# The preset that annuls a contract for which the jury was not called; other annulling presets apply to any deal.
NOT_CALLED = "jury-not-called"
MAX_PENALTY_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Penalty:
    """A preset for the jury.

    An *adjustment* changes points apart from the deals: the player gets between `least` and `most` points (0 or below),
    and each of the `to` (the three `others` at the table, or the `opponents` of the deal) gets `others`.  A *ruling*
    sets the result of the deal: the contract counts as `made` or as `lost`, the deal is `annulled`, or there is
    `no_result` to enter.  `article` refers to the source; `borrowed` says that it is another rule set's source.
    `offences` are the kinds that are counted apart, by key, with their names: each has a first time of its own.
    """

    key: str
    kind: Kind
    article: str
    names: dict[str, str]
    notes: dict[str, str]
    least: int
    most: int
    others: int
    to: Literal["others", "opponents"]
    effect: Effect
    borrowed: bool
    offences: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def of_jury(self) -> bool:
        """Whether it is a ruling on a contract that needs the jury."""
        return self.effect == "no_result" or (self.effect == "annulled" and self.key == NOT_CALLED)

    @property
    def of_contract(self) -> bool:
        """Whether it is a ruling on a contract of any kind."""
        return self.of_jury or self.effect in ("made", "lost")

    def to_dict(self) -> dict[str, object]:
        """The preset as data, without its key; one without offences has the data and hash it always had."""
        return {
            "kind": self.kind,
            "article": self.article,
            "names": self.names,
            "notes": self.notes,
            "player": [self.least, self.most],
            "others": self.others,
            "to": self.to,
            "effect": self.effect,
            "borrowed": self.borrowed,
            **({"offences": self.offences} if self.offences else {}),
        }


def read_penalty(key: str, reader: RuleSetReader) -> Penalty:
    """The preset of this key, read from its table; faults are added to the reader's."""
    if not is_slug(key):
        reader.fault("", "bad_key")
    least, most = reader.span("player", (0, 0), least=-MAX_PENALTY_POINTS, most=0)
    penalty = Penalty(
        key,
        cast(Kind, reader.choice("kind", ("adjustment", "ruling"))),
        reader.text("article"),
        reader.texts("names"),
        reader.texts("notes"),
        least=least,
        most=most,
        others=reader.whole("others", 0, most=MAX_PENALTY_POINTS),
        to=cast(Literal["others", "opponents"], reader.choice("to", ("others", "opponents"), "others")),
        effect=cast(Effect, reader.choice("effect", ("none", "made", "lost", "annulled", "no_result"), "none")),
        borrowed=reader.flag("borrowed", False),
        offences=_read_offences(reader),
    )
    if (penalty.kind == "ruling") != (penalty.effect != "none"):
        reader.fault("effect", "effect_of_ruling")
    if penalty.offences and penalty.kind != "adjustment":
        reader.fault("offences", "offences_of_adjustment")
    reader.close()
    return penalty


def _read_offences(reader: RuleSetReader) -> dict[str, dict[str, str]]:
    if not reader.has("offences"):
        return {}
    inner, keys = reader.table("offences"), sorted(key for key, _names in reader.tables("offences"))
    if len(keys) > MAX_OFFENCES:
        reader.fault("offences", "too_many_penalties", most=MAX_OFFENCES)
    for key in keys:
        if not is_slug(key):
            inner.fault(key, "bad_key")
    return {key: inner.texts(key) for key in keys[:MAX_OFFENCES]}
