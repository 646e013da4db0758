"""Checks a championship from its files, without Troel: Python 3.11 or later and nothing else.

    python3 tools/verify.py LOGBOOK [EXPORT] [--seal SEAL] [--address NAME] [--old]
    python3 tools/verify.py REGISTER [EXPORT… --season SEASON] [--seal SEAL]

LOGBOOK is what `manage.py export EVENT --format logbook` writes, EXPORT what `--format json` writes (troel/1).
SEAL is a seal of the logbook as printed on a ranking ("37 · 3f9a-0c12-…"): is it on the chain, and at which line?
A logbook that was replayed at another address than it was made at needs that address as NAME.

What is checked, in this order:

1. The logbook: every line is written as Troel writes it and carries the seal that follows from the line before it;
   every text in the appendix is the one that the lines name.
2. The export: the points of every deal follow from its result, the decisions on it and the rule set in the file; the
   ranking follows from those, the decisions, and the format with its stages, cuts, bonus and tie criteria.
3. Both: the lines of the logbook, carried out one after the other, give the same plan, rules, players, seats, results,
   decisions and cuts as the export. Both files must have been written at the same moment.

REGISTER is that of a club (`manage.py export o/CLUB`), which is checked as a logbook: no number and no code is given to
two people, and nobody is linked or corrected who is not in it or was forgotten. With --season the files are those of
`manage.py export-season`, with the exports of the evenings of a series, each checked by itself; then the season is
counted again (docs/season.md).

Files of releases up to 0.1 ranked everybody who was entered; today only those are who had a place in a round. The head
of their logbooks does not say how the logbook ends. Nothing in a file proves its release, and anybody can strip a newer
head of what it says: such a head is a difference, unless whoever has the file says that it is `--old`.

It stops at the first difference of each part and names it. Exit status: 0 if there is none, 1 if there is one,
2 if a file cannot be read or an argument is wrong, 3 if there is none but no seal was given: nobody witnessed the end.

What it cannot see: whether lines were cut off the end together with what the head says of it (a seal kept elsewhere
shows that); whether a text was emptied by hand, without an act; the salt of such a text, and of one that an act of
version 1 emptied (since version 2 the salt is emptied too); whether an act was allowed to who did it. It does not check
the ranking of clubs, which is not in the export, nor what points do not depend on: who keeps score at a table,
signatures, calls for the jury, how the seats were drawn (every visitor can check that on the page of the draw), the map
of the room, the pictures. `manage.py verify LOGBOOK --export EXPORT`, which is Troel itself, compares those too, to the
byte.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class CheckError(Exception):
    """What does not fit, as a sentence that names the place."""


# ---- 1. The logbook ------------------------------------------------------------------------------------------------
#
# The file has one JSON object per line:
#   the head      {"format": "troel-log/1", "slug": …, "lines": how many sealed lines, "seal": the last one's seal};
#                 up to release 0.1 without the last two
#   sealed lines  {"line": text, "hash": SHA-256 (hex) of the previous hash followed by the text}; the first follows 0…0
#   the appendix  {"digest": SHA-256 of salt followed by text, "salt": …, "text": …}, by digest; an emptied text is "",
#                 and so is its salt, if an act of version 2 emptied it
# The text of a sealed line is itself JSON, with sorted keys, no spaces and only ASCII. Names and free texts are not in
# it, only their digests.

GENESIS = "0" * 64
# No line of a real championship comes near it; a file that has one is not read into memory.
MAX_LINE = 100_000_000
SEALED = {"sequence": int, "at": str, "by": str, "act": str, "version": int, "facts": dict}
DIGEST = re.compile("[0-9a-f]{64}")
# The facts that hold the digest of a text; others hold digests of something else.
TEXTS = {"name", "place", "club", "family", "surname", "reason", "cancel_reason", "internal", "logo", "words", "text"}
TEXTS |= {"sponsors", "resolution", "prizes", "clubs", "licence", "links", "plan", "account"}
SEAL = re.compile(r"\s*(\d{1,9})\W+([0-9a-fA-F][0-9a-fA-F\W]*)")
MIN_DIGITS = 8
# The exit status if everything fits, but no seal says that the logbook ends there.
UNWITNESSED = 3
UNWITNESSED_SENTENCE = "No seal was given: nobody witnessed that it ends there."


class Logbook:
    """A logbook file as it is read: `head`, the seals of its lines, the texts of its appendix by digest."""

    def __init__(self, path: Path, *, old: bool = False, format: str = "troel-log/1") -> None:
        self.head: Json = {}
        self._format = format
        self._old = old
        self.seals: list[str] = []
        self.texts: dict[str, str] = {}
        # Where a text is first named, by digest: those that must be in the appendix, and all that may be.
        self._named: dict[str, int] = {}
        self._possible: set[str] = set()
        # The texts that a line emptied, each with the version of its act: since 2 their salts went too.
        self._emptied: dict[str, int] = {}
        self._rows = rows_of(path)

    def lines(self) -> Iterator[Json]:
        """The sealed lines, each once it is proved, and then the appendix. Raises CheckError at the first fault."""
        self._read_head()
        for at, row in self._rows:
            if "line" in row and not self.texts:
                yield self._sealed_line(at, row)
            else:
                self._appendix(at, row)
        self._check_end()

    def _read_head(self) -> None:
        _at, self.head = next(self._rows, (1, {}))
        if self.head.get("format") != self._format or not {"format", "slug"} <= set(self.head):
            raise CheckError(f"Line 1 of the file is not the head of a {self._format} logbook.")
        if set(self.head) not in ({"format", "slug"}, {"format", "slug", "lines", "seal"}):
            raise CheckError("Line 1 of the file, its head, has fields that a head does not have, or lacks one.")
        if "seal" not in self.head and not self._old:
            text = "Line 1 of the file, its head, does not say how the logbook ends, as those of releases after 0.1 do."
            raise CheckError(f"{text} --old accepts a file of before.")

    def _sealed_line(self, at: int, row: Json) -> Json:
        number = len(self.seals) + 1
        place = f"Line {number} of the logbook (line {at} of the file)"
        line = parse_object(row["line"], place)
        if set(row) != {"line", "hash"} or canonical(line) != row["line"]:
            raise CheckError(f"{place} is not written as Troel writes a line.")
        if {name: type(value) for name, value in line.items()} != SEALED:
            raise CheckError(f"{place} lacks a field that every line has, or has one too many.")
        if line["sequence"] != number:
            raise CheckError(f"{place} is number {line['sequence']}: a line is missing, doubled or out of place.")
        previous = self.seals[-1] if self.seals else GENESIS
        if hashlib.sha256((previous + row["line"]).encode()).hexdigest() != row["hash"]:
            raise CheckError(f"{place} does not carry the seal that follows from its text and the line before it.")
        self.seals.append(row["hash"])
        self._note_texts(line, number)
        return line

    def _note_texts(self, line: Json, number: int) -> None:
        """Notes the texts that a line names, and those that it empties."""
        if line["act"] in ("anonymise", "delete_entry", "forget_persons"):
            version = 2 if line["act"] == "forget_persons" else line["version"]
            self._emptied |= dict.fromkeys(line["facts"]["texts"], version)
        for name, value in leaves(line["facts"]):
            if isinstance(value, str) and DIGEST.fullmatch(value):
                self._possible.add(value)
                # An imported championship has the digests of internal reasons, but never their texts.
                if name in TEXTS and not (name == "internal" and line["act"] == "import_event"):
                    self._named.setdefault(value, number)

    def _appendix(self, at: int, row: Json) -> None:
        place = f"Line {at} of the file"
        if set(row) != {"digest", "salt", "text"} or not all(isinstance(value, str) for value in row.values()):
            raise CheckError(f"{place} is neither a sealed line nor a text of the appendix, or is out of place.")
        digest = row["digest"]
        if self.texts and digest <= next(reversed(self.texts)):
            raise CheckError(f"{place}: the text {digest[:12]}… of the appendix is doubled or out of order.")
        if row["text"] and hashlib.sha256((row["salt"] + row["text"]).encode()).hexdigest() != digest:
            raise CheckError(f"{place}: the text {digest[:12]}… of the appendix is not the one that was sealed.")
        if (row["text"] and digest in self._emptied) or (row["salt"] and self._emptied.get(digest, 0) > 1):
            raise CheckError(f"{place}: a line of the logbook emptied the text {digest[:12]}… of the appendix.")
        if digest not in self._possible:
            raise CheckError(f"{place}: no line of the logbook names the text {digest[:12]}… of the appendix.")
        self.texts[digest] = row["text"]

    def _check_end(self) -> None:
        end = {"lines": len(self.seals), "seal": self.seals[-1] if self.seals else GENESIS}
        for name, value in end.items():
            if self.head.get(name, value) != value:
                contrast = f"{value}, and not with {self.head[name]}, as the head (line 1 of the file) says"
                raise CheckError(f"The sealed lines end with {'number' if name == 'lines' else 'seal'} {contrast}.")
        for digest, number in self._named.items():
            if digest not in self.texts:
                raise CheckError(f"The appendix lacks the text {digest[:12]}… that line {number} of the logbook names.")

    def sentence(self) -> str:
        """What was proved."""
        proved = f"The logbook: {len(self.seals)} lines, every seal follows; {len(self.texts)} texts are those sealed."
        return proved if "seal" in self.head else f"{proved} Its head does not say how it ends."


def rows_of(path: Path) -> Iterator[tuple[int, Json]]:
    """The objects of a file with their line numbers, one at a time; raises CheckError at a line of another form."""
    with path.open("rb") as file:
        for at in count(1):
            raw = file.readline(MAX_LINE)
            if not raw:
                return
            row = parse_object(raw, f"Line {at} of the file")
            if (json.dumps(row, ensure_ascii="digest" not in row) + "\n").encode(errors="replace") != raw:
                raise CheckError(f"Line {at} of the file is not written as Troel writes it, to the byte.")
            yield at, row


def parse_object(text: Any, place: str) -> Json:
    """The JSON object in a text; raises CheckError if it is not one."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise CheckError(f"{place} is not JSON: {error}.") from error
    if not isinstance(data, dict):
        raise CheckError(f"{place} is not a JSON object.")
    return data


