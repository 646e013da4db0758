"""A second program that counts a season from files: the standard library alone, written from docs/season.md.

    python3 second_season.py REGISTER SEASON EXPORT…

It shares no code with tournament/ or tools/. It keeps a season as people do on paper: a sheet with a row for each
person and a column for each evening, in which it crosses out what does not count. It believes the exports of the
evenings, which have a check of their own, and the chain of the register; it says the first difference, or nothing.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key
from pathlib import Path
from typing import Any

Options = Mapping[str, Any]
LOWEST = Fraction(-(10**12))


@dataclass
class Came:
    """What somebody did on an evening; `joker` where everything was played as one."""

    points: int
    deals: int
    deal_points: int
    rank: int | None
    joker: bool = False
    nameless: bool = False
    place: int | None = None
    worth: Fraction | None = None
    results: int = 1


@dataclass
class Square:
    """Where the row of a person and the column of an evening meet."""

    came: Came | None = None
    worth: Fraction | None = None
    state: str = "absent"


@dataclass
class Column:
    """An evening: who came by number, and those of whom nobody knows who they are, with whether they withdrew."""

    date: str
    people: dict[int, Came] = field(default_factory=dict)
    strangers: list[tuple[Came, bool]] = field(default_factory=list)

    def add(self, person: int | None, came: Came, *, withdrawn: bool, jokers_out: bool) -> None:
        """Writes a result down; what a joker played for nothing is written down as having been there."""
        if person is None:
            self.strangers.append((came, withdrawn))
            return
        before = self.people.get(person)
        if before is None or (jokers_out and before.joker and not came.joker):
            self.people[person] = came
        elif not (jokers_out and came.joker):
            before.points += came.points
            before.deals += came.deals
            before.deal_points += came.deal_points
            before.results += 1
            before.rank = None
            before.joker = before.joker and came.joker

    def value(self, options: Options) -> None:
        """Gives everybody who counts a place and a worth."""
        jokers_out = options.get("jokers") == "out"
        everybody = [*self.people.values(), *(each for each, _ in self.strangers)]
        taking = [came for came in everybody if not (jokers_out and came.joker)]
        by_points = any(came.rank is None for came in taking)
        taking.sort(key=lambda came: -came.points if by_points else came.rank or 0)
        at = 0
        while at < len(taking):
            first = taking[at]
            level = [came for came in taking if (came.points == first.points if by_points else came.rank == first.rank)]
            gifts = [self.gift(options, place, len(taking)) for place in range(at + 1, at + 1 + len(level))]
            for came in level:
                came.place = at + 1
                came.worth = self.worth(options, came, sum(gifts, Fraction()) / len(gifts))
            at += len(level)

    @staticmethod
    def gift(options: Options, place: int, count: int) -> Fraction:
        """What a place gives, not shared."""
        if options.get("score") == "table":
            return Fraction(([0, *options["table"], *[0] * count])[place])
        return Fraction(1000) if count == 1 else Fraction(1000 * (count - place), count - 1)

    @staticmethod
    def worth(options: Options, came: Came, gift: Fraction) -> Fraction | None:
        match options.get("score", "points"):
            case "points":
                return Fraction(came.points)
            case "mean":
                return Fraction(came.deal_points, came.deals) if came.deals else None
        return gift


def divide(options: Options, dates: Sequence[str]) -> list[int | None]:
    """The period of each evening: walks along the season and goes to the next period when one is full or over."""
    periods = options.get("periods", [])
    if not periods:
        return [0] * len(dates)
    division: list[int | None] = []
    at = inside = 0
    for day in dates:
        while at < len(periods) and (
            inside == periods[at]["evenings"] if "evenings" in periods[at] else day > periods[at]["ends_on"]
        ):
            at, inside = at + 1, 0
        division.append(at if at < len(periods) else None)
        inside += 1
    return division


@dataclass
class Line:
    """The row of a person."""

    person: int
    squares: list[Square]
    presences: int = 0
    points: int = 0
    deals: int = 0
    deal_points: int = 0
    score: Fraction | None = None

    def fill(self, options: Options, division: Sequence[int | None]) -> None:
        """Which evenings count, with what."""
        inside = [square for square, period in zip(self.squares, division, strict=True) if period is not None]
        played = [square.came for square in inside if square.came and square.came.place]
        self.presences = sum(square.came is not None for square in inside)
        self.points = sum(came.points for came in played)
        self.deals = sum(came.deals for came in played)
        self.deal_points = sum(came.deal_points for came in played)
        own = [came.worth for came in played if came.worth is not None]
        consolation = None
        if own and options.get("absence") == "average":
            consolation = sum(own, Fraction()) / len(own)
        elif own and options.get("absence") == "fixed":
            consolation = Fraction(options.get("absence_points", 0))
        for square, period in zip(self.squares, division, strict=True):
            if period is None:
                square.state = "outside"
            elif square.came and square.came.place:
                square.worth = square.came.worth
                square.state = "no_deals" if square.worth is None else "counts"
            else:
                square.worth = consolation
                square.state = "counts" if consolation is not None else "joker" if square.came else "absent"

    def cross_out(self, options: Options, division: Sequence[int | None], weights: Sequence[int]) -> None:
        """Crosses out the worst evening of a period, of equals the latest, until no more are left than may count."""
        periods = options.get("periods", [])
        for period in {each for each in division if each is not None}:
            most = periods[period].get("best", 0) if periods else options.get("best", 0)
            while most:
                left = [
                    at for at, square in enumerate(self.squares) if division[at] == period and square.state == "counts"
                ]
                if len(left) <= most:
                    break
                worst = min(left, key=lambda at: (self.adds(options, at, weights), -at))
                self.squares[worst].state = "worse"

    def adds(self, options: Options, at: int, weights: Sequence[int]) -> Fraction:
        worth = self.squares[at].worth
        assert worth is not None
        return worth if options.get("score") == "mean" else worth * weights[at]

    def total(self, options: Options, weights: Sequence[int]) -> None:
        counting = [at for at, square in enumerate(self.squares) if square.state == "counts"]
        if not counting:
            return
        if options.get("score") == "mean":
            played = [(weights[at], self.squares[at].came) for at in counting]
            points = sum(weight * came.deal_points for weight, came in played if came)
            self.score = Fraction(points, sum(weight * came.deals for weight, came in played if came))
        else:
            self.score = sum((self.adds(options, at, weights) for at in counting), Fraction())

    def measure(self, tie: str) -> Fraction:
        """What a tie is broken by, the higher the better."""
        came = [square.came for square in self.squares if square.came and square.state != "outside"]
        match tie:
            case "wins":
                return Fraction(sum(each.place == 1 for each in came))
            case "best_evening":
                worths = [each.worth for each in came if each.worth is not None]
                return max(worths, default=LOWEST)
            case "presences":
                return Fraction(self.presences)
        assert tie == "average"
        return Fraction(self.deal_points, self.deals) if self.deals else LOWEST


def compare(options: Options, one: Line, other: Line) -> tuple[int, str]:
    """Below 0 if one stands before the other, with the tie-break that says so; 0 if they are equal."""
    least = options.get("least", 0)
    unranked = [line.score is None or line.presences < least for line in (one, other)]
    if unranked[0] != unranked[1]:
        return (1 if unranked[0] else -1), ""
    mine, theirs = one.score or Fraction(), other.score or Fraction()
    if mine != theirs:
        return (-1 if mine > theirs else 1), ""
    for tie in options.get("ties", []):
        mine, theirs = one.measure(tie), other.measure(tie)
        if mine != theirs:
            return (-1 if mine > theirs else 1), tie
    return 0, ""


def count(options: Options, columns: Sequence[Column]) -> dict[str, Any]:
    """The season as its file has it: standings, the two lists beside it, and the withdrawn people."""
    for column in columns:
        column.value(options)
    dates = [column.date for column in columns]
    division, weights = divide(options, dates), [options.get("weights", {}).get(day, 1) for day in dates]
    lines = []
    for person in sorted({person for column in columns for person in column.people}):
        line = Line(person, [Square(column.people.get(person)) for column in columns])
        line.fill(options, division)
        line.cross_out(options, division, weights)
        line.total(options, weights)
        lines.append(line)
    lines.sort(key=cmp_to_key(lambda one, other: compare(options, one, other)[0]))
    standings = [row(options, lines, at) for at in range(len(lines))]
    fit = [line for line in lines if line.deals and line.presences >= options.get("least", 0)]
    return {
        "standings": standings,
        "most_points": side(fit, lambda line: Fraction(line.points)),
        "best_average": side(fit, lambda line: Fraction(line.deal_points, line.deals)),
        "withdrawn": sorted(
            [at, came.place or 0] for at, column in enumerate(columns, 1) for came, gone in column.strangers if gone
        ),
    }


def row(options: Options, lines: Sequence[Line], at: int) -> dict[str, Any]:
    line, ties, least = lines[at], list(options.get("ties", [])), options.get("least", 0)
    ranked = line.score is not None and line.presences >= least
    needed = [compare(options, line, other)[1] for other in neighbours(options, lines, line)]
    broke = max((tie for tie in needed if tie), key=ties.index, default="")
    before = sum(compare(options, other, line)[0] < 0 for other in lines)
    return {
        "person": line.person,
        "rank": before + 1 if ranked else None,
        "presences": line.presences,
        "missing_presences": max(0, least - line.presences),
        "meal": 0 < options.get("meal", 0) <= line.presences,
        "points": line.points,
        "deals": line.deals,
        "deal_points": line.deal_points,
        "broke": broke if ranked else "",
        "score": written(line.score),
        "evenings": [
            {
                "number": number,
                "fate": square.state,
                "worth": written(square.worth),
                "place": square.came.place if square.came and square.state != "outside" else None,
            }
            for number, square in enumerate(line.squares, 1)
        ],
    }


def neighbours(options: Options, lines: Sequence[Line], line: Line) -> list[Line]:
    """The nearest before and after a line that do not equal it."""
    before = [other for other in lines if compare(options, other, line)[0] < 0]
    after = [other for other in lines if compare(options, other, line)[0] > 0]
    return [*before[-1:], *after[:1]]


def side(lines: Sequence[Line], measure: Any) -> list[list[int]]:
    order = sorted(lines, key=lambda line: (-measure(line), line.person))
    return [[1 + sum(measure(other) > measure(line) for other in lines), line.person] for line in order]


def written(value: Fraction | None) -> str | None:
    return value if value is None else str(value.numerator) + (f"/{value.denominator}" if value.denominator > 1 else "")


class Book:
    """A register as it is read: its lines by act, in order, and the texts of its appendix by digest."""

    def __init__(self, register: str) -> None:
        rows = [json.loads(line) for line in register.splitlines()]
        self.lines = [json.loads(row["line"]) for row in rows if "line" in row]
        self.texts = {row["digest"]: row["text"] for row in rows if "digest" in row}

    def facts(self, *acts: str, series: int | None = None) -> list[tuple[str, dict[str, Any]]]:
        """The facts of the lines with these acts, with the act; of one series, if there is one."""
        found = [(line["act"], line["facts"]) for line in self.lines if line["act"] in acts]
        return [(act, facts) for act, facts in found if series is None or facts["series"] == series]

    def rules(self, series: int) -> Options:
        rules: Options = {}
        for act, facts in self.facts("make_series", "change_series", "change_season", series=series):
            rules = facts["season"] if act == "change_season" else facts["plan"]["season"]
        return rules

    def paper(self, series: int) -> dict[str, list[list[int]]]:
        latest = {facts["date"]: facts for _act, facts in self.facts("record_totals", "withdraw_totals", series=series)}
        return {day: facts["totals"] for day, facts in latest.items() if "totals" in facts}

    def events(self, series: int) -> dict[str, str]:
        """The event of each evening that was not cancelled last, by planned date."""
        held: dict[str, bool] = {}
        for act, facts in self.facts("cancel_evenings", "restore_evening", "open_evening", series=series):
            held |= dict.fromkeys(facts.get("dates", [facts.get("date")]), act != "cancel_evenings")
        opened = {facts["date"]: facts["event"] for _act, facts in self.facts("open_evening", series=series)}
        return {day: event for day, event in opened.items() if held.get(day, True)}

    def people(self) -> dict[tuple[str, int], int]:
        """Who an entry of an event is, by its address and number."""
        unlinked = {facts["link"] for _act, facts in self.facts("unlink_entry")}
        linked = [digest for _act, facts in self.facts("link_entries") for digest in facts["links"]]
        who = [json.loads(self.texts[digest]) for digest in linked if digest not in unlinked and self.texts[digest]]
        return {(each["event"], each["number"]): each["person"] for each in who}

    def gone(self) -> set[int]:
        return {person for _act, facts in self.facts("forget_persons") for person in facts["persons"]}


def read_columns(book: Book, series: int, exports: Mapping[str, dict[str, Any]]) -> list[Column]:
    """The evenings of a season, without those on which nothing was played."""
    paper, events, people, gone = book.paper(series), book.events(series), book.people(), book.gone()
    jokers_out = book.rules(series).get("jokers") == "out"
    columns = []
    for day in sorted({*paper, *events}):
        column = Column(day)
        for person, came in on_paper(paper.get(day, [])).items():
            known = None if person in gone else person
            column.add(known, came, withdrawn=person in gone, jokers_out=jokers_out)
        if day in events:
            for number, came in in_export(exports[events[day]]).items():
                column.add(people.get((events[day], number)), came, withdrawn=came.nameless, jokers_out=jokers_out)
        if column.people or column.strangers:
            columns.append(column)
    return columns


def on_paper(totals: Sequence[Sequence[int]]) -> dict[int, Came]:
    sums: dict[int, Came] = {}
    for _round, _table, person, points, deals in totals:
        came = sums.setdefault(person, Came(0, 0, 0, None))
        came.points, came.deals, came.deal_points = came.points + points, came.deals + deals, came.deal_points + points
    return sums


def in_export(document: Mapping[str, Any]) -> dict[int, Came]:
    """What the evening gave each entry. Of events without bonus and without finals, as those of clubs are."""
    event = document["event"]
    assert not {"bonus", "stages", "sit_out", "unplayed"} & set(event.get("format", {}))
    entries = {entry["number"]: entry for entry in document["entries"]}
    ranked = {place["number"]: place for place in document["standings"]}
    results = {}
    for number, came in deals_of(document).items():
        came.joker, came.nameless = entries[number]["role"] == "joker", not entries[number]["name"]
        if number in ranked:
            came.points, came.rank = ranked[number]["points"], ranked[number]["rank"]
        else:
            given = [each["adjustments"].get(str(number), 0) for each in document["decisions"] if not each["cancelled"]]
            came.points = came.deal_points + sum(given)
        if entries[number]["status"] not in ("withdrawn", "excluded"):
            results[number] = came
    live = event["state"] != "rehearsal" and not event.get("binned") and any(came.deals for came in results.values())
    return results if live else {}


def deals_of(document: Mapping[str, Any]) -> dict[int, Came]:
    """The deals of whoever had a seat, by entry, and what they gave."""
    counted: dict[int, Came] = {}
    tables = [table for round in document["rounds"] if round["published"] for table in round["tables"]]
    for table in tables:
        for number in (*table["seats"].values(), *(each["entry"] for each in table.get("substitutes", ()))):
            counted.setdefault(number, Came(0, 0, 0, None))
        for deal in table["deals"]:
            for number, points in deal["points"].items():
                came = counted[int(number)]
                came.deals, came.deal_points = came.deals + 1, came.deal_points + points
        assert not any(deal.get("annulled") for deal in table.get("unscored", ())), "who sat there is not read"
    return counted


def check(register: str, season: dict[str, Any], exports: Sequence[dict[str, Any]]) -> str:
    """The first difference between a season's file and what follows from the register and the exports; "" if none."""
    events = {document["event"]["slug"]: document for document in exports}
    book, series = Book(register), season["series"]
    if season["format"] != "troel-season/1" or not book.facts("make_series", series=series):
        return "This is not the season of a series in the register."
    rules, columns = book.rules(series), read_columns(book, series, events)
    if rules != season["options"]:
        return f"The register has other rules: {rules}."
    if [column.date for column in columns] != [evening["date"] for evening in season["evenings"]]:
        return "The season has other evenings."
    for part, rows in count(rules, columns).items():
        for at, (mine, theirs) in enumerate(zip(rows, season[part], strict=False), 1):
            if mine != theirs:
                return f"{part}, line {at}: {mine}, and not {theirs}."
        if len(rows) != len(season[part]):
            return f"{part} has {len(season[part])} lines, and not {len(rows)}."
    return ""


if __name__ == "__main__":
    register, season, *exports = (Path(name).read_text("utf-8") for name in sys.argv[1:])
    sys.exit(check(register, json.loads(season), [json.loads(export) for export in exports]) or 0)
