"""python -m tournament.seating draw | audit | redraw | ranked: the draw on the command line, as JSON."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from tournament.seating.changes import events
from tournament.seating.constraints import LABELLED, MODES, PRIORITIES, RESTS, ImpossibleError, Wish, check
from tournament.seating.documents import DrawDocument, ImpossibleDocument
from tournament.seating.proof import trace, validation
from tournament.seating.proof.audit_wishes import report
from tournament.seating.rounds.whole import draw

# What a trace that somebody tampered with runs into.
BROKEN = (KeyError, ValueError, TypeError, IndexError, AttributeError)
# What follows from a trace, besides the audit; `moves` and `reseated` tell of the last redraw alone.
MADE = ("players", "rounds", "resting", "moves", "reseated")


class Audited(TypedDict):
    """What an audit answers; `rerun` where the draw was made again."""

    audit: dict[str, int]
    problems: list[str]
    rerun: NotRequired[str]


Answer = DrawDocument | Audited | ImpossibleDocument


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and prints its JSON; 0, or 1 when a wish is impossible or a draw is not what it claims."""
    parsed = _parser().parse_args(arguments)
    try:
        answer: Answer = parsed.run(parsed)
    except ImpossibleError as refusal:
        answer = refusal.to_dict()
    # In ASCII, which every terminal and every redirection into a file leaves as it is.
    print(json.dumps(answer, separators=(",", ":")))
    return 1 if "error" in answer or answer.get("problems") else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournament.seating", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="draw | audit | redraw | ranked")
    drawing = commands.add_parser("draw", help="draw all rounds of an event")
    drawing.add_argument("--players", type=int, required=True)
    drawing.add_argument("--rounds", type=int, required=True)
    drawing.add_argument("--seed", type=_typed, required=True)
    for kind, label in LABELLED.items():
        drawing.add_argument(f"--{kind}", metavar="FILE", help=f'JSON: {{"1": "{label}", ...}}')
    drawing.add_argument("--languages", metavar="FILE", help='JSON: {"1": ["nl", "fr"], ...}')
    drawing.add_argument("--apart", type=_pairs("-"), default=(), metavar="3-17,4-9")
    drawing.add_argument("--stay", type=_stays, default={}, metavar="PLAYER:TABLE,...")
    drawing.add_argument("--captains", type=_numbers, default=(), metavar="1,5,...")
    drawing.add_argument(
        "--priority", type=_priority, default=PRIORITIES, help=f"heaviest first, of: {', '.join(PRIORITIES)}"
    )
    drawing.add_argument("--rest", choices=RESTS, default=RESTS[0], help="what becomes of those who fill no table")
    drawing.set_defaults(run=_draw)
    counted = commands.add_parser("audit", help="count a draw again")
    counted.add_argument("file")
    counted.add_argument("--rerun", action="store_true", help="make it again from its trace, and compare")
    counted.set_defaults(run=_audit)
    left = commands.add_parser("redraw", help="people leave or come")
    left.add_argument("file")
    left.add_argument("--after", type=int, required=True, metavar="ROUND")
    left.add_argument("--absent", type=_numbers, default=(), metavar="3,17,...")
    left.add_argument("--arrive", type=int, default=0, metavar="HOW MANY")
    left.add_argument("--mode", choices=MODES, required=True)
    left.set_defaults(run=_redraw)
    added = commands.add_parser("ranked", help="add a round by ranking")
    added.add_argument("file")
    added.add_argument("--order", type=_numbers, required=True, metavar="5,3,1,...", help="the best first")
    tables = added.add_mutually_exclusive_group()
    tables.add_argument("--snake", action="store_true", help="equally strong tables instead of neighbours")
    tables.add_argument("--strict", action="store_true", help="the ranking in fours, whoever met before")
    added.set_defaults(run=_ranked)
    return parser


def _draw(parsed: argparse.Namespace) -> DrawDocument:
    labels: dict[str, Any] = {kind: _labels(getattr(parsed, kind)) for kind in LABELLED}
    wish = Wish(
        players=parsed.players,
        rounds=parsed.rounds,
        seed=parsed.seed,
        **labels,
        languages=_languages(parsed.languages),
        apart=parsed.apart,
        stays=parsed.stay,
        captains=parsed.captains,
        writers_last=bool(parsed.captains),
        priority=parsed.priority,
        rest=parsed.rest,
    )
    check(wish)
    return draw(wish)