def canonical(value: Any) -> str:
    """JSON in the one form that is sealed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside a value that is not a list or an object, with the name of the field it stands in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, name)
    else:
        yield name, value


def witness(seals: list[str], seal: tuple[int, str]) -> str:
    """What a kept seal says about the chain; raises CheckError if it is not on it."""
    number, digits = seal
    if number <= len(seals) and number and seals[number - 1].startswith(digits):
        return f"The seal is that of line {number} of {len(seals)}: up to there nothing was changed or cut off."
    elsewhere = [at for at, seal_of_line in enumerate(seals, 1) if seal_of_line.startswith(digits)]
    if elsewhere:
        raise CheckError(f"The seal is that of line {elsewhere[0]}, not of line {number}.")
    if number > len(seals):
        raise CheckError(f"The logbook ends at line {len(seals)}: line {number}, of the seal, was cut off.")
    raise CheckError(f"The seal is not that of line {number}: this is another logbook.")


def read_seal(text: str) -> tuple[int, str]:
    """A seal as typed from paper: the number of a line and the first digits of its hash."""
    match = SEAL.fullmatch(text)
    digits = re.sub(r"\W", "", match[2].lower()) if match else ""
    if not match or not MIN_DIGITS <= len(digits) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no seal: a line's number and {MIN_DIGITS} digits or more")
    return int(match[1]), digits


# ---- 2. The facts of a championship --------------------------------------------------------------------------------
#
# What happened, in one form, whether it is read from the export or from the logbook; the points follow from it:
#   plan, rules     as the organiser decided them
#   entries         by number
#   rounds          by number; their tables by number; seats by position, and who sits there from which deal on;
#                   deals by number: what was entered, and how often it was passed out or misdealt before
#   decisions       by number
#   corrections     of the rules, by number
#   appeals         by decision and player
#   cuts            by the stage they lead to

Facts = dict[Any, Any]
PLAN: Json = {
    "slug": "", "name": "", "place": "", "starts_on": None, "ends_on": None, "planned_rounds": 3, "deals_per_round": 16,
    "tie_breaks": [], "languages": [], "confirmation": "captain", "jury": "table", "records_trump": False,
    "ranks_jokers": False, "listed": True, "demo": False, "lot_seed": "", "state": "rehearsal", "format": {},
    "final_at": None, "appeal_minutes": 0, "typed_twice": False, "paper_signed": False, "admission": {},
    "prizes": {}, "frozen_after": None, "revealed": 0, "notices": [], "cash_counts": [],
}  # fmt: skip
PERSON: Json = {
    "name": "", "club": "", "surname": "", "family": "", "language": "", "role": "competitor", "initials_only": False,
    "writes": False,
}  # fmt: skip
# The closing of the desk that put them out, their place on the waiting list, what they pay.
DESK_FIELDS: Json = {"no_show": 0, "waiting": 0, "price": "", "paid": 0, "paid_how": ""}
DECISION: Json = {
    "kind": "", "offence": "", "article": "", "reason": "", "internal": "", "by": "", "at": None, "round": None,
    "table": None, "deal": None, "adjustments": {}, "cancelled": False, "cancel_reason": "", "ruling": "", "about": [],
    "contract": "", "result": None, "later": False, "ends": [], "redealt": None,
}  # fmt: skip
CORRECTION: Json = {"by": "", "at": None, "reason": "", "changes": [], "tables": []}
APPEAL: Json = {
    "at": None, "by": "", "text": "", "outcome": "", "reason": "", "replacement": None, "settled_at": None,
    "settled_by": "", "seconded_by": "",
}  # fmt: skip
CUT: Json = {"finalists": [], "replaced": [], "decisions": 0, "by": "", "at": None}
ROUND: Json = {
    "stage": "", "deals": 0, "draw": "given", "published": True, "closed": False, "visible": True,
    "provisional_until": None, "timer": None,
}  # fmt: skip


# What a timer has once it ran or runs.
TIMER: Json = {"minutes": 0, "spent": 0, "since": None}


# The fields of the rows of an export in the order in which they are written; with ? those that say something seldom.
COUNTED = "passes? misdeals? version? announced? corrected?"
KNOWN: dict[str, str] = {
    "event": "slug name place planned_rounds deals_per_round tie_breaks lot_seed languages confirmation records_trump"
    " ranks_jokers listed demo state jury? spent_numbers? binned? appeal_minutes? typed_twice? paper_signed? admission?"
    " frozen_after? revealed? cash_counts? format? prizes? final_at? starts_on ends_on ruleset notices? compared? logo?"
    " sponsors?",
    "notices": "number text last_deal round table until by",
    "entries": "number name club role status language initials_only surname? family? writes? price? paid? paid_how?"
    " waiting? no_show?",
    "rounds": "number stage deals draw published closed visible sit_out? withdrawal? exchanged? provisional_until?"
    " timer? tables",
    "timer": "minutes spent? since?",
    "tables": "number captain writer? closed seats deals deals_planned? ended? extra_minutes? substitutes? unscored?",
    "ended": "after reason averaged?",
    "substitutes": "seat from_deal entry",
    "deals": f"number result played? unwritten? annulled? points {COUNTED}",
    "unscored": f"number played? annulled? {COUNTED}",
    "corrected": "at reason",
    "decisions": "number kind article reason at by round table deal adjustments cancelled cancel_reason? internal?"
    " offence? ruling? about? contract? result? later? ends? redealt?",
    "appeals": "decision entry at by text? outcome? reason? replacement? settled_at? settled_by? seconded_by?",
    "corrections": "number at by reason changes tables",
    "cuts": "stage finalists decisions replaced? at by",
    "signatures": "round table number entry shown how accepted at deal? text? resolution? resolved_at?"
    " resolved_by? void?",
    "unsigned": "round table reason",
    "calls": "number round table reason at by deal? contract? about? taken_by? taken_at? ended_at? ended_by?"
    " withdrawn?",
    "cash_counts": "at by pieces float counted expected",
    "fees": "paid owed unpaid",
    "standings": "rank number points rounds adjustments bonus carried",
}
# Lists that are written in the order of their numbers.
SORTED = {"declarers", "about", "sit_out"}


def check_fields(row: Json, place: str = "") -> None:
    """Raises CheckError unless a row of an export, and every one inside it, has the fields it must have, in order."""
    for name, value in row.items():
        if name in SORTED and value != sorted(value):
            raise CheckError(f"The export: {place}{name}: it is not in order.")
        for inner in value if isinstance(value, list) else [value]:
            if name in KNOWN and isinstance(inner, dict):
                number = f" {inner['number']}" if "number" in inner else ""
                check_row(name, inner, inner_place := f"{place}{name}{number}, ")
                check_fields(inner, inner_place)


def check_row(name: str, row: Json, place: str) -> None:
    """Raises CheckError unless a row has the fields of rows of this name, in their order."""
    known = KNOWN[name].split()
    fields = [field.rstrip("?") for field in known]
    if unknown := sorted(row.keys() - set(fields)):
        raise CheckError(f"The export: {place}{unknown[0]}: there is no such field.")
    if missing := [field for field in known if field not in row and field[-1] != "?"]:
        raise CheckError(f"The export: {place}{missing[0]}: this field is missing.")
    if list(row) != [field for field in fields if field in row]:
        raise CheckError(f"The export: {place}its fields are not in the order in which Troel writes them.")


def fill_fields(usual: Json, row: Json) -> Json:
    """The fields of a row that `usual` has, each with its usual value where the row lacks it."""
    return {name: row.get(name, value) for name, value in usual.items()}


def facts_of(document: Json) -> Facts:
    """The facts in an export."""
    event, decisions = document["event"], enumerate(document["decisions"], 1)
    return {
        "plan": fill_fields(PLAN, event),
        "rules": event["ruleset"],
        "entries": {row["number"]: entry_facts(row) for row in document["entries"]},
        "rounds": {row["number"]: round_facts(row, event) for row in document["rounds"]},
        "decisions": {row.get("number", at): decision_facts(row) for at, row in decisions},
        "appeals": {appealing(row): fill_fields(APPEAL, row) for row in document.get("appeals", [])},
        "corrections": {row["number"]: fill_fields(CORRECTION, row) for row in document.get("corrections", [])},
        "cuts": {row["stage"]: fill_fields(CUT, row) for row in document.get("cuts", [])},
    }


def entry_facts(row: Json) -> Facts:
    """The facts of a player in an export; in DESK_FIELDS what few of them have."""
    return {**fill_fields(PERSON, row), "status": row["status"], **fill_fields(DESK_FIELDS, row)}


def round_facts(row: Json, event: Json) -> Facts:
    """The facts of a round in an export."""
    facts = {**fill_fields(ROUND, row), "sit_out": sorted(row.get("sit_out", []))}
    facts["deals"] = facts["deals"] or event["deals_per_round"]
    facts["timer"] = facts["timer"] and fill_fields(TIMER, facts["timer"])
    return {**facts, "tables": {table["number"]: table_facts(table, facts["deals"]) for table in row["tables"]}}


def table_facts(row: Json, deals: int) -> Facts:
    """The facts of a table in an export."""
    seats = {int(position): {1: entry} for position, entry in row["seats"].items()}
    for change in row.get("substitutes", []):
        seats[change["seat"]][change["from_deal"]] = change["entry"]
    written = [*row["deals"], *row.get("unscored", [])]
    return {
        "planned": row.get("deals_planned", deals),
        "ended": ended_facts(row["ended"]) if "ended" in row else None,
        "extra": row.get("extra_minutes", 0),
        "closed": row.get("closed", False),
        "seats": seats,
        "deals": {deal["number"]: deal_facts(deal, entered_in(deal)) for deal in written},
    }


def ended_facts(row: Json) -> Facts:
    """How a table was stopped early: its last deal, why, and whether those it did not play are averaged."""
    return {"after": row["after"], "reason": row["reason"], "averaged": "averaged" in row}


def entered_in(deal: Json) -> Json | None:
    """What the table entered: a file shows it apart (`played`) where a ruling changed it."""
    return None if deal.get("unwritten") else deal.get("played") or deal.get("result")


def deal_facts(deal: Json, entered: Json | None) -> Facts:
    """The facts of a deal. The jury's answer is a decision, and no part of what was entered."""
    counts = {name: deal.get(name, 0) for name in ("passes", "misdeals", "version")}
    result = {name: value for name, value in entered.items() if name != "jury"} if entered else None
    return {"entered": tidy(result), "announced": tidy(deal.get("announced")), **counts}


def decision_facts(row: Json) -> Facts:
    """The facts of a decision in an export."""
    return {**fill_fields(DECISION, row), "about": sorted(row.get("about", [])), "result": tidy(row.get("result"))}


def appealing(row: Json) -> str:
    """What an appeal is called."""
    return f"against decision {row['decision']} by player {row['entry']}"


def tidy(result: Json | None) -> Json | None:
    """A result without what goes without saying: no doubles, seats 1 to 4."""
    if result is None:
        return None
    ordered: Json = {**result, **{name: sorted(result[name]) for name in ("declarers", "seats") if name in result}}
    usual = {"doubles": 0, "seats": [1, 2, 3, 4]}
    return {name: value for name, value in ordered.items() if value != usual.get(name)}


def sits(table: Facts, position: int, deal: int) -> int:
    """Who sits at a position in a deal: the last substitute who had come by then."""
    entry: int = max((start, entry) for start, entry in table["seats"][position].items() if start <= deal)[1]
    return entry


def playing(table: Facts, deal: int) -> list[int]:
    """The positions that play a deal: all four; of five all but the dealer, and they deal in turn from the first."""
    positions = sorted(table["seats"])
    return positions if len(positions) < 5 else [at for at in positions if at != positions[(deal - 1) % 5]]


# ---- 3. The points of a deal ---------------------------------------------------------------------------------------
#
# The rule set in the file says what each contract gives. `settle` is "table" where declarers and opponents each have a
# column of their own, "shared" where each opponent pays the amount and the declarers share the sum. All the rest
# (which contracts, amounts, doubling, jury) are figures in the file: see `scoring/rulesets/` for where they are from.

ALL_TRICKS = 13
SUITS = ("H", "D", "C", "S")
# The contracts that every declarer makes alone, with exactly this many tricks. All others are made by the declaring
# side, with at least the number in their name.
EXACTLY = {"PM": 0, "PMT": 0, "PIC": 1, "P2": 2, "GM": 0, "GMT": 0}
MAX_DOUBLES, MAX_POINTS = 9, 1_000_000
FIELDS = {"contract", "declarers", "tricks", "trump", "jury", "doubles", "seats"}


def target(contract: str) -> int:
    """The tricks that a contract needs."""
    return EXACTLY[contract] if contract in EXACTLY else int(contract.lstrip("PCSTRA"))


def tricks_played(contract: str) -> int:
    """Before a petite misère everyone puts a card away."""
    return 12 if contract in ("PM", "PMT") else ALL_TRICKS


def uncalled(rules: Json, result: Json) -> bool:
    """Whether the deal gives nothing because the jury was not called before play (2018, articles 3 and 9)."""
    return result.get("contract") in rules["jury"] and result.get("jury") != "allowed"


def points_of(rules: Json, result: Json) -> dict[int, int]:
    """What a result gives each seat that played."""
    if rules["points_only"]:
        return {int(seat): points for seat, points in result["points"].items()}
    seats = result.get("seats", [1, 2, 3, 4])
    if uncalled(rules, result):
        return dict.fromkeys(seats, 0)
    line, declarers = rules["lines"][result["contract"]], result["declarers"]
    times = 1 + line.get("doubles", 0) + result.get("doubles", 0)
    if result["contract"] not in EXACTLY:
        return side_points(rules, result, seats, result["tricks"], times)
    successful = makers(result)
    if rules["together"] == "together":
        # A pair plays a personal contract together: it is made if each of them makes it, and then just made.
        won = target(result["contract"]) if successful == declarers else None
        return side_points(rules, result, seats, won, times)
    share = each_with_all if rules["settle"] == "shared" else each_alone
    return share(line, seats, {seat: seat in successful for seat in declarers}, times)


def makers(result: Json) -> list[int]:
    """The declarers who made their contract: each for themselves in a personal contract, otherwise all or none."""
    needed = target(result["contract"])
    if result["contract"] in EXACTLY:
        return [seat for seat in result["declarers"] if result["tricks"][str(seat)] == needed]
    return list(result["declarers"]) if result["tricks"] >= needed else []


def side_points(rules: Json, result: Json, seats: list[int], tricks: int | None, times: int) -> dict[int, int]:
    """A contract won or lost by the side; `tricks` is None where it is lost and they are not counted."""
    contract, declarers = result["contract"], result["declarers"]
    line, bonus = rules["lines"][contract], rules["all13"]
    all13 = bonus["mode"] if tricks == ALL_TRICKS and contract in bonus.get("contracts", []) else "none"
    if all13 == "double":
        times += 1  # doublings add up: twice doubled is three times
    short = 0 if tricks is None else target(contract) - tricks
    opponent = 0
    if tricks is None or short > 0:
        own = -(line["lost"] + line.get("under", 0) * short)
        if rules["settle"] == "table":
            opponent = several(line["opp"])[0] + line.get("opp_under", 0) * short
    else:
        own = bonus["points"] if all13 == "flat" else made_with(line, tricks, target(contract))
    if rules["settle"] == "shared":
        opponent, own = -own, own * (4 - len(declarers)) // len(declarers)
    return {seat: (own if seat in declarers else opponent) * times for seat in seats}


