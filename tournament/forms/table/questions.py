"""What a page asks about one deal: only what the contract needs, in the visitor's language."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import RuleSet, words
from scoring.game.contracts import Contract
from scoring.game.results import LOST, Own
from scoring.rules.lines import ContractLine
from tournament.forms.table.choices import Choices
from tournament.wording import language


@dataclass(frozen=True, slots=True)
class Asking:
    """The deal that is asked about: by which rules, who plays it, how often it was passed out before.

    `names` are those of the players, by position. The trump is asked if the event `records_trump`; when typing
    `from_paper` it may be left out. Whether the jury was there is asked only where the table `tells`; elsewhere an
    answer that is `sent` all the same, by a page from before, stays in the result, and the act leaves it out.
    """

    ruleset: RuleSet
    names: Mapping[int, str]
    passes: int = 0
    records_trump: bool = False
    from_paper: bool = False
    tells: bool = True
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One tile: the value it sends, what it shows (a label, or a suit to be drawn), whether it is chosen."""

    value: str
    label: str
    chosen: bool = False
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A group of tiles under a legend. `shape` is its CSS class; with `many`, several may be chosen.

    `short` options, with which the contract is lost, come after the others, below a border. `rarer` ones are folded
    away.

    `missing` says what is missing, if it must be answered and is not. A typed answer that is not one of the tiles
    counts as an answer, and is refused when the result is read.
    """

    name: str
    legend: str
    shape: str
    options: tuple[Option, ...]
    missing: str = ""
    hint: str = ""
    many: bool = False
    rarer: tuple[Option, ...] = ()
    short: tuple[Option, ...] = ()

    def limited(self, fits: Callable[[Option], bool]) -> "Question":
        """The question without the options that do not fit."""
        options, short, rarer = (tuple(filter(fits, group)) for group in (self.options, self.short, self.rarer))
        return replace(self, options=options, short=short, rarer=rarer)

    @property
    def choices(self) -> int:
        """How many options it has."""
        return len(self.options) + len(self.short) + len(self.rarer)

    @property
    def bordered(self) -> bool:
        """Whether a border separates the options that make the contract from those that lose it."""
        return bool(self.options and self.short)

    @property
    def open(self) -> bool:
        """Whether a rarer option is chosen: then they are not folded away."""
        return any(option.chosen for option in self.rarer)


@dataclass(frozen=True, slots=True)
class Blank:
    """A number to be filled in for a position, when only points are entered."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Family:
    """Contracts of one kind, in ascending order of the ladder."""

    title: str
    options: tuple[Option, ...]


def families(ruleset: RuleSet) -> list[Family]:
    """The contracts of a rule set by kind, in the order of its ladder; a kind comes where its lowest contract does."""
    options_of: dict[str, list[Option]] = {}
    for key in (key for rank in ruleset.ladder for key in rank):
        option = Option(key, words.contract_short(key, language(), ruleset))
        options_of.setdefault(_family(ruleset.lines[key].contract), []).append(option)
    return [Family(title, tuple(options)) for title, options in options_of.items()]


def questions(asking: Asking, choices: Choices) -> Iterator[Question]:
    """The questions once the contract is known; the tricks of a personal contract only once its declarers are known."""
    line = asking.ruleset.lines[choices.contract]
    yield _who(line, choices, asking.names)
    if line.contract.kind == "team":
        yield _tricks(line.contract, choices.tricks)
    else:
        for position in choices.declarers:
            yield _tricks_of(position, line.contract, choices, asking.names[position])
    if line.contract.key in asking.ruleset.jury and asking.tells:
        yield _jury(choices)
    if asking.records_trump and line.contract.trumps(line.trump):
        yield _trump(line, choices, required=not asking.from_paper)


def blanks(choices: Choices, names: Mapping[int, str]) -> tuple[Blank, ...]:
    """The numbers to fill in for a deal in which only points are entered."""
    return tuple(
        Blank(f"points{position}", name, str(choices.points.get(position, ""))) for position, name in names.items()
    )