def _audit(parsed: argparse.Namespace) -> Audited:
    document = validation.document(parsed.file)
    counted = report(document)
    problems = [*trace.problems(document), *_untraced(document)]
    if document.get("audit", counted) != counted:
        problems.append("The audit in the file is not what its rounds give.")
    answer: Audited = {"audit": counted, "problems": problems}
    if parsed.rerun:
        answer["rerun"] = _again(document)
        if answer["rerun"] == "different":
            problems.append("Made again from its trace, the draw is different.")
    return answer


def _untraced(document: DrawDocument) -> list[str]:
    """A sentence if there is a trace from which the rounds do not follow."""
    if not document.get("trace", {}).get("design"):
        return []
    try:
        right = trace.follows(document)
    except BROKEN:
        right = False
    return [] if right else ["The rounds do not follow from the seed and the trace."]


def _again(document: DrawDocument) -> str:
    if not {"design", "order"} & document.get("trace", {}).keys():
        raise ImpossibleError("This draw cannot be made again.", "an audit without --rerun", "The file has no trace.")
    trace.check_engine(document)
    try:
        again = events.rerun(document)
    except BROKEN as failure:
        raise ImpossibleError("This draw cannot be made again.", "an audit without --rerun", repr(failure)) from failure
    same = all(again.get(key) == value for key, value in document.items() if key in MADE)
    return "the same" if same else "different"


def _redraw(parsed: argparse.Namespace) -> DrawDocument:
    document = validation.going_on(parsed.file)
    return events.redraw(document, after=parsed.after, absent=parsed.absent, arrive=parsed.arrive, mode=parsed.mode)


def _ranked(parsed: argparse.Namespace) -> DrawDocument:
    return events.ranked_round(validation.going_on(parsed.file), parsed.order, snake=parsed.snake, strict=parsed.strict)


def _labels(name: str | None) -> dict[int, str]:
    """The club or family of each player who has one."""
    return {player: str(value) for player, value in _by_player(name).items()}


def _languages(name: str | None) -> dict[int, tuple[str, ...]]:
    """The languages of each player, one of which may stand alone."""
    named = {player: [spoken] if isinstance(spoken, str) else spoken for player, spoken in _by_player(name).items()}
    if not all(isinstance(spoken, list) and all(isinstance(word, str) for word in spoken) for spoken in named.values()):
        raise ImpossibleError(
            f"{name} does not say who speaks what.", '{"1": ["nl", "fr"], ...}', "Languages are words."
        )
    return {player: tuple(spoken) for player, spoken in named.items()}


def _by_player(name: str | None) -> dict[int, Any]:
    """What a file says of players, by number; those of whom it says nothing are left out."""
    by_player = {} if name is None else validation.read(name)
    if not isinstance(by_player, dict) or not all(map(validation.is_number, by_player)):
        raise ImpossibleError(
            f"{name} does not say whose is what.", '{"1": "club", ...}', "Players are named by number."
        )
    return {int(player): value for player, value in by_player.items() if value}


def _typed(text: str) -> str:
    """A text as it was typed, in UTF-8, whatever the terminal was said to use."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError as failure:
        raise argparse.ArgumentTypeError(f"{text!a} is not UTF-8") from failure


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(",") if number)
    except ValueError as failure:
        raise argparse.ArgumentTypeError(f"{text!r} is not numbers with commas between them") from failure


def _pairs(between: str) -> Any:
    def pairs(text: str) -> tuple[tuple[int, int], ...]:
        try:
            return tuple((int(a), int(b)) for a, b in (pair.split(between) for pair in text.split(",") if pair))
        except ValueError as failure:
            raise argparse.ArgumentTypeError(f"{text!r} is not pairs such as 3{between}1,4{between}2") from failure

    return pairs


def _stays(text: str) -> dict[int, int]:
    """The table at which each player named stays."""
    pairs = _pairs(":")(text)
    if len(dict(pairs)) < len(pairs):
        raise argparse.ArgumentTypeError("a player is named twice")
    return dict(pairs)


def _priority(text: str) -> tuple[str, ...]:
    """The kinds named come first, the others follow in their usual order."""
    named = tuple(text.split(","))
    if not set(named) <= set(PRIORITIES):
        raise argparse.ArgumentTypeError(f"of: {', '.join(PRIORITIES)}")
    return named + tuple(kind for kind in PRIORITIES if kind not in named)


if __name__ == "__main__":
    sys.exit(main())