def made_with(line: Json, tricks: int, needed: int) -> int:
    """The value of a contract made: a list has an amount per trick more, the last for all beyond; else `over` each."""
    amounts = several(line["made"])
    over = min(tricks, line.get("over_to") or ALL_TRICKS) - needed
    return int(amounts[min(tricks - needed, len(amounts) - 1)] + line.get("over", 0) * over)


def each_alone(line: Json, seats: list[int], successes: dict[int, bool], times: int) -> dict[int, int]:
    """Every declarer wins or loses alone; only opponents gain from those who fail: each time, or by a list in all."""
    failed, gains = list(successes.values()).count(False), several(line["opp"])
    gain = failed * gains[0] if len(gains) == 1 else gains[failed - 1] if failed else 0
    own = {True: several(line["made"])[0], False: -line["lost"]}
    return {seat: (own[successes[seat]] if seat in successes else gain) * times for seat in seats}


def each_with_all(line: Json, seats: list[int], successes: dict[int, bool], times: int) -> dict[int, int]:
    """Every declarer settles with all three others, other declarers included."""
    total = dict.fromkeys(seats, 0)
    for declarer, won in successes.items():
        stake = (several(line["made"])[0] if won else -line["lost"]) * times
        for seat in seats:
            total[seat] += 3 * stake if seat == declarer else -stake
    return total


def several(amounts: Any) -> list[int]:
    """One amount or a list of them, as a list."""
    return amounts if isinstance(amounts, list) else [amounts]


def impossible(rules: Json, result: Json, seats: list[int]) -> str:
    """Why these seats cannot have had this result under these rules; "" if they can."""
    if result.get("seats", [1, 2, 3, 4]) != seats or not seats_possible(result.get("seats", seats), 4):
        return f"other seats than the {seats} that play it"
    if rules["points_only"]:
        return "" if points_possible(result, seats) else "points that cannot be"
    if not {"contract", "declarers", "tricks"} <= set(result) <= FIELDS or result["contract"] not in rules["lines"]:
        return "a contract that the rules do not have, or fields that no result has"
    contract, declarers = result["contract"], result["declarers"]
    line = rules["lines"][contract]
    trumps = {"none": (), "any": (*SUITS, "NT"), "suit": SUITS}[line["trump"]]
    answers = ("allowed", "not_called") if contract in rules["jury"] else ()
    fits = {
        "declarers": seats_possible(declarers, *several(line["declarers"])) and set(declarers) <= set(seats),
        "tricks": tricks_possible(contract, declarers, result["tricks"]),
        "trump": "trump" not in result or result["trump"] in trumps,
        "doubles": "doubles" not in result or (rules["doubles"] and whole(result["doubles"], 0, MAX_DOUBLES)),
        "jury": "jury" not in result or result["jury"] in answers,
    }
    return next((f"{name} that cannot be" for name, fit in fits.items() if not fit), "")


def seats_possible(seats: list[int], *sizes: int) -> bool:
    """Whether these are so many different seats."""
    return all(whole(seat, 1, 5) for seat in seats) and len(set(seats)) == len(seats) and len(seats) in sizes


def points_possible(result: Json, seats: list[int]) -> bool:
    """Whether each seat has points, where nothing else is entered."""
    points = result.get("points", {})
    each = all(whole(value, -MAX_POINTS, MAX_POINTS) for value in points.values())
    return set(result) <= {"points", "seats"} and set(points) == set(map(str, seats)) and each


def tricks_possible(contract: str, declarers: list[int], tricks: Any) -> bool:
    """Whether these tricks can be won; "lost" stands for any number that misses the target."""
    maximum = tricks_played(contract)
    if contract not in EXACTLY:
        return whole(tricks, 0, maximum)
    if set(tricks) != set(map(str, declarers)):
        return False
    sums = {0}
    for own in tricks.values():
        options = [n for n in range(maximum + 1) if n != EXACTLY[contract]] if own == "lost" else [own]
        if not all(whole(n, 0, maximum) for n in options):
            return False
        sums = {before + n for before in sums for n in options if before + n <= maximum}
    # Four declarers win all the tricks between them.
    return maximum in sums if len(declarers) == 4 else bool(sums)


def whole(value: Any, minimum: int, maximum: int) -> bool:
    """Whether this is a whole number in this range."""
    return type(value) is int and minimum <= value <= maximum


# ---- 4. What the jury made of a deal -------------------------------------------------------------------------------


@dataclass(frozen=True)
class CheckedOutcome:
    """A deal after the rulings on it; without a `result` nothing scores, but an annulled deal gives everybody 0."""

    result: Json | None
    annulled: bool
    points: dict[int, int]
    makers: dict[int, bool]

    @property
    def counts(self) -> bool:
        """Whether the deal is over: it has a result, or the jury annulled it."""
        return self.result is not None or self.annulled


def outcome(rules: Json, entered: Json | None, rulings: list[Facts], seats: list[int]) -> CheckedOutcome:
    """What was entered, as the rulings in force leave it (2018, articles 3, 5 and 9); later ones override earlier."""
    result, annulled = entered, False
    answers: dict[int, str] = {}
    for ruling in rulings:
        answer_code, about = ruling["ruling"], ruling["about"]
        if answer_code == "result" and ruling["result"] is not None:
            result, annulled = ruling["result"], False
            answers = dict.fromkeys(result["declarers"], result["jury"]) if "jury" in result else {}
        elif answer_code == "annulled":
            annulled = True
            answers = {seat: answer for seat, answer in answers.items() if answer != "refused"}
        elif result is not None and spoken_of(ruling, result) == result.get("contract"):
            if answer_code == "refused" and not about:  # an answer of earlier releases, to the whole table
                result, annulled = None, False
            else:
                answers |= dict.fromkeys(about or result.get("declarers", []), answer_code)
    answer = one_answer(answers, result)
    if result is None or answer == "refused":  # a refused player must pass: what was entered cannot have been played
        annulled = annulled and result is None
        return CheckedOutcome(None, annulled, dict.fromkeys(seats, 0) if annulled else {}, {})
    if not annulled and waits(rules, result, answer, rulings):
        return CheckedOutcome(None, False, {}, {})
    return score_result(rules, {**result, "jury": answer} if answer else result, annulled)


def waits(rules: Json, result: Json, answer: str, rulings: list[Facts]) -> bool:
    """Whether the jury has not answered for every declarer, or one who had to pass was entered as a declarer."""
    ruled = any(ruling["result"] is not None or ruling["ruling"] == "not_called" for ruling in rulings)
    passed = must_pass(rulings) & {*result.get("declarers", [])}
    return (result.get("contract") in rules["jury"] and not answer) or bool(passed and not ruled)


def spoken_of(ruling: Facts, result: Json) -> Any:
    """The contract that an answer of the jury is about."""
    return ruling["contract"] or ("" if ruling["ruling"] == "refused" else result.get("contract"))


def one_answer(answers: dict[int, str], result: Json | None) -> str:
    """The jury answers per player: refused to one is refused; allowed only if every declarer is."""
    seat_answers = [answers.get(seat, "") for seat in result["declarers"]] if result and answers else [""]
    return next((answer for answer in ("refused", "not_called", "") if answer in seat_answers), "allowed")


def score_result(rules: Json, result: Json, annulled: bool) -> CheckedOutcome:
    """The points of a result, and which declarers made their contract, which decides ties."""
    if result.get("contract") not in rules["jury"]:
        result = {name: value for name, value in result.items() if name != "jury"}
    points = points_of(rules, result)
    if annulled:
        return CheckedOutcome(result, True, dict.fromkeys(points, 0), {})
    if rules["points_only"] or uncalled(rules, result):
        return CheckedOutcome(result, False, points, {})
    successful = makers(result)
    if rules["together"] == "together" and successful != result["declarers"]:
        successful = []
    return CheckedOutcome(result, False, points, {seat: seat in successful for seat in result["declarers"]})


def in_force(decisions: Facts) -> frozenset[int]:
    """The numbers of the decisions that count: not cancelled, and ended by none that is not cancelled."""
    ended = {number for decision in decisions.values() if not decision["cancelled"] for number in decision["ends"]}
    return frozenset(number for number, decision in decisions.items() if not decision["cancelled"]) - ended


def rulings_on(facts: Facts, round: int, table: int) -> dict[int, list[Facts]]:
    """The rulings in force at a table, by deal: what the table itself said of the jury first, then by number."""
    by_deal: dict[int, list[Facts]] = {}
    counting = in_force(facts["decisions"])
    for number, decision in sorted(facts["decisions"].items(), key=lambda row: (row[1]["kind"] != "jury_call", row[0])):
        at_table = (decision["round"], decision["table"]) == (round, table)
        if not (at_table and number in counting and decision["ruling"] and decision["deal"]):
            continue
        if decision.get("redealt") is None or decision["redealt"] == redealt(facts, decision):
            by_deal.setdefault(decision["deal"], []).append(decision)
    return by_deal


def redealt(facts: Facts, decision: Facts) -> int:
    """How often the deal of a ruling has been dealt again: what the jury said of an earlier hand binds no more."""
    deal = facts["rounds"][decision["round"]]["tables"][decision["table"]]["deals"].get(decision["deal"], EMPTY_DEAL)
    return int(deal["passes"] + deal["misdeals"])


def must_pass(rulings: list[Facts]) -> set[int]:
    """Who was refused a contract in this hand and allowed none since: declarer of nothing in it (2018, 3 and 9)."""
    passing: set[int] = set()
    for ruling in rulings:
        if ruling.get("redealt") is not None:
            passing = passing | {*ruling["about"]} if ruling["ruling"] == "refused" else passing - {*ruling["about"]}
    return passing


def outcomes(facts: Facts, round: int, number: int) -> dict[int, CheckedOutcome]:
    """The deals of a table in which anything was written or ruled."""
    table, rulings = facts["rounds"][round]["tables"][number], rulings_on(facts, round, number)
    entered = {deal: row["entered"] for deal, row in table["deals"].items()}
    return {
        deal: outcome(facts["rules"], entered.get(deal), rulings.get(deal, []), playing(table, deal))
        for deal in sorted(entered.keys() | rulings.keys())
    }


def check_deals(document: Json, facts: Facts) -> int:
    """Every deal of an export; returns how many. Raises CheckError at the first whose points do not follow."""
    count = 0
    for round in document["rounds"]:
        for table in round["tables"]:
            place = f"Round {round['number']}, table {table['number']}"
            with reading(place):
                count += check_table(
                    place,
                    table,
                    facts["rounds"][round["number"]]["tables"][table["number"]],
                    facts,
                    outcomes(facts, round["number"], table["number"]),
                )
                averages = {int(entry): won for entry, won in table.get("ended", {}).get("averaged", {}).items()}
                expected = averages_of(facts, round["number"], table["number"])
                if averages != expected:
                    raise CheckError(
                        f"{place}: deals not played: expected {value_text(expected)}, found {value_text(averages)}."
                    )
    return count


def check_table(place: str, written: Json, table: Facts, facts: Facts, deal_outcomes: dict[int, CheckedOutcome]) -> int:
    """The deals of one table, as they are written and as they follow."""
    scoring = {deal["number"]: deal for deal in written["deals"]}
    others = {deal["number"]: deal for deal in written.get("unscored", [])}
    if (
        len(scoring) + len(others) != len(written["deals"]) + len(written.get("unscored", []))
        or scoring.keys() & others.keys()
    ):
        raise CheckError(f"{place}: a deal is in the file twice.")
    for number, outcome in deal_outcomes.items():
        deal = f"{place}, deal {number}"
        written_deal = (scoring if outcome.result is not None else others).get(number)
        if written_deal is None and outcome.counts:
            raise CheckError(f"{deal}: it is not in the file, although the decisions settle it.")
        if written_deal is None and number in scoring:
            raise CheckError(f"{deal}: it has a result, although the jury refused it or has not answered yet.")
        with reading(deal):
            check_deal(deal, written_deal or {}, table, number, outcome, facts)
    return len(scoring)


def check_deal(place: str, written: Json, table: Facts, number: int, outcome: CheckedOutcome, facts: Facts) -> None:
    """One deal: its result after the rulings, and the points of each player."""
    entered = table["deals"][number]["entered"] if number in table["deals"] else None
    result = outcome.result
    for checked in (entered, result):
        reason = impossible(facts["rules"], checked, playing(table, number)) if checked is not None else ""
        if reason:
            raise CheckError(f"{place}: the result {checked} has {reason}.")
    bare = {name: value for name, value in (result or {}).items() if name != "jury"}
    expected = {
        "result": result,
        "played": entered if entered is not None and (result is None or bare != entered) else None,
        "unwritten": (result is not None and entered is None) or None,
        "annulled": outcome.annulled or (result is not None and uncalled(facts["rules"], result)) or None,
    }
    for name, value in expected.items():
        value_found = tidy(written.get(name)) if name in ("result", "played") else written.get(name)
        if value_found != value:
            raise CheckError(f"{place}: {name}: expected {value_text(value)}, found {value_text(value_found)}.")
    points = {sits(table, seat, number): won for seat, won in outcome.points.items()} if result is not None else {}
    written_points = {int(entry): won for entry, won in written.get("points", {}).items()}
    for entry in sorted(points.keys() | written_points.keys()):
        if points.get(entry) != written_points.get(entry):
            contrast = f"expected {value_text(points.get(entry))} points, found {value_text(written_points.get(entry))}"
            raise CheckError(f"{place}, player {entry}: {contrast}.")