def jury_question() -> str:
    """What is asked of a contract that needs the jury."""
    return _("Was the jury at the table before the first card?")


def jury_hint() -> str:
    """What becomes of a contract that the jury refused."""
    return _("If the jury refused, the player had to pass: record what was played instead.")


def jury_answers() -> dict[str, str]:
    """The answers to it, by their code in a result."""
    return {"allowed": _("Yes, it allowed the contract"), "not_called": _("No, it was not called")}


def trump_names() -> dict[str, str]:
    """The trumps in words, by their code in a result."""
    return {"H": _("hearts"), "D": _("diamonds"), "C": _("clubs"), "S": _("spades"), "NT": _("no trump")}


def _family(contract: Contract) -> str:
    if contract.kind == "personal":
        return _("Misère and piccolo")
    titles = {
        "PC": pgettext("kind of contract", "Together"),
        "S": pgettext("kind of contract", "Alone"),
        "TR": _("Troel"),
        "A": _("Abundance"),
        "AT": _("Abundance"),
    }
    return titles.get(contract.word) or _("Slam")


def _who(line: ContractLine, choices: Choices, names: Mapping[int, str]) -> Question:
    options = tuple(Option(str(position), name, position in choices.declarers) for position, name in names.items())
    missing = "" if choices.declarers else _("who played it")
    many = line.declarers != (1,)
    return Question("who", _("Who played it?"), "people", options, missing, how_many(line), many)


def how_many(line: ContractLine) -> str:
    """How many players a contract asks for, as a sentence."""
    least, most = min(line.declarers), max(line.declarers)
    if least == most:
        return ngettext("Choose one player.", "Choose %(count)s players.", most) % {"count": most}
    return _("Choose %(least)s to %(most)s players.") % {"least": least, "most": most}


def _tricks_of(position: int, contract: Contract, choices: Choices, name: str) -> Question:
    """Whether a declarer made a personal contract; who counted the tricks of a lost one may give their number."""
    legend = _("Did %(name)s make it?") % {"name": name}
    own = choices.tricks_of.get(position)
    missing = "" if own is not None else _("whether %(name)s made it") % {"name": name}
    made = Option(str(contract.target), _("%(name)s made it") % {"name": name}, own == contract.target)
    lost = Option(LOST, _("%(name)s lost") % {"name": name}, own == LOST)
    counted = tuple(option for option in _numbers(contract, own) if option.value != made.value)
    return Question(f"tricks{position}", legend, "people", (made, lost), missing, rarer=counted)


def _tricks(contract: Contract, tricks: int | None) -> Question:
    """The tricks of a side, beginning where results lie: at the target and up, then below it and down."""
    missing = "" if tricks is not None else _("the tricks")
    numbers = _numbers(contract, tricks)
    made, short = numbers[contract.target :], numbers[: contract.target][::-1]
    return Question("tricks", _("How many tricks did they make?"), "tricks", made, missing, short=short)


def _numbers(contract: Contract, tricks: Own | None) -> tuple[Option, ...]:
    return tuple(Option(str(number), str(number), number == tricks) for number in range(contract.played + 1))


def _jury(choices: Choices) -> Question:
    """Whether the jury was at the table: without it the deal counts for nothing (rules of 2018, articles 3 and 9)."""
    options = tuple(Option(value, label, value == choices.jury) for value, label in jury_answers().items())
    missing = "" if choices.jury else _("whether the jury was called")
    return Question("jury", jury_question(), "answers", options, missing, jury_hint())


def _trump(line: ContractLine, choices: Choices, *, required: bool) -> Question:
    labels = trump_names()
    trumps = line.contract.trumps(line.trump)
    options = tuple(Option(trump, labels[trump], trump == choices.trump, suit=trump) for trump in trumps)
    missing = _("the trump") if required and not choices.trump else ""
    return Question("trump", _("Which trump?"), "suits", options, missing)
