"""The command line: score results; answer requests; list, print, write and compare rule sets; check a home-made one."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn

from scoring import words
from scoring.errors import FaultyRuleSetError, RuleSetError, RuleSetFault
from scoring.game.possible import sums
from scoring.game.results import Result
from scoring.jsonlines import Answer, Data, answers
from scoring.requests import explained, reply, scored
from scoring.rules.differences import describe, differences
from scoring.rules.presets import keys, load, read_file
from scoring.rules.printed import aligned, page
from scoring.rules.rulesets import RuleSet
from scoring.rules.written import toml

GOOD, REFUSED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130


class UnusableError(Exception):
    """The call cannot be carried out at all; the text says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Exits with the message on one line and a pointer to the help."""
        self.exit(UNUSABLE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python3 -m scoring", description="The points of colour whist.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        added.add_argument("--lang", choices=words.LANGUAGES, default="en", help="language (en)")
        return added

    scoring = command("score", "one result as JSON per line in, its points as one line out")
    scoring.add_argument("--rules", required=True, metavar="KEY", help="a rule set, or the path of a .toml file")
    scoring.add_argument("--explain", action="store_true", help="also say how the points came about")
    scoring.add_argument("file", nargs="?", default="-", metavar="FILE", help="- (the default) is standard input")
    answer = command("answer", "one request as JSON per line in, its answer as one line out (see conformance/spec.md)")
    answer.add_argument("file", nargs="?", default="-", metavar="FILE", help="- (the default) is standard input")
    command("rules", "list the rule sets")
    table = command("table", "print the grid of a rule set as the paper has it")
    table.add_argument("rules", metavar="KEY", help="a rule set, or the path of a .toml file")
    written = command("write", "write a rule set as a TOML file that stands alone")
    written.add_argument("rules", metavar="KEY", help="a rule set, or the path of a .toml file")
    compared = command("differences", "tell what differs between two rule sets")
    compared.add_argument("was", metavar="KEY", help="a rule set, or the path of a .toml file")
    compared.add_argument("now", metavar="KEY", help="the one to compare it with")
    check = command("check", "judge a home-made rule set and name every fault")
    check.add_argument("file", metavar="FILE.toml")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status: 0 good, 1 something was refused, 2 the call was unusable."""
    args = _parser().parse_args(arguments)
    try:
        return _COMMANDS[args.command](args)
    except (UnusableError, RuleSetError) as error:
        return _fail(error.sentence(args.lang) if isinstance(error, RuleSetError) else str(error))
    except BrokenPipeError:
        _silence()
        return REFUSED
    except OSError as error:
        _silence()
        return _fail(_os_error_text(error))
    except KeyboardInterrupt:
        return INTERRUPTED


def _fail(message: str) -> int:
    print(f"python3 -m scoring: {message}", file=sys.stderr)
    return UNUSABLE


def _os_error_text(error: OSError) -> str:
    return f"{error.filename or 'standard output'}: {error.strerror}"


def _silence() -> None:
    """Sends the rest of the output to nowhere, so that nothing fails a second time at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(output: Iterable[str]) -> None:
    """Writes lines as UTF-8, whatever the terminal's encoding; flushes each, for callers that ask line by line."""
    if sys.stdout is None:
        raise UnusableError("standard output is closed")
    for text in output:
        sys.stdout.buffer.write(f"{text}\n".encode())
        sys.stdout.buffer.flush()


def _ruleset(key: str) -> RuleSet:
    """A preset by its key, or a rule set in a file; raises RuleSetError."""
    if not key.endswith(".toml"):
        return load(key)
    try:
        return RuleSet.from_dict(read_file(Path(key)))
    except OSError as error:
        raise UnusableError(_os_error_text(error)) from None


@contextmanager
def _open(path: str) -> Iterator[BinaryIO]:
    if path != "-":
        with Path(path).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise UnusableError("standard input is closed")
    else:
        yield sys.stdin.buffer


def _score(args: argparse.Namespace) -> int:
    ruleset = _ruleset(args.rules)

    def of_result(result_data: Data) -> Answer:
        result = Result.read(result_data, ruleset)
        return explained(result, ruleset, args.lang) if args.explain else scored(result, ruleset)

    return _answer_lines(args, of_result)


def _answer(args: argparse.Namespace) -> int:
    return _answer_lines(args, reply)


def _answer_lines(args: argparse.Namespace, reply: Callable[[Data], Answer]) -> int:
    status = GOOD
    with _open(args.file) as stream:
        for answer in answers(stream, reply, args.lang):
            status = REFUSED if "error" in answer else status
            _say([json.dumps(answer, ensure_ascii=False)])
    return status


def _rules(args: argparse.Namespace) -> int:
    rows = []
    for ruleset in map(load, keys()):
        verified = words.text("cli.yes" if ruleset.verified else "cli.no", args.lang)
        rows.append((ruleset.key, words.ruleset_name(ruleset, args.lang), verified, ruleset.source))
    _say(aligned(rows, left=range(4)))
    return GOOD


def _table(args: argparse.Namespace) -> int:
    _say(page(_ruleset(args.rules), args.lang))
    return GOOD


def _write(args: argparse.Namespace) -> int:
    _say(toml(_ruleset(args.rules)).splitlines())
    return GOOD


def _differences(args: argparse.Namespace) -> int:
    old, new = _ruleset(args.was), _ruleset(args.now)
    sentences = [describe(difference, args.lang, new) for difference in differences(old, new)]
    _say(sentences or [words.text("cli.same", args.lang)])
    return GOOD


def _check(args: argparse.Namespace) -> int:
    try:
        ruleset = RuleSet.from_dict(read_file(Path(args.file)))
    except FaultyRuleSetError as error:
        sentences = [fault.sentence(args.lang) for fault in error.faults]
    except RuleSetError as error:
        sentences = [error.sentence(args.lang)]
    else:
        sentences = [fault.sentence(args.lang) for fault in _wrong_sums(ruleset)]
    _say(sentences or [words.text("cli.good", args.lang, file=args.file)])
    return REFUSED if sentences else GOOD


def _wrong_sums(ruleset: RuleSet) -> list[RuleSetFault]:
    """A fault if the declared sums are not those of the possible results."""
    real = sums(ruleset)
    if real is None or ruleset.sums is None or real == ruleset.sums:
        return []
    declared = f"{ruleset.sums.minimum}, {ruleset.sums.maximum}"
    return [RuleSetFault("sums", "wrong_sums", {"given": declared, "least": real.minimum, "most": real.maximum})]


_COMMANDS = {
    "score": _score,
    "answer": _answer,
    "rules": _rules,
    "table": _table,
    "write": _write,
    "differences": _differences,
    "check": _check,
}

if __name__ == "__main__":
    sys.exit(main())