def value_text(value: Any) -> str:
    """A value in a sentence."""
    text = "nothing" if value is None or value == {} else str(value)
    return text if len(text) <= 200 else text[:199] + "…"


@contextmanager
def reading(place: str) -> Iterator[None]:
    """Turns what goes wrong while something of another form is read into a difference at this place."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise CheckError(f"{place}: this is not in the form of a championship ({error!r}).") from error


# ---- 5. The ranking ------------------------------------------------------------------------------------------------
#
# The points of an entry are those of its deals, the bonus for its places at tables, adjustments by decisions, and what
# it carried into a final. An event has one section before the first cut and one per final that has begun. Finalists
# rank above all others; those keep the points of the last section they played.


@dataclass
class CheckedShare:
    """What an entry has from a table or a round; `best` is None until a deal gave it something, even if that was 0."""

    points: int = 0
    bonus: int = 0
    contracts_made: int = 0
    contracts_lost: int = 0
    best: int | None = None
    deals: int = 0
    # The part of the points that is for deals which nobody played.
    averaged: int = 0

    def add(self, other: "CheckedShare") -> None:
        """Adds what another table gave."""
        bests = [best for best in (self.best, other.best) if best is not None]
        self.points += other.points
        self.bonus += other.bonus
        self.contracts_made += other.contracts_made
        self.contracts_lost += other.contracts_lost
        self.best = max(bests, default=None)
        self.deals += other.deals
        self.averaged += other.averaged


@dataclass
class CheckedSection:
    """The rounds between two cuts; `players` is None where everybody plays."""

    first: int
    rounds: list[int]
    from_zero: bool = False
    players: frozenset[int] | None = None
    decisions: int = 0


def stages_of(facts: Facts) -> list[Json]:
    """The stages of the format; without any, all planned rounds are one."""
    usual = [{"kind": "preliminary", "rounds": facts["plan"]["planned_rounds"]}]
    stages: list[Json] = facts["plan"]["format"].get("stages") or usual
    return stages


def first_round(stages: list[Json], stage: int) -> int:
    """The number of the first round of a stage; stages count from 1."""
    return 1 + sum(int(before["rounds"]) for before in stages[: stage - 1])


def bonus_in(facts: Facts, round: int) -> list[int]:
    """What the places at a table give in a round: by its stage, or else by the format. Later rounds are of the last."""
    stages = stages_of(facts)
    at = max(number for number in range(1, len(stages) + 1) if number == 1 or first_round(stages, number) <= round)
    own: list[int] = stages[at - 1].get("bonus", facts["plan"]["format"].get("bonus", []))
    return own


def shares_of(facts: Facts, round: int, number: int) -> dict[int, CheckedShare]:
    """What a table gave to everyone who sat there."""
    table, bonus = facts["rounds"][round]["tables"][number], bonus_in(facts, round)
    shares = {entry: CheckedShare() for changes in table["seats"].values() for entry in changes.values()}
    totals = dict.fromkeys(table["seats"], 0)
    played_by: dict[int, list[int]] = {position: [] for position in table["seats"]}
    deal_outcomes = {deal: each for deal, each in outcomes(facts, round, number).items() if deal <= last_deal(table)}
    for deal, outcome in deal_outcomes.items():
        for position, points in outcome.points.items():
            entry, success = sits(table, position, deal), outcome.makers.get(position)
            shares[entry].add(CheckedShare(points, 0, success is True, success is False, points, 1))
            totals[position] += points
            played_by[position].append(entry)
    if bonus and over(facts, round, table, deal_outcomes):
        add_bonus(shares, totals, played_by, bonus)
    for entry, points in averages_of(facts, round, number).items():
        shares[entry].points += points
        shares[entry].averaged += points
    return shares


def last_deal(table: Facts) -> int:
    """The last deal of a table, which may have been stopped early."""
    last: int = table["ended"]["after"] if table["ended"] else table["planned"]
    return last


def over(facts: Facts, round: int, table: Facts, deal_outcomes: dict[int, CheckedOutcome]) -> bool:
    """Whether every deal of a table counts, or its round was closed without some of them."""
    count = sum(outcome.counts for outcome in deal_outcomes.values())
    return count == last_deal(table) or bool(facts["rounds"][round]["closed"] and count)


def averages_of(facts: Facts, round: int, number: int) -> dict[int, int]:
    """What the players of a table that was stopped early get for the deals it did not play, where they are averaged.

    For each deal that they would have played, the average of their own deals at this table; the sum is rounded down.
    """
    table = facts["rounds"][round]["tables"][number]
    if not (table["ended"] and table["ended"]["averaged"]):
        return {}
    deal_outcomes = {deal: each for deal, each in outcomes(facts, round, number).items() if deal <= last_deal(table)}
    if not over(facts, round, table, deal_outcomes):
        return {}
    own: dict[int, list[int]] = {}
    for deal, outcome in deal_outcomes.items():
        for position, points in outcome.points.items():
            own.setdefault(sits(table, position, deal), []).append(points)
    rest = range(last_deal(table) + 1, table["planned"] + 1)
    missed = [sits(table, position, deal) for deal in rest for position in playing(table, deal)]
    return {n: sum(own[n]) * missed.count(n) // len(own[n]) for n in sorted(set(missed)) if n in own}


def add_bonus(
    shares: dict[int, CheckedShare], totals: dict[int, int], played_by: dict[int, list[int]], bonus: list[int]
) -> None:
    """The bonus of each seat's place at the table: those tied share the mean; substitutes by their deals; rounded down.

    Everyone who sat there takes up a place, ranked or not.
    """
    for position, total in totals.items():
        above = sum(other > total for other in totals.values())
        ties = sum(other == total for other in totals.values())
        mean = sum(bonus[above : above + ties]) // ties
        for entry in set(played_by[position]):
            shares[entry].bonus += mean * played_by[position].count(entry) // len(played_by[position])


def sections_of(facts: Facts, counting: list[int], latest: int) -> list[CheckedSection]:
    """The sections; a cut counts once all rounds before its final do, and from the first deal of its final on."""
    stages = stages_of(facts)
    sections = [CheckedSection(1, [])]
    for stage, cut in sorted(facts["cuts"].items()):
        first = first_round(stages, stage)
        if stages[stage - 1]["kind"] == "final" and set(range(1, first)) <= set(counting) and first <= latest:
            zero = stages[stage - 1].get("points") == "zero"
            sections.append(CheckedSection(first, [], zero, frozenset(cut["finalists"]), cut["decisions"]))
    for section, following in zip(sections, [*sections[1:], None], strict=True):
        section.rounds = [n for n in counting if n >= section.first and (not following or n < following.first)]
    return sections


def ranked_entries(facts: Facts, counting: list[int]) -> list[int]:
    """Who is ranked: everybody with a place in a round that counts, but nobody who left or was excluded.

    A joker fills up a table and is ranked only where the organiser says so (2018, article 7).
    """
    ranked, entries = facts["plan"]["ranks_jokers"], facts["entries"]
    return [n for n in playing_entries(facts, counting) if ranked or entries[n]["role"] == "competitor"]


def playing_entries(facts: Facts, counting: list[int]) -> list[int]:
    """Those with a place in a round that counts, but nobody who left or was excluded."""
    players = {entry for n in counting for entry in facts["rounds"][n]["sit_out"]}
    for n in counting:
        for table in facts["rounds"][n]["tables"].values():
            players.update(entry for changes in table["seats"].values() for entry in changes.values())
    return sorted(n for n in players if facts["entries"][n]["status"] not in ("withdrawn", "excluded"))


def adjustments_of(facts: Facts, entry: int, sections: list[CheckedSection], own: int) -> list[int]:
    """What decisions gave an entry in each of its sections.

    A decision about a round belongs to that round's section, and counts for nothing if the entry does not play it. Any
    other belongs to the section in which it was taken, or to the last one that the entry plays.
    """
    sums = [0] * own
    counting = in_force(facts["decisions"])
    for number, decision in facts["decisions"].items():
        points = decision["adjustments"].get(str(entry), 0)
        if number not in counting or not points:
            continue
        if decision["round"] is None:
            at = min(own - 1, sum(section.decisions < number for section in sections[1:]))
        else:
            at = sum(section.first <= decision["round"] for section in sections[1:])
        if at < own:
            sums[at] += points
    return sums


def ranking(facts: Facts) -> list[Json]:
    """The ranking as a file lists it."""
    groups: list[list[tuple[tuple[Any, ...], Json]]] = []
    for last, place, values in tallies_of(facts, ranked_entries):
        ties = tuple(
            tie_value(name, values, facts["plan"]["lot_seed"], place["number"]) for name in facts["plan"]["tie_breaks"]
        )
        groups += [[] for _section in range(last + 1 - len(groups))]
        groups[last].append(((-place["points"], *ties), place))
    return [place for group in in_order(reversed(groups)) for place in group]


def tallies_of(
    facts: Facts, choose: Callable[[Facts, list[int]], list[int]]
) -> Iterator[tuple[int, Json, list[CheckedShare]]]:
    """What `tally_entry` gives for the entries that are chosen, by the rounds that count."""
    counting = sorted(number for number, round in facts["rounds"].items() if round["published"])
    shares: dict[int, dict[int, CheckedShare]] = {}
    for round in counting:
        for table in facts["rounds"][round]["tables"]:
            for entry, share in shares_of(facts, round, table).items():
                shares.setdefault(entry, {}).setdefault(round, CheckedShare()).add(share)
    played = [n for rounds in shares.values() for n, share in rounds.items() if share.best is not None]
    sections = sections_of(facts, counting, max(played, default=0))
    for number in choose(facts, counting):
        yield tally_entry(facts, number, shares.get(number, {}), sections, counting)


def tally_entry(
    facts: Facts, number: int, shares: dict[int, CheckedShare], sections: list[CheckedSection], counting: list[int]
) -> tuple[int, Json, list[CheckedShare]]:
    """The last section that an entry plays, its place without the rank, and the rounds that tie-breaks look at."""
    own = next(
        (at for at, section in enumerate(sections) if section.players is not None and number not in section.players),
        len(sections),
    )
    sums, carried, values = adjustments_of(facts, number, sections, own), 0, list[CheckedShare]()
    place: Json = {}
    for section, adjustments in zip(sections, sums, strict=False):
        if section.from_zero:
            carried, values = 0, []
        played = {n: shares[n] for n in section.rounds if n in shares and shares[n].best is not None}
        points = {n: share.points for n, share in played.items()}
        bonus = sum(share.bonus for share in played.values())
        if facts["plan"]["format"].get("sit_out") == "average" and played:
            # A round sat out gives the average of the rounds played, rounded down.
            average = (sum(points.values()) + bonus) // len(played)
            points |= {n: average for n in section.rounds if number in facts["rounds"][n]["sit_out"]}
        values += played.values()
        total = sum(points.values()) + bonus + adjustments + carried
        rounds = [points.get(n, 0) for n in counting]
        parts = {"rounds": rounds, "adjustments": adjustments, "bonus": bonus, "carried": carried}
        place, carried = {"number": number, "points": total, **parts}, total
    return own - 1, place, values


def tie_value(name: str, shares: list[CheckedShare], seed: str, number: int) -> Any:
    """The value of a tie criterion, turned so that the lowest is best; who has no round or deal comes last."""
    if name == "lot":  # the seed was sealed when the event was made
        return hashlib.sha256(f"{seed}{number}".encode()).hexdigest()
    nothing = float("inf")
    return {
        "contracts_made": -sum(share.contracts_made for share in shares),
        "fewest_lost": sum(share.contracts_lost for share in shares),
        "best_round": min((-share.points for share in shares), default=nothing),
        "best_deal": min((-share.best for share in shares if share.best is not None), default=nothing),
    }[name]


def in_order(sections: Iterable[list[tuple[tuple[Any, ...], Json]]]) -> Iterator[list[Json]]:
    """Each group by its keys, after the groups before it; equals share a rank (1 2 2 4), and stand by number."""
    before = 0
    for section in sections:
        keys = [key for key, _place in section]
        ordered = sorted(section, key=lambda keyed: (keyed[0], keyed[1]["number"]))
        yield [{"rank": before + 1 + sum(other < key for other in keys), **place} for key, place in ordered]
        before += len(section)


def check_ranking(document: Json, facts: Facts) -> int:
    """The standings of an export; returns how many are ranked. Raises CheckError at the first place that differs."""
    expected, standings = ranking(facts), document["standings"]
    known = {place["number"]: place for place in expected}
    for place in standings:
        if place["number"] not in known:
            raise CheckError(f"The ranking: player {place['number']} is in it, and should not be ranked.")
        for name, value in known[place["number"]].items():
            if place.get(name) != value:
                contrast = f"expected {value_text(value)}, found {value_text(place.get(name))}"
                raise CheckError(f"The ranking, player {place['number']}: {name}: {contrast}.")
    for at, place in enumerate(expected):
        listed = standings[at]["number"] if at < len(standings) else None
        if listed != place["number"]:
            contrast = f"expected player {place['number']}, found {value_text(listed)}"
            raise CheckError(f"The ranking, line {at + 1} (rank {place['rank']}): {contrast}.")
    if len(standings) > len(expected):
        raise CheckError(f"The ranking: player {standings[len(expected)]['number']} is in it twice.")
    return len(expected)


def check_fees(document: Json) -> None:
    """The totals of fees in an export, where it has them. Raises CheckError if they do not follow from its entries."""
    prices = {price["name"]: price["cents"] for price in document["event"].get("admission", {}).get("prices", [])}
    totals: Json = {"paid": 0, "owed": 0, "unpaid": []}
    for entry in document["entries"]:
        price = entry.get("price", "")
        if not prices or (entry["role"] == "joker" and not price):
            continue
        totals["paid"] += entry.get("paid", 0)
        owed = 0 if entry.get("paid_how") else prices.get(price, next(iter(prices.values())))
        if owed and entry["status"] not in ("withdrawn", "excluded"):
            totals["owed"] += owed
            totals["unpaid"].append(entry["number"])
    if document.get("fees", totals) != totals:
        raise CheckError(f"The export: fees: expected {value_text(totals)}, found {value_text(document['fees'])}.")


def read_export(content: bytes) -> Json:
    """An export; raises CheckError if it is not in the form in which Troel writes it: nothing in it is said twice."""
    document = parse_object(content, "The export")
    if (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode(errors="replace") != content:
        raise CheckError("The export is not written as Troel writes it, to the byte.")
    return document


def check_export(document: Json) -> Iterator[str]:
    """Checks an export by itself; gives what was proved. Raises CheckError at the first figure that does not follow."""
    with reading("The export"):
        if document.get("format") != "troel/1":
            raise CheckError("The export is not in the format troel/1.")
        check_fields(document)
        facts = facts_of(document)
        for name in ("entries", "rounds", "decisions", "appeals", "corrections", "cuts"):
            if len(facts[name]) != len(document.get(name, [])):
                raise CheckError(f"The export: two of its {name} have the same number.")
        deals, players = check_deals(document, facts), check_ranking(document, facts)
        check_fees(document)
    summary = f"{deals} deals give the points in the file, with {len(facts['decisions'])} decisions"
    yield f"The export: {summary}; the ranking of {players} players follows from them."


# ---- 6. The facts by the logbook -----------------------------------------------------------------------------------
#
# Each sealed line is one act. Carried out one after the other, they give the same facts as the export. Lines that have
# no bearing on them (who may do what, links, phones, signatures, calls, pictures) are passed over by name.

PASSED_OVER = {
    "grant_role", "revoke_role", "plays_as", "promise_draw", "compare_rules", "set_logo", "remove_logo", "set_sponsors",
    "remove_sponsors", "set_room",
    "bin_event", "restore_event", "choose_captain", "take_table", "renew_link", "renew_personal_link", "dispute",
    "call", "withdraw_call", "take_call", "settle_call", "say_restored", "verify_table", "keep_picture",
}  # fmt: skip
EMPTY_DEAL: Json = {"entered": None, "announced": None, "passes": 0, "misdeals": 0, "version": 0}
# What a text is in the facts once it was emptied, in the logbook: no more can be said of it.
EMPTIED = object()


class Replay:
    """The facts as the lines of a logbook give them; texts are digests until `finish`."""

    def __init__(self) -> None:
        self.plan: Json = dict(PLAN)
        self.rules: Json = {}
        self.entries: Facts = {}
        self.rounds: Facts = {}
        self.decisions: Facts = {}
        self.appeals: Facts = {}
        self.corrections: Facts = {}
        self.cuts: Facts = {}

    def carry_out(self, line: Json) -> None:
        """Carries out one line; raises CheckError if no act of this name is known."""
        act, place = line["act"], f"Line {line['sequence']} of the logbook ({line['act']})"
        if act in PASSED_OVER:
            return
        if not hasattr(self, f"_on_{act}"):
            raise CheckError(f"{place}: this program does not know this act.")
        with reading(place):
            getattr(self, f"_on_{act}")(line["facts"], line)

    def finish(self, book: Logbook) -> None:
        """Puts the texts of the appendix in place of their digests, and the entries into the form of an export."""
        self.plan["slug"] = book.head["slug"]
        tables = [table for round in self.rounds.values() for table in round["tables"].values()]
        for row, names in [
            (self.plan, ("name", "place")),
            *((entry, ("name", "club", "surname", "family")) for entry in self.entries.values()),
            *((decision, ("reason", "cancel_reason")) for decision in self.decisions.values()),
            *((appeal, ("text", "reason")) for appeal in self.appeals.values()),
            *((correction, ("reason",)) for correction in self.corrections.values()),
            *((table["ended"], ("reason",)) for table in tables if table["ended"]),
        ]:
            row.update({name: (book.texts.get(row[name]) or EMPTIED) if row[name] else "" for name in names})
        notices = self.plan["notices"]
        words = book.texts
        self.plan["notices"] = [
            {**notice, "text": notice["text"] and words.get(notice["text"], EMPTIED)} for notice in notices
        ]
        if account := self.plan["admission"].get("account"):
            self.plan["admission"] = {**self.plan["admission"], "account": words.get(account, "")}
        for row in self.plan["prizes"].get("lists", []):
            texts = {name: [book.texts.get(text, "") for text in row.get(name, [])] for name in ("prizes", "clubs")}
            row.update(texts, name=book.texts.get(row["name"], ""))
        dated = (self.decisions, self.appeals, self.corrections, self.cuts)
        for row in (row for rows in dated for row in rows.values()):
            for name in {"at", "settled_at"} & {name for name, value in row.items() if value}:
                row[name] = datetime.fromisoformat(row[name]).astimezone(UTC).isoformat()
        for row, name in [(self.plan, "final_at"), *((row, "provisional_until") for row in self.rounds.values())]:
            row[name] = row[name] and datetime.fromisoformat(row[name]).astimezone(UTC).isoformat()
        for timer in (row["timer"] for row in self.rounds.values() if row["timer"] and row["timer"]["since"]):
            timer["since"] = datetime.fromisoformat(timer["since"]).astimezone(UTC).isoformat()
        self.entries = {number: with_status(entry) for number, entry in self.entries.items()}

    # The event

    def _on_make_event(self, facts: Json, line: Json) -> None:
        self.plan.update(demo=facts["demo"], lot_seed=facts["lot_seed"])
        self._on_change_event(facts, line)

    def _on_change_event(self, facts: Json, _line: Json) -> None:
        self.plan |= {name: value for name, value in facts["plan"].items() if name in PLAN}
        self.rules = facts["plan"]["rules"]

    def _on_change_state(self, facts: Json, _line: Json) -> None:
        self.plan["state"] = facts["state"]

    def _on_declare_final(self, _facts: Json, line: Json) -> None:
        self.plan["final_at"] = line["at"]

    def _on_take_back_final(self, _facts: Json, _line: Json) -> None:
        self.plan["final_at"] = None

    def _on_freeze_ranking(self, facts: Json, _line: Json) -> None:
        self.plan.update(frozen_after=facts["after"], revealed=0)

    def _on_reveal_places(self, facts: Json, _line: Json) -> None:
        self.plan["revealed"] = facts["places"]

    def _on_set_prizes(self, facts: Json, _line: Json) -> None:
        self.plan["prizes"] = facts["prizes"]

    def _on_enlist(self, facts: Json, _line: Json) -> None:
        for at, row in enumerate(self.plan["prizes"]["lists"], 1):
            if row["of"] == "players":
                others = set(row["members"]) - {facts["number"]}
                row["members"] = sorted(others | ({facts["number"]} if at in facts["lists"] else set()))

    def _on_change_rules(self, facts: Json, _line: Json) -> None:
        self.rules = facts["rules"]

    def _on_correct_rules(self, facts: Json, line: Json) -> None:
        self.rules = facts["rules"]
        row = {**facts, "tables": facts["told"], "by": line["by"], "at": line["at"]}
        self.corrections[facts["number"]] = fill_fields(CORRECTION, row)

    def _on_set_format(self, facts: Json, _line: Json) -> None:
        self.plan.update(format=facts["format"], planned_rounds=facts["planned_rounds"])

    def _on_set_admission(self, facts: Json, _line: Json) -> None:
        self.plan["admission"] = facts["admission"]

    def _on_import_event(self, facts: Json, line: Json) -> None:
        """A whole championship from a file: its facts, in nearly the same form as in an export."""
        for table in (table for round in facts["rounds"] for table in round["tables"]):
            table["deals"] = [
                {**deal, **deal["counts"], "played": deal["result"], "result": None} for deal in table["deals"]
            ]
        rows = [{"by": line["by"], **decision} for decision in facts["decisions"]]
        imported = facts_of({**facts, "decisions": rows})
        for entry in imported["entries"].values():
            entry |= {flag: entry["status"] == flag for flag in ("present", "withdrawn", "excluded")}
        self.__dict__.update(imported)

    def keep_notices(self, stays: Callable[[Json], bool]) -> None:
        """Keeps the announcements that stay."""
        self.plan["notices"] = [notice for notice in self.plan["notices"] if stays(notice)]

    def _on_post_notice(self, facts: Json, line: Json) -> None:
        at = datetime.fromisoformat(line["at"])
        self.keep_notices(lambda notice: not notice["until"] or datetime.fromisoformat(notice["until"]) > at)
        usual = {"text": "", "last_deal": False, "round": None, "table": None, "until": None}
        self.plan["notices"].append({"number": facts["notice"], "by": line["by"], **fill_fields(usual, facts)})

    def _on_take_back_notice(self, facts: Json, _line: Json) -> None:
        self.keep_notices(lambda notice: notice["number"] != facts["notice"])

    # People

    def _on_add_entries(self, facts: Json, _line: Json) -> None:
        state = {"present": facts.get("present", False), "withdrawn": False, "excluded": False, **DESK_FIELDS}
        self.entries |= {row["number"]: {**fill_fields(PERSON, row), **state} for row in facts["entries"]}

    def _on_register(self, facts: Json, line: Json) -> None:
        self._on_add_entries({"entries": [facts["entry"]]}, line)
        waiting = facts.get("waiting", 0)
        changes = {"present": facts["present"], "withdrawn": waiting > 0, "waiting": waiting}
        changes["price"] = facts.get("price", "")
        self.entries[facts["entry"]["number"]].update(changes)

    def _on_set_fee(self, facts: Json, _line: Json) -> None:
        changes = {"price": facts["price"], "paid": facts["paid"], "paid_how": facts["how"]}
        self.entries[facts["number"]].update(changes)

    def _on_count_cash(self, facts: Json, line: Json) -> None:
        at = datetime.fromisoformat(line["at"]).astimezone(UTC).isoformat()
        self.plan["cash_counts"] = [*self.plan["cash_counts"], {"at": at, "by": line["by"], **facts}]

    def _on_move_up(self, facts: Json, _line: Json) -> None:
        self.entries[facts["number"]].update(withdrawn=False, waiting=0)

    def _on_change_entry(self, facts: Json, _line: Json) -> None:
        self.entries[facts["number"]].update(fill_fields(PERSON, facts))

    def _on_import_people(self, facts: Json, line: Json) -> None:
        self._on_add_entries(facts, line)
        for row in facts["corrected"]:
            self._on_change_entry(row, line)

    def _on_rename_clubs(self, facts: Json, _line: Json) -> None:
        for number in facts["numbers"]:
            self.entries[number]["club"] = facts["club"]

    def _on_check_in(self, facts: Json, _line: Json) -> None:
        self.entries[facts["number"]]["present"] = facts["present"]

    def _on_check_in_all(self, facts: Json, _line: Json) -> None:
        for number in facts["entries"]:
            self.entries[number]["present"] = True

    def _on_withdraw(self, facts: Json, _line: Json) -> None:
        self.entries[facts["number"]].update(withdrawn=True, waiting=0)

    def _on_readmit(self, facts: Json, _line: Json) -> None:
        self.entries[facts["number"]].update(withdrawn=False, no_show=0, waiting=0)

    def _on_close_desk(self, facts: Json, _line: Json) -> None:
        for number in facts["entries"]:
            self.entries[number].update(withdrawn=True, no_show=facts["closing"])

    def _on_reopen_desk(self, facts: Json, _line: Json) -> None:
        for number in facts["entries"]:
            self.entries[number].update(withdrawn=False, no_show=0)

    def _on_exclude(self, facts: Json, line: Json) -> None:
        self.entries[facts["number"]]["excluded"] = True
        self.decide({**facts, "kind": "exclusion", "adjustments": {str(facts["number"]): 0}}, line)

    def _on_delete_entry(self, facts: Json, _line: Json) -> None:
        del self.entries[facts["number"]]

    def _on_anonymise(self, facts: Json, _line: Json) -> None:
        for number in facts["numbers"]:
            self.entries[number] |= {"name": "", "surname": "", "family": ""}

    # Rounds and seats

    def _on_draw_rounds(self, facts: Json, _line: Json) -> None:
        numbers, drawn = sorted(facts["players"]), facts["document"]
        resting = drawn.get("resting") or [[] for _round in drawn["rounds"]]
        for at, (tables, rest) in enumerate(zip(drawn["rounds"], resting, strict=True)):
            seats = [[numbers[player - 1] for player in table] for table in tables]
            round_facts = {**facts, "draw": facts["kind"], "sit_out": [numbers[player - 1] for player in rest]}
            self.seat(facts["first"] + at, round_facts, seats)

    def _on_seat_round(self, facts: Json, _line: Json) -> None:
        self.seat(facts["round"], facts, [table["seats"] for table in facts["tables"]])

    def seat(self, number: int, facts: Json, seats: list[list[int]]) -> None:
        """A new round."""
        row = {
            **fill_fields(ROUND, facts),
            "published": False,
            "sit_out": sorted(facts.get("sit_out", [])),
            "tables": {},
        }
        for table, people in enumerate(seats, 1):
            deals = facts.get("deals_at_five") if len(people) > 4 else None
            row["tables"][table] = new_table(people, deals or facts["deals"])
        self.rounds[number] = row

    def _on_reseat(self, facts: Json, _line: Json) -> None:
        for seating in facts["seated"]:
            row = self.rounds[seating["round"]]
            for table in seating["tables"]:
                self.reseat_table(seating["round"], table)
            if "sit_out" in seating:
                row["sit_out"] = sorted(seating["sit_out"])

    def reseat_table(self, round: int, seating: Json) -> None:
        """Other players at a table, which may be new, or removed with its last player."""
        tables, number = self.rounds[round]["tables"], seating["number"]
        if not seating["seats"]:
            self.unplace(round, number)
            del tables[number]
            return
        previous = tables.get(number) or new_table([], self.rounds[round]["deals"])
        if len(seating["seats"]) > 4 or len(previous["seats"]) > 4:
            previous["planned"] = seating.get("deals") or self.rounds[round]["deals"]
        tables[number] = {**previous, "seats": new_table(seating["seats"], 0)["seats"]}

    def _on_exchange_places(self, facts: Json, _line: Json) -> None:
        (a, *first_place), (b, *second_place) = facts["places"]
        row = self.rounds[facts["round"]]
        resting = set(row["sit_out"])
        for entry, other, (table, position) in ((b, a, first_place), (a, b, second_place)):
            if table:
                row["tables"][table]["seats"][position] = {1: entry}
            else:
                resting = resting - {other} | {entry}
        row["sit_out"] = sorted(resting)

    def _on_swap_seats(self, facts: Json, _line: Json) -> None:
        """Two players who sat in each other's place get it: with the seats, and by name the results and rulings."""
        tables = self.rounds[facts["round"]]["tables"]
        for number, seats in facts["seats"]:
            changes: Facts = {}
            for position, deal, entry in seats:
                changes.setdefault(position, {})[deal] = entry
            tables[number]["seats"] = changes
        for number, version, result, announced in facts.get("deals", []):
            row = {"number": number, "version": version, **{name: facts[name] for name in ("round", "table")}}
            self.deal(row, entered=result and tidy(result), announced=announced and tidy(announced))
        for number, about, result in facts.get("rulings", []):
            self.decisions[number] |= {"about": about, "result": result and tidy(result)}
        for number, paid in facts["paid"].items():
            self.decisions[int(number)]["adjustments"] = paid

    def _on_substitute(self, facts: Json, _line: Json) -> None:
        seats, start = self.table(facts)["seats"][facts["position"]], facts["from_deal"]
        seats[start] = facts["entry"]
        if start > 1 and seats[max(deal for deal in seats if deal < start)] == facts["entry"]:
            del seats[start]  # who sat there before came back: nobody came after all

    def _on_publish_round(self, facts: Json, _line: Json) -> None:
        for number in facts.get("rounds", [facts["round"]]):
            self.rounds[number]["published"] = True

    def _on_withdraw_publication(self, facts: Json, _line: Json) -> None:
        gone = facts.get("rounds", [facts["round"]])
        for number in gone:
            self.rounds[number] |= {"published": False, "provisional_until": None}
            self.clear_timer(number)
        self.keep_notices(lambda notice: notice["round"] not in gone)

    def _on_withdraw_draw(self, facts: Json, _line: Json) -> None:
        for number in facts.get("rounds", [facts["round"]]):
            for table in self.rounds[number]["tables"]:
                self.unplace(number, table)
            del self.rounds[number]

    def _on_close_round(self, facts: Json, line: Json) -> None:
        self.rounds[facts["round"]]["closed"] = True
        self.keep_notices(lambda notice: notice["round"] != facts["round"])
        for number, last in facts.get("ended", []):
            self._on_end_table({**facts, "table": number, "last": last}, line)

    def _on_reopen_round(self, facts: Json, _line: Json) -> None:
        self.rounds[facts["round"]]["closed"] = False

    def _on_set_clock(self, facts: Json, _line: Json) -> None:
        self.rounds[facts["round"]]["provisional_until"] = facts["until"]

    # The timer of a round

    def _on_start_timer(self, facts: Json, line: Json) -> None:
        self.rounds[facts["round"]]["timer"] = {"minutes": facts["minutes"], "spent": 0, "since": line["at"]}

    def _on_pause_timer(self, facts: Json, _line: Json) -> None:
        self.rounds[facts["round"]]["timer"] |= {"spent": facts["spent"], "since": None}

    def _on_resume_timer(self, facts: Json, line: Json) -> None:
        self.rounds[facts["round"]]["timer"]["since"] = line["at"]

    def _on_change_timer(self, facts: Json, _line: Json) -> None:
        self.rounds[facts["round"]]["timer"]["minutes"] = facts["minutes"]

    def _on_remove_timer(self, facts: Json, _line: Json) -> None:
        self.clear_timer(facts["round"])

    def clear_timer(self, number: int) -> None:
        """Takes away the timer of a round, and the extra minutes of its tables."""
        row = self.rounds[number]
        row["timer"] = None
        for table in row["tables"].values():
            table["extra"] = 0

    def _on_give_time(self, facts: Json, _line: Json) -> None:
        self.table(facts)["extra"] = facts["minutes"]

    def _on_show_round(self, facts: Json, _line: Json) -> None:
        self.rounds[facts["round"]]["visible"] = facts["visible"]

    # Tables and deals

    def table(self, facts: Json) -> Facts:
        """The table that a line is about."""
        row: Facts = self.rounds[facts["round"]]["tables"][facts["table"]]
        return row

    def deal(self, facts: Json, **changes: Any) -> Facts:
        """The deal that a line is about, changed; older lines about passes and misdeals give no version."""
        row: Facts = self.table(facts)["deals"].setdefault(facts["number"], dict(EMPTY_DEAL))
        row |= {"version": facts.get("version", row["version"]), **changes}
        if facts.get("unwrites"):  # what the jury refused was entered in another hand
            self.cancel_calls(facts)
            row["entered"] = None
        return row

    def _on_record_deal(self, facts: Json, line: Json) -> None:
        if self.deal(facts)["entered"] is not None:
            self.cancel_calls(facts)
        self.deal(facts, entered=tidy(facts["result"]), announced=None)
        if facts["jury"]:  # what the captain said of the jury
            self.decide({**facts["jury"], "kind": "jury_call", "place": {**facts, "deal": facts["number"]}}, line)

    _on_correct_deal = _on_record_deal

    def _on_undo_deal(self, facts: Json, _line: Json) -> None:
        self.cancel_calls(facts)
        self.deal(facts, entered=None, announced=None)

    def cancel_calls(self, facts: Json) -> None:
        """What the captain said of the jury goes with the result it belongs to."""
        place = [facts["round"], facts["table"], facts["number"]]
        for decision in self.decisions.values():
            if decision["kind"] == "jury_call" and [decision["round"], decision["table"], decision["deal"]] == place:
                decision["cancelled"] = True

    def _on_announce(self, facts: Json, _line: Json) -> None:
        self.deal(facts, announced=tidy(facts["announced"]))

    def _on_count_passes(self, facts: Json, _line: Json) -> None:
        row = self.deal(facts)
        self.deal(facts, announced=None if facts["passes"] > row["passes"] else row["announced"])
        row["passes"] = facts["passes"]

    def _on_misdeal(self, facts: Json, line: Json) -> None:
        self.deal(facts, announced=None, misdeals=facts["misdeals"])
        if "decision" in facts:  # the dealer paid for it (2018, article 1)
            self.decide({**facts, "kind": "misdeal", "place": {**facts, "deal": facts["number"]}}, line)

    def _on_undo_misdeal(self, facts: Json, _line: Json) -> None:
        self.deal(facts, misdeals=facts["misdeals"])
        if facts["decision"] is not None:
            self.decisions[facts["decision"]]["cancelled"] = True

    def _on_empty_table(self, facts: Json, _line: Json) -> None:
        for number, version in facts["deals"]:
            self.deal({**facts, "number": number}, **{**EMPTY_DEAL, "version": version})
        for number in facts["cancelled"]:
            self.decisions[number].update(cancelled=True, cancel_reason=facts["reason"])

    def _on_close_table(self, facts: Json, _line: Json) -> None:
        self.table(facts)["closed"] = facts.get("closes", True)  # a signature closes a table if it is the last

    _on_sign_on_paper = _on_close_unsigned = _on_close_table

    def _on_sign(self, facts: Json, line: Json) -> None:
        if facts["closes"]:
            self._on_close_table(facts, line)

    _on_resolve_dispute = _on_sign

    def _on_end_table(self, facts: Json, _line: Json) -> None:
        table, last = self.table(facts), facts["last"]
        table["ended"] = {"after": last, "reason": facts["reason"], "averaged": facts["averaged"]}
        for number, deal in table["deals"].items():
            deal["announced"] = deal["announced"] if number <= last else None

    def _on_play_on(self, facts: Json, _line: Json) -> None:
        self.table(facts)["ended"] = None

    def _on_reopen_table(self, facts: Json, _line: Json) -> None:
        self.table(facts)["closed"] = False

    # The jury and the finals

    def decide(self, facts: Json, line: Json) -> None:
        """A decision."""
        where = facts.get("place") or {}
        place = {name: where.get(name) for name in ("round", "table", "deal")}
        self.decisions[facts["decision"]] = decision_facts({**facts, **place, "by": line["by"], "at": line["at"]})

    def _on_penalise(self, facts: Json, line: Json) -> None:
        self.decide(facts, line)

    _on_rule = _on_penalise

    def _on_end_rulings(self, facts: Json, _line: Json) -> None:
        decision = self.decisions[facts["decision"]]
        decision["ends"] = sorted({*decision["ends"], *facts["ends"]})

    def _on_cancel_decision(self, facts: Json, _line: Json) -> None:
        decision = self.decisions[facts["decision"]]
        decision.update(cancelled=True, cancel_reason=facts["reason"])
        if decision["kind"] == "exclusion":
            for number in decision["adjustments"]:
                self.entries[int(number)]["excluded"] = False

    def _on_appeal(self, facts: Json, line: Json) -> None:
        self.appeals[appealing(facts)] = fill_fields(APPEAL, {**facts, "by": line["by"], "at": line["at"]})

    def _on_settle_appeal(self, facts: Json, line: Json) -> None:
        settled = {name: facts.get(name) for name in ("outcome", "reason", "replacement")}
        signed = {"settled_at": line["at"], "settled_by": line["by"], "seconded_by": facts["second"]}
        self.appeals[appealing(facts)] |= {**settled, **signed}
        if facts["cancels"]:
            self._on_cancel_decision(facts, line)

    def unplace(self, round: int, table: int) -> None:
        """A table is removed: what was decided there in a rehearsal stays in the list, without a place."""
        gone = {name: DECISION[name] for name in ("round", "table", "deal", "ruling", "about", "contract", "result")}
        for decision in self.decisions.values():
            if (decision["round"], decision["table"]) == (round, table):
                decision.update(gone)

    def _on_cut(self, facts: Json, line: Json) -> None:
        self.cuts[facts["stage"]] = fill_fields(CUT, {**facts, "by": line["by"], "at": line["at"]})

    def _on_undo_cut(self, facts: Json, _line: Json) -> None:
        del self.cuts[facts["stage"]]

    def _on_replace_finalist(self, facts: Json, _line: Json) -> None:
        cut, out, comes = self.cuts[facts["stage"]], facts["out"], facts["in"]
        cut["finalists"] = [*(number for number in cut["finalists"] if number != out), comes]
        cut["replaced"] = [*cut["replaced"], [out, comes]]

    # The rehearsal

    def _on_wipe_rehearsal(self, facts: Json, _line: Json) -> None:
        self.rehearsed(facts["wiped"], back=False)
        for number in self.rounds:
            self.clear_timer(number)
        self.cuts = {}
        self.plan.update(state=facts["state"], frozen_after=None, revealed=0)

    def _on_bring_rehearsal_back(self, facts: Json, _line: Json) -> None:
        self.rehearsed(facts["wiped"], back=True)
        self.cuts = {cut["stage"]: fill_fields(CUT, cut) for cut in facts["wiped"]["cuts"]}

    def rehearsed(self, wiped: Json, *, back: bool) -> None:
        """Empties what was played in the rehearsal, or brings it back."""
        for row in wiped["deals"]:
            changes = {**deal_facts(row, row["result"])} if back else {**EMPTY_DEAL, "version": row["version"]}
            self.deal(row, **changes)
        for round, table in wiped["tables"]:
            self.rounds[round]["tables"][table]["closed"] = back
        for round in wiped["rounds"]:
            self.rounds[round]["closed"] = back
        for row in wiped.get("ended", []):
            self._on_end_table(row, {}) if back else self._on_play_on(row, {})
        for number in wiped["decisions"]:
            self.decisions[number]["cancelled"] = not back


def new_table(numbers: list[int], deals: int) -> Facts:
    """A table at which nothing has happened yet."""
    seats = {position: {1: number} for position, number in enumerate(numbers, 1)}
    return {"planned": deals, "ended": None, "extra": 0, "closed": False, "seats": seats, "deals": {}}


def with_status(entry: Facts) -> Facts:
    """An entry with its three flags as one word, as an export has them."""
    flags = ("excluded", "withdrawn", "present")
    fields = {name: value for name, value in entry.items() if name not in flags}
    status = next((flag for flag in flags if entry[flag]), "absent")
    why = {name: entry[name] if status == "withdrawn" else 0 for name in ("no_show", "waiting")}
    return {**fields, "status": status, **why}


CALLED = {
    "plan": "the plan", "rules": "the rules", "entries": "player", "rounds": "round", "decisions": "decision",
    "corrections": "correction of the rules", "cuts": "the cut before stage", "tables": "table", "deals": "deal",
    "seats": "seat", "appeals": "the appeal",
}  # fmt: skip


def check_join(replay: Replay, document: Json) -> Iterator[str]:
    """Compares the facts of the logbook with those of the export; raises CheckError at the first that differs."""
    with reading("The export"):
        book, export = comparable(vars(replay)), comparable(facts_of(document))
    for place, by_book, by_file in unequal(book, export, []):
        contrast = f"the logbook says {value_text(by_book)}, the export {value_text(by_file)}"
        raise CheckError(f"{', '.join(place)}: {contrast}.")
    count = sum(len(table["deals"]) for round in book["rounds"].values() for table in round["tables"].values())
    yield f"Both say the same of {len(book['entries'])} players, {count} deals, {len(book['decisions'])} decisions."


def comparable(facts: Facts) -> Facts:
    """Facts without what is not in both files: empty deals, and `verified`, which follows from ticks."""
    for round in facts["rounds"].values():
        for table in round["tables"].values():
            table["deals"] = {number: deal for number, deal in table["deals"].items() if deal != EMPTY_DEAL}
    return {**facts, "rules": {name: value for name, value in facts["rules"].items() if name != "verified"}}


def unequal(first: Any, second: Any, path: list[str]) -> Iterator[tuple[list[str], Any, Any]]:
    """Where two values differ, in order, and what each has there."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in sorted(first.keys() | second.keys(), key=lambda key: (str(type(key)), key)):
            called = CALLED.get(key, str(key)) if isinstance(key, str) else str(key)
            at = [*path[:-1], f"{path[-1]} {key}"] if path and isinstance(key, int) else [*path, called]
            yield from unequal(first.get(key), second.get(key), at)
    elif first is not EMPTIED and first != second:
        yield path, first, second


# ---- 7. A season ---------------------------------------------------------------------------------------------------
#
# Counted again from its evenings by the rules of docs/season.md. An evening is a list of results: what one person has
# from it (`person` None: nobody knows whose it is). Worths and scores are fractions.

SEASON: Json = {
    "score": "points", "table": [], "best": 0, "least": 0, "meal": 0, "periods": [], "weights": {},
    "absence": "nothing", "absence_points": 0, "jokers": "in", "ties": [],
}  # fmt: skip
RESULT: Json = {
    "person": None, "points": 0, "deals": 0, "deal_points": 0, "rank": None, "joker": False, "withdrawn": False,
}  # fmt: skip


def results_of(document: Json) -> list[Json]:
    """What the event of an evening gave its players: `person` is still the entry, `withdrawn` that it has no name."""
    facts = facts_of(document)
    ranks = {place["number"]: place["rank"] for place in document["standings"]}
    results = []
    for _section, place, shares in tallies_of(facts, playing_entries):
        number, played = place["number"], CheckedShare()
        for share in shares:
            played.add(share)
        entry = facts["entries"][number]
        sums = {"points": place["points"], "deals": played.deals, "deal_points": played.points - played.averaged}
        flags = {"joker": entry["role"] == "joker", "withdrawn": not entry["name"]}
        results.append({**RESULT, **sums, **flags, "person": number, "rank": ranks.get(number)})
    return results


def one_result_each(results: list[Json]) -> list[Json]:
    """The results of an evening that count, those of one person added up, which leaves them without a rank."""
    by_person: dict[int, list[Json]] = {}
    for result in results:
        if result["person"] is not None:
            by_person.setdefault(result["person"], []).append(result)
    merged = [result for result in results if result["person"] is None]
    for own in by_person.values():
        sums = {name: sum(result[name] for result in own) for name in ("points", "deals", "deal_points")}
        merged.append({**own[0], **sums, "rank": own[0]["rank"] if len(own) == 1 else None})
    return merged


def worths_of(options: Json, results: list[Json]) -> list[tuple[Json, int, Fraction | None]]:
    """The results of an evening that count, each with its place and its worth."""
    counting = one_result_each([result for result in results if not apart(options, result)])
    ranked = None not in [result["rank"] for result in counting]
    keys = [result["rank"] if ranked else -result["points"] for result in counting]
    order = sorted(keys)
    gains = []
    for result, key in zip(counting, keys, strict=True):
        places = [at for at, other in enumerate(order, 1) if other == key]
        gains.append((result, places[0], worth_of(options, result, places, len(order))))
    return gains


def apart(options: Json, result: Json) -> bool:
    """Whether a result is that of a joker who does not count."""
    return bool(result["joker"]) and options["jokers"] == "out"


def worth_of(options: Json, result: Json, sharing: list[int], count: int) -> Fraction | None:
    """What an evening gives; who shares places (`sharing`) has the mean of what they give."""
    if options["score"] == "points":
        return Fraction(result["points"])
    if options["score"] == "mean":
        return Fraction(result["deal_points"], result["deals"]) if result["deals"] else None
    if options["score"] == "table":
        points = [Fraction(options["table"][at - 1] if at <= len(options["table"]) else 0) for at in sharing]
    else:
        points = [Fraction(1000 * (count - at), count - 1) if count > 1 else Fraction(1000) for at in sharing]
    return sum(points, Fraction(0)) / len(points)


def period_at(options: Json, number: int, day: str) -> int | None:
    """The period of an evening; None after the last one."""
    ends = [period.get("evenings", 0) for period in options["periods"]]
    for at, period in enumerate(options["periods"]):
        if day <= period["ends_on"] if "ends_on" in period else number <= sum(ends[: at + 1]):
            return at
    return None if options["periods"] else 0


def season_of(data: Json, evenings: list[tuple[str, list[Json]]]) -> Json:
    """The season of evenings, each with its planned date, in order: as a file of Troel says it, without its options."""
    options, days = {**SEASON, **data}, [day for day, _results in evenings]
    gains: dict[int, dict[int, tuple[Json, int | None, Fraction | None]]] = {}
    withdrawn = []
    for number, (_day, results) in enumerate(evenings, 1):
        jokers = [(result, None, None) for result in results if apart(options, result)]
        for result, place, worth in [*jokers, *worths_of(options, results)]:
            if result["person"] is not None:
                gains.setdefault(result["person"], {})[number] = (result, place, worth)
            elif result["withdrawn"]:
                withdrawn.append([number, place or 0])
    rows = [season_row(options, days, person, own) for person, own in sorted(gains.items())]
    fit = [row for row in rows if row["deals"] and not row["missing_presences"]]
    return {
        "standings": season_order(options, rows),
        "most_points": side_list([(row["points"], row["person"]) for row in fit]),
        "best_average": side_list([(Fraction(row["deal_points"], row["deals"]), row["person"]) for row in fit]),
        "withdrawn": sorted(withdrawn),
    }


def season_row(
    options: Json, days: list[str], person: int, gains: dict[int, tuple[Json, int | None, Fraction | None]]
) -> Json:
    """A person in the season, without a rank."""
    periods = {number: period_at(options, number, day) for number, day in enumerate(days, 1)}
    own = {number: gain for number, gain in gains.items() if periods[number] is not None}
    played = [result for result, place, _worth in own.values() if place is not None]
    cells = [season_cell(options, number, periods[number], own, own.get(number)) for number in range(1, len(days) + 1)]
    weights = [options["weights"].get(day, 1) for day in days]
    for period in sorted({at for at in periods.values() if at is not None}):
        limit = options["periods"][period].get("best", 0) if options["periods"] else options["best"]
        candidates = [cell for cell in cells if cell["fate"] == "counts" and periods[cell["number"]] == period]
        each = [1] * len(days) if options["score"] == "mean" else weights
        candidates.sort(key=lambda cell: -cell["worth"] * each[cell["number"] - 1])
        for cell in candidates[limit:] if limit else []:
            cell["fate"] = "worse"
    return {
        "person": person, "presences": len(own), "missing_presences": max(0, options["least"] - len(own)),
        "meal": bool(options["meal"]) and len(own) >= options["meal"],
        "points": sum(result["points"] for result in played), "deals": sum(result["deals"] for result in played),
        "deal_points": sum(result["deal_points"] for result in played),
        "score": season_score(options, weights, [cell for cell in cells if cell["fate"] == "counts"], own),
        "evenings": cells,
    }  # fmt: skip


def season_cell(options: Json, number: int, period: int | None, own: Facts, gain: Any) -> Json:
    """An evening of a person, which counts as long as it has a worth."""
    if period is None:
        return {"number": number, "fate": "outside", "worth": None, "place": None}
    if gain and gain[1] is not None:
        return {
            "number": number,
            "fate": "no_deals" if gain[2] is None else "counts",
            "worth": gain[2],
            "place": gain[1],
        }
    worths = [worth for _result, _place, worth in own.values() if worth is not None]
    worth = Fraction(options["absence_points"]) if worths and options["absence"] == "fixed" else None
    if worths and options["absence"] == "average":
        worth = sum(worths, Fraction(0)) / len(worths)
    fate = "counts" if worth is not None else "joker" if gain else "absent"
    return {"number": number, "fate": fate, "worth": worth, "place": None}


def season_score(options: Json, weights: list[int], counting: list[Json], own: Facts) -> Fraction | None:
    """What evenings that count give together; None without any."""
    if not counting:
        return None
    if options["score"] != "mean":
        return sum((cell["worth"] * weights[cell["number"] - 1] for cell in counting), Fraction(0))
    played = [(weights[cell["number"] - 1], own[cell["number"]][0]) for cell in counting]
    return Fraction(
        sum(weight * result["deal_points"] for weight, result in played),
        sum(weight * result["deals"] for weight, result in played),
    )


def season_order(options: Json, rows: list[Json]) -> list[Json]:
    """The rows by score and tie-breaks, with their ranks: as they stand in a file."""
    nothing = float("-inf")
    measures: dict[str, Callable[[Json], Any]] = {
        "wins": lambda row: [cell["place"] for cell in row["evenings"]].count(1),
        "best_evening": lambda row: max(worths_in(row), default=nothing),
        "presences": lambda row: row["presences"],
        "average": lambda row: Fraction(row["deal_points"], row["deals"]) if row["deals"] else nothing,
    }  # fmt: skip
    keys = {
        row["person"]: (row["score"] is None or row["missing_presences"] > 0, -(row["score"] or 0),
                        *(-measures[tie](row) for tie in options["ties"]))
        for row in rows
    }  # fmt: skip
    order = sorted(set(keys.values()))
    standings = []
    for row in sorted(rows, key=lambda row: (keys[row["person"]], row["person"])):
        key = keys[row["person"]]
        rank = None if key[0] else 1 + sum(other < key for other in keys.values())
        nearest = order[max(0, order.index(key) - 1) : order.index(key) + 2]
        # How many tie-breaks had to be looked at to part it from a neighbour with the same score.
        depths = [next(at for at in range(len(key)) if key[at] != other[at]) - 1 for other in nearest if other != key]
        broke = options["ties"][max(depths) - 1] if rank and max(depths, default=0) > 0 else ""
        cells = [{**cell, "worth": exact(cell["worth"])} for cell in row["evenings"]]
        standings.append({**row, "rank": rank, "broke": broke, "score": exact(row["score"]), "evenings": cells})
    return standings


def worths_in(row: Json) -> list[Any]:
    """The worths of the evenings that somebody played."""
    return [cell["worth"] for cell in row["evenings"] if cell["place"] and cell["worth"] is not None]


def side_list(measured: list[tuple[Any, int]]) -> list[list[int]]:
    """Rank and person, the highest first; equals share a rank and stand by number."""
    ordered = sorted(measured, key=lambda pair: (-pair[0], pair[1]))
    return [[1 + sum(other > value for other, _person in measured), person] for value, person in ordered]


def exact(score: Fraction | None) -> str | None:
    """A fraction as a file has it: 12, -5 or 4000/3."""
    return None if score is None else str(score)


# ---- 8. A season from its files ------------------------------------------------------------------------------------
#
# The register of a club is a chain like a logbook. Its lines say which evenings a series has, which event each became,
# what was won on paper, and, in the appendix, who of an event's players is who of the register. A season's file says
# what Troel made of them: by number, without a name.

SEASON_FILE = {"format", "organisation", "series", "options", "evenings", "standings", "most_points", "best_average"}
SEASON_FILE |= {"withdrawn"}
# The number of a series, and the date for which the evening was planned.
SeasonEvening = tuple[int, str]


class SeasonReplay:
    """What the lines of a register say of its seasons; links are digests until `links_of`."""

    def __init__(self) -> None:
        self.options: dict[int, Json] = {}
        self.events: dict[SeasonEvening, str] = {}
        self.cancelled: set[SeasonEvening] = set()
        self.totals: dict[SeasonEvening, list[list[int]]] = {}
        self.links: set[str] = set()
        self.codes: dict[int, str] = {}
        self.forgotten: set[int] = set()

    def carry_out(self, line: Json) -> None:
        """One line; what has no bearing on seasons is passed over."""
        act, facts = line["act"], line["facts"]
        if act in ("add_persons", "change_person", "affiliate", "forget_persons"):
            self._person(act, facts)
        elif act == "link_entries":
            self.links |= {*facts["links"]}
        elif act == "unlink_entry":
            self.links.discard(facts["link"])
        elif act in ("make_series", "change_series", "change_season"):
            self.options[facts["series"]] = facts["season"] if act == "change_season" else facts["plan"]["season"]
        elif "series" in facts:
            self._evening(act, facts, (facts["series"], facts.get("date", "")))

    def _evening(self, act: str, facts: Json, evening: SeasonEvening) -> None:
        if act == "open_evening":
            # One that was cancelled and typed from paper may begin anew, once that was taken back.
            self.events[evening] = facts["event"]
            self.cancelled.discard(evening)
        elif act == "record_totals":
            self.totals[evening] = facts["totals"]
        elif act == "withdraw_totals":
            self.totals.pop(evening, None)
        elif act == "cancel_evenings":
            self.cancelled |= {(facts["series"], day) for day in facts["dates"]}
        elif act == "restore_evening":
            self.cancelled.discard(evening)

    def _person(self, act: str, facts: Json) -> None:
        for row in facts["persons"] if act == "add_persons" else ():
            if row["number"] != len(self.codes) + 1 or row["code"] in self.codes.values():
                raise CheckError(f"The register: person {row['number']} has a number or a code that was given before.")
            self.codes[row["number"]] = row["code"]
        if act == "forget_persons":
            for number in facts["persons"]:
                self._require_known(number)
            self.forgotten |= {*facts["persons"]}
        elif act != "add_persons":
            self._require_known(facts["number" if act == "change_person" else "person"])

    def _require_known(self, number: int) -> None:
        if number not in self.codes or number in self.forgotten:
            raise CheckError(f"The register: person {number} is not in it, or was forgotten before.")

    def links_of(self, texts: dict[str, str]) -> dict[tuple[str, int], int]:
        """The person behind each player of an event, by its address and their number; without those forgotten."""
        known = [json.loads(texts[digest]) for digest in sorted(self.links) if texts[digest]]
        for link in known:
            self._require_known(link["person"])
        return {(link["event"], link["number"]): link["person"] for link in known}

    def on_paper(self, evening: SeasonEvening) -> list[Json]:
        """The results of an evening that was typed from paper; what a forgotten person won is nobody's."""
        sums: dict[int, list[int]] = {}
        for _round, _table, person, points, deals in self.totals.get(evening, []):
            before = sums.setdefault(person, [0, 0])
            sums[person] = [before[0] + points, before[1] + deals]
        return [
            {**RESULT, "person": None if person in self.forgotten else person, "withdrawn": person in self.forgotten,
             "points": points, "deal_points": points, "deals": deals}
            for person, (points, deals) in sums.items()
        ]  # fmt: skip


def check_season(season: Json, replay: SeasonReplay, texts: dict[str, str], exports: list[Json]) -> Iterator[str]:
    """Counts a season again from the register and the exports of its events; raises CheckError if it differs."""
    if season.get("format") != "troel-season/1" or set(season) != SEASON_FILE:
        raise CheckError("The season is not in the format troel-season/1.")
    series, options = season["series"], replay.options.get(season["series"])
    if options is None:
        raise CheckError(f"The season: the register has no series {series}.")
    if options != season["options"]:
        contrast = f"the register says {value_text(options)}, the season {value_text(season['options'])}"
        raise CheckError(f"The season: options: {contrast}.")
    links, played = replay.links_of(texts), {document["event"]["slug"]: document for document in exports}
    evenings, events = {}, {}
    for at in sorted({*replay.events, *replay.totals}):
        results, slug = replay.on_paper(at), replay.events.get(at, "")
        if slug and at[0] == series and at not in replay.cancelled and (rows := evening_rows(at[1], slug, played)):
            results += [identify(row, links.get((slug, row["person"]))) for row in rows]
            events[at[1]] = slug
        if results and at[0] == series:
            evenings[at[1]] = results
    expected: Json = {
        "evenings": [{"number": n, "date": day, "event": events.get(day)} for n, day in enumerate(evenings, 1)],
        **season_of(season["options"], list(evenings.items())),
    }
    listed = {name: season[name] for name in expected}
    for place, follows, written in unequal(by_number(expected), by_number(listed), []):
        contrast = f"expected {value_text(follows)}, found {value_text(written)}"
        raise CheckError(f"The season: {', '.join(place)}: {contrast}.")
    people = len(expected["standings"])
    yield f"The season: {people} people on {len(evenings)} evenings stand as the register and the exports give it."


def identify(result: Json, person: int | None) -> Json:
    """The result of an entry as that of a person; a stranger whose name was removed is a withdrawn person."""
    return {**result, "person": person, "withdrawn": person is None and result["withdrawn"]}


def evening_rows(day: str, slug: str, played: dict[str, Json]) -> list[Json]:
    """What the event of an evening gave its players; nothing while it is rehearsed, binned or has no deal."""
    if slug not in played:
        raise CheckError(f"The evening of {day}: the export of its event {slug!r} is missing.")
    event, rows = played[slug]["event"], results_of(played[slug])
    counts = event["state"] != "rehearsal" and not event.get("binned") and any(row["deals"] for row in rows)
    return rows if counts else []


def by_number(season: Json) -> Json:
    """A season whose lists are by place, so that the first difference can be named."""
    rows = {name: dict(enumerate(season[name], 1)) for name in ("evenings", "most_points", "best_average", "withdrawn")}
    standings = {
        at: {**row, "evenings": {cell["number"]: cell for cell in row["evenings"]}}
        for at, row in enumerate(season["standings"], 1)
    }
    return {**rows, "standings": standings}


# ---- 9. What is said -----------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Runs the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="verify.py", description="Checks a championship without Troel.")
    parser.add_argument("logbook", type=Path, help="the file of the logbook")
    parser.add_argument("exports", type=Path, nargs="*", help="the file of the championship (troel/1)")
    parser.add_argument("--season", type=Path, help="the file of a season, with the register and the events' exports")
    parser.add_argument("--seal", type=read_seal, help='a seal that was kept: "37 · 3f9a-0c12-…"')
    parser.add_argument("--address", default="", help="the address at which the logbook was replayed")
    parser.add_argument("--old", action="store_true", help="the logbook was written by release 0.1 or before")
    settings = parser.parse_args(arguments)
    if len(settings.exports) > 1 and not settings.season:
        parser.error("one export at most")
    try:
        of_register = settings.season or is_register(settings.logbook)
        sound = check_register_files(settings) if of_register else check(settings)
    except OSError as error:
        sys.stderr.write(f"{error.filename} cannot be read: {error.strerror}.\n")
        return 2
    if not sound:
        return 1
    return 0 if settings.seal else UNWITNESSED


def check(settings: argparse.Namespace) -> bool:
    """Checks each part and says what was found; returns whether everything fits."""
    replay = Replay()
    document: Json = {}
    sound = spoken(lambda: check_logbook(settings, replay))
    if not settings.exports:
        return sound
    if not spoken(lambda: document.update(read_export(settings.exports[0].read_bytes()))):
        return False
    follows = spoken(lambda: check_export(document))
    if not sound:
        say("The two files were not compared, because the logbook is not in order.")
        return False
    return spoken(lambda: check_join(replay, document)) and follows


def check_logbook(settings: argparse.Namespace, replay: Replay) -> Iterator[str]:
    """Checks the logbook, and carries its lines out if there is an export to compare them with."""
    book, first = Logbook(settings.logbook, old=settings.old), ""
    with reading("The logbook"):
        for line in book.lines():
            first = first or made_at(line)
            if settings.exports:
                replay.carry_out(line)
        if book.head["slug"] != (settings.address or first):
            raise CheckError(f"The head (line 1 of the file) says {book.head['slug']!r}, line 1 made it at {first!r}.")
        replay.finish(book)
    yield book.sentence()
    yield witness(book.seals, settings.seal) if settings.seal else UNWITNESSED_SENTENCE


def is_register(path: Path) -> bool:
    """Whether the head of a file says that it is a register."""
    with path.open("rb") as file:
        return b'"troel-register/1"' in file.readline(1000)


def check_register_files(settings: argparse.Namespace) -> bool:
    """Checks a register; with a season the exports of its events too, and that the season follows from them."""
    replay, book = SeasonReplay(), Logbook(settings.logbook, format="troel-register/1")
    season: Json = {}
    exports: list[Json] = []

    def check_register() -> Iterator[str]:
        with reading("The register"):
            for line in book.lines():
                replay.carry_out(line)
            replay.links_of(book.texts)
        yield book.sentence()
        yield witness(book.seals, settings.seal) if settings.seal else UNWITNESSED_SENTENCE

    def check_exports() -> Iterator[str]:
        for path in settings.exports:
            exports.append(document := read_export(path.read_bytes()))
            yield from check_export(document)
        season.update(read_export(settings.season.read_bytes()))

    def check_counting() -> Iterator[str]:
        with reading("The season"):
            yield from check_season(season, replay, book.texts, exports)

    sound = spoken(check_register)
    return sound and (not settings.season or (spoken(check_exports) and spoken(check_counting)))


def spoken(check_part: Callable[[], Iterable[str] | None]) -> bool:
    """Says what a part proved, or the difference that stopped it; returns whether everything fits."""
    try:
        for sentence in check_part() or ():
            say(sentence)
    except CheckError as difference:
        say(f"DIFFERENCE: {difference}")
        return False
    return True


def made_at(line: Json) -> str:
    """The address at which the first line of a logbook made the event."""
    facts = line["facts"]
    return str(facts.get("slug") or facts.get("event", {}).get("slug", ""))


def say(sentence: str) -> None:
    """One sentence on standard output."""
    sys.stdout.write(f"{sentence}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
