"""`tools/verify.py` and whole championships: it confirms each of them, and finds and names what was changed in one."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings

import scoring
from scoring import Result, score
from scoring.possible import possible
from tests import cast, finals, stages
from tests.any_rules import any_rules
from tests.full_day import a_full_day
from tests.jury_day import jury_day
from tests.long_day import TWO_FINALS, long_day
from tests.second_scorer import some, wrong
from tests.test_verifier import CHANGES, PROGRAM, Change, told
from tools import verify
from tournament.acts import events, logbook, rounds
from tournament.acts.anonymity import anonymise
from tournament.acts.final import declare_final
from tournament.acts.finale import freeze_ranking
from tournament.exchange import json_in, json_out, logbook_file
from tournament.models import Decision, Event, PersonalText
from tournament.ranking import facts
from tournament.ranking.standings import event_standings

Document = dict[str, Any]
KEYS = scoring.keys()

CHAMPIONSHIPS: dict[str, Callable[[], Event]] = {
    "full day": a_full_day,
    "jury day": jury_day,
    "final": finals.finished,
    "final from zero": partial(finals.finished, "zero"),
    **{f"long day {seed}": partial(long_day, seed) for seed in range(3)},
    "no format": partial(long_day, 4, {}),
    "bonus": partial(long_day, 4, {"bonus": [9, 3]}),
    "no bonus": partial(long_day, 4, {"stages": TWO_FINALS["stages"]}),
    **{
        made.__name__: made
        for made in (
            stages.unborn, stages.gathering, stages.rehearsed, stages.wiped, stages.drawn, stages.midway,
            stages.between, stages.over, stages.doubling, stages.counting, stages.parted, stages.ahead,
        )
    },
}  # fmt: skip


class Files:
    """The two files of a championship, and what the program says of them once they are changed."""

    def __init__(self, event: Event, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.log, self.export, self._capsys = folder / "event.log", folder / "event.json", capsys
        self.log.write_text("".join(line + "\n" for line in logbook_file.lines(event)), "utf-8")
        self.export.write_text(json_out.text(event), "utf-8")
        self.document: Document = json.loads(self.export.read_text("utf-8"))

    def confirmed(self) -> str:
        status, said = told(self._capsys, self.log, self.export)
        assert status == 0, said
        return said

    def difference(self, change: Callable[[Document], object]) -> str:
        """The differences that are named once the export is changed."""
        document = copy.deepcopy(self.document)
        change(document)
        self.export.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
        status, said = told(self._capsys, self.log, self.export)
        assert status == 1, said
        return said


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("name", CHAMPIONSHIPS)
def test_a_championship_is_confirmed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = CHAMPIONSHIPS[name]()
    said = Files(event, tmp_path, capsys).confirmed()
    assert f"{event.revision} lines, every seal follows" in said


@pytest.mark.parametrize("made", [a_full_day, long_day, stages.midway])
@pytest.mark.django_db
def test_an_imported_championship_is_confirmed(
    made: Callable[[], Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Files(json_in.load(json_out.document(made()), "system", "elsewhere"), tmp_path, capsys).confirmed()


@pytest.fixture
def day(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(a_full_day(), tmp_path, capsys)


@pytest.mark.long
@pytest.mark.django_db
def test_the_day_of_the_jury_has_every_preset_and_a_tie_at_the_cut() -> None:
    event = jury_day()
    assert set(facts.penalties(event)) <= set(event.decisions.values_list("kind", flat=True))
    last, first = event_standings(event, public=False, upto=2)[3:5]
    assert last.standing.row.points == first.standing.row.points
    assert set(Decision.Ruling.values) <= set(event.decisions.values_list("ruling", flat=True))


def played_out() -> Event:
    """A championship that is closed, so that names can be taken out of it."""
    event = a_full_day()
    rounds.show_round(cast.round_of(event), "system", True)
    declare_final(event, cast.by(cast.head_juror(event)), "The last table left.")
    freeze_ranking(event, "system", None)
    events.change_state(event, "system", Event.State.CLOSED)
    return cast.fresh(event)


@pytest.mark.parametrize("numbers", [[1, 2, 7], range(1, 1000)])
@pytest.mark.django_db
def test_a_championship_without_its_names_is_confirmed(
    numbers: Collection[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    anonymise(event, "system", numbers)
    Files(cast.fresh(event), tmp_path, capsys).confirmed()


@pytest.mark.django_db
def test_an_emptied_text_that_has_words_or_a_salt_is_found_by_both_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    before = PersonalText.objects.get(event=event, text=cast.entry(event, 7).player.name)
    anonymise(event, "system", [7])
    files = Files(cast.fresh(event), tmp_path, capsys)
    written = files.log.read_text("utf-8")
    bare = json.dumps({"digest": before.digest, "salt": "", "text": ""})
    for change in ({"salt": "0"}, {"salt": before.salt}, {"salt": before.salt, "text": before.text}):
        changed = written.replace(bare, json.dumps({**json.loads(bare), **change}, ensure_ascii=False))
        assert changed != written
        files.log.write_text(changed, "utf-8")
        assert "a line of the logbook emptied the text" in files.difference(lambda _document: None)
        with pytest.raises(CommandError, match="is not as Troel writes it"):
            call_command("verify", str(files.log))


@pytest.mark.django_db
def test_a_logbook_in_which_an_earlier_release_left_the_salts_is_confirmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played_out()
    name = PersonalText.objects.get(event=event, text=cast.entry(event, 7).player.name)
    with logbook.turn(event, even_archived=True) as event:
        logbook.write(event, "system", "anonymise", {"numbers": [7], "texts": [name.digest]})
    files = Files(cast.fresh(event), tmp_path, capsys)
    assert json.dumps({"digest": name.digest, "salt": name.salt, "text": ""}) in files.log.read_text("utf-8")
    files.confirmed()
    call_command("verify", str(files.log))


@pytest.fixture
def two_finals(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(long_day(), tmp_path, capsys)


def deal_of(document: Document, table: int, number: int, round: int = 1) -> Document:
    deals = document["rounds"][round - 1]["tables"][table - 1]["deals"]
    found: Document = next(deal for deal in deals if deal["number"] == number)
    return found


def test_the_points_of_a_player_are_named(day: Files) -> None:
    def change(document: Document) -> None:
        points = deal_of(document, 1, 3)["points"]
        points[next(iter(points))] += 1

    number, points = next(iter(deal_of(day.document, 1, 3)["points"].items()))
    told = f"Round 1, table 1, deal 3, player {number}: expected {points} points, found {points + 1}."
    assert told in day.difference(change)


def test_a_result_gives_other_points(day: Files) -> None:
    said = day.difference(lambda document: deal_of(document, 1, 1)["result"].update(tricks=6))
    assert "Round 1, table 1, deal 1, player" in said
    said = day.difference(lambda document: deal_of(document, 1, 1)["result"].update(tricks=14))
    assert "Round 1, table 1, deal 1: the result" in said and "tricks that cannot be" in said


def test_a_figure_of_the_rules_gives_other_points(day: Files) -> None:
    def change(document: Document) -> None:
        document["event"]["ruleset"]["lines"]["S7"]["made"] += 1

    assert "expected" in day.difference(change)


def test_a_decision_that_is_no_longer_in_force_is_missed(day: Files) -> None:
    """The jury annulled deal 2 of table 2."""

    def change(document: Document) -> None:
        next(one for one in document["decisions"] if one.get("ruling") == "annulled")["cancelled"] = True

    assert "Round 1, table 2, deal 2: annulled: expected nothing, found True" in day.difference(change)


def test_a_penalty_is_part_of_the_ranking(two_finals: Files) -> None:
    def change(document: Document) -> None:
        document["decisions"][2]["adjustments"]["13"] = -30

    assert "The ranking, player 13: " in two_finals.difference(change)


@pytest.mark.parametrize("name", ["rank", "points", "rounds", "adjustments", "bonus", "carried"])
def test_every_figure_of_the_ranking_is_checked(two_finals: Files, name: str) -> None:
    for at, place in enumerate(two_finals.document["standings"]):
        other = [n + 1 for n in place[name]] if name == "rounds" else place[name] + 1

        def change(document: Document, at: int = at, other: object = other) -> None:
            document["standings"][at][name] = other

        assert f"The ranking, player {place['number']}: {name}: " in two_finals.difference(change)


def test_the_order_and_the_length_of_the_ranking_are_checked(two_finals: Files) -> None:
    places = len(two_finals.document["standings"])
    assert "line 1 (rank 1)" in two_finals.difference(lambda document: document["standings"].reverse())
    assert f"line {places} " in two_finals.difference(lambda document: document["standings"].pop())
    again = two_finals.difference(lambda document: document["standings"].append(document["standings"][0]))
    assert "is in it twice" in again


def test_a_finalist_an_exclusion_and_a_bonus_change_the_ranking(two_finals: Files) -> None:
    def finalist(document: Document) -> None:
        document["cuts"][1]["finalists"][0] = document["standings"][-1]["number"]

    def excluded(document: Document) -> None:
        document["entries"][0]["status"] = "excluded"

    def bonus(document: Document) -> None:
        document["event"]["format"]["bonus"][0] = 91

    for change in (finalist, excluded, bonus):
        assert "The ranking" in two_finals.difference(change)


def test_what_is_no_championship_is_named_without_a_traceback(day: Files) -> None:
    for change in (
        lambda document: document.pop("rounds"),
        lambda document: document.update(decisions=7),
        lambda document: deal_of(document, 1, 1).update(result={"contract": "PC8"}),
        lambda document: deal_of(document, 1, 1)["points"].update(x=1),
        lambda document: document["event"]["ruleset"].pop("lines"),
        lambda document: document["entries"].append(document["entries"][0]),
        lambda document: document.update(format="troel/2"),
        lambda document: document["decisions"][0].update(numbre=document["decisions"][0].pop("number")),
    ):
        assert "DIFFERENCE: " in day.difference(change)


JOINED: dict[str, tuple[Callable[[Document], object], str]] = {
    "a reason": (
        lambda document: document["decisions"][-1].update(reason="Because."),
        "decision 14, reason: the logbook says",
    ),
    "a cancelled decision": (
        lambda document: document["decisions"][-1].update(cancelled=True),
        "decision 14, cancelled: the logbook says False, the export True",
    ),
    "an appeal": (
        lambda document: document["appeals"][0].update(seconded_by="user:99"),
        "the appeal, against decision 8 by player 1, seconded_by: the logbook says",
    ),
    "a result with its points": (
        lambda document: deal_of(document, 1, 2).update(result={"contract": "PC9", "declarers": [2, 4], "tricks": 6}),
        "round 1, table 1, deal 2, entered, tricks: the logbook says 7, the export 6",
    ),
    "a deal": (
        lambda document: document["rounds"][0]["tables"][0]["deals"].pop(),
        "round 1, table 1, deal 4: the logbook says",
    ),
    "the rules": (
        lambda document: document["event"]["ruleset"]["lines"]["A9"].update(made=31),
        "the rules, lines, A9, made: the logbook says 30, the export 31",
    ),
    "a name": (lambda document: document["entries"][0].update(name="Jef"), "player 1, name: "),
    "the address": (lambda document: document["event"].update(slug="elsewhere"), "the plan, slug: "),
    "a correction": (
        lambda document: document["corrections"][0].update(reason="Because."),
        "correction of the rules 1, reason: ",
    ),
}


@pytest.mark.parametrize("what", JOINED)
def test_what_the_logbook_says_otherwise_is_named(day: Files, what: str) -> None:
    change, told = JOINED[what]
    assert f"DIFFERENCE: {told}" in day.difference(change)


# What neither points nor decisions depend on; the program says in its first lines that it does not check them.
UNCHECKED = {
    "captain", "writer", "signatures", "unsigned", "calls", "logo", "compared", "corrected", "verified", "promises",
    "draws", "withdrawals", "room", "exchanged", "withdrawal", "spent_numbers", "binned",
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("made", [a_full_day, long_day, stages.midway])
@pytest.mark.django_db
def test_any_changed_value_is_found(
    made: Callable[[], Event], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = Files(made(), tmp_path, capsys)
    paths = [path for path in places(files.document, ()) if not UNCHECKED & set(path)]
    for path in Random("values").sample(paths, min(60, len(paths))):
        files.difference(partial(alter, path=path))


def places(value: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The path of every number, text and truth in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    return [path] if inner is None else [one for key, each in inner for one in places(each, (*path, key))]


def alter(document: Document, path: tuple[Any, ...]) -> None:
    for key in path[:-1]:
        document = document[key]
    now = document[path[-1]]
    document[path[-1]] = not now if isinstance(now, bool) else now + 1 if isinstance(now, int) else f"{now or ''}x"


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_byte_of_the_export_is_found(change: Change, day: Files, capsys: pytest.CaptureFixture[str]) -> None:
    written = day.export.read_bytes()
    checked = written.index(b'"decisions"'), written.index(b'"adjustments"')
    for at in Random("bytes").sample(range(*checked), 15):
        day.export.write_bytes(change(written, at))
        assert change(written, at) == written or told(capsys, day.log, day.export)[0] == 1, at


def test_every_act_is_carried_out_or_passed_over_by_name() -> None:
    acts = {act for act, _version in logbook._applies}
    carried_out = {act for act in acts if hasattr(verify.Replay, f"_on_{act}")}
    assert acts == carried_out | verify.PASSED_OVER and not carried_out & verify.PASSED_OVER


def test_files_that_do_not_fit_end_with_their_status(day: Files, tmp_path: Path) -> None:
    program = [sys.executable, "-I", "-S", str(PROGRAM), str(day.log)]
    for export, status in ((day.export, 0), (day.log, 1), (tmp_path / "none.json", 2)):
        done = subprocess.run([*program, str(export)], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == status and "Traceback" not in done.stderr


@pytest.mark.parametrize("key", KEYS)
def test_every_possible_result_gives_the_points_of_the_package(key: str) -> None:
    rules, data = scoring.load(key), scoring.load(key).to_dict()
    for result in possible(rules):
        told = result.to_dict()
        assert verify.impossible(data, told, [1, 2, 3, 4]) == ""
        assert verify.points_of(data, told) == score(result, rules), told


@pytest.mark.parametrize("key", KEYS)
def test_random_results_of_five_seats_are_scored_and_impossible_ones_refused(key: str) -> None:
    rules, data, chance = scoring.load(key), scoring.load(key).to_dict(), Random(key)
    for _ in range(300):
        result = Result.read(some(key, chance), rules)
        assert verify.impossible(data, result.to_dict(), sorted(result.seats)) == ""
        assert verify.points_of(data, result.to_dict()) == score(result, rules)
        impossible = wrong(key, chance)
        assert refused(data, impossible), impossible


def refused(rules: Document, result: Document) -> bool:
    """Whether the program calls a result impossible, played by its own seats if those can play at all."""
    seats = result.get("seats")
    own = (
        sorted(seats) if isinstance(seats, list) and len(seats) == 4 and set(seats) < {1, 2, 3, 4, 5} else [1, 2, 3, 4]
    )
    try:
        with verify.reading("The result"):
            told = {**result, "seats": sorted(result["seats"])} if "seats" in result else result
            return verify.impossible(rules, told, own) != ""
    except verify.Difference:
        return True


@pytest.mark.long
@settings(max_examples=30)
@given(any_rules())
def test_any_rules_are_scored_as_by_the_package(rules: scoring.RuleSet) -> None:
    data = rules.to_dict()
    for result in possible(rules):
        assert verify.points_of(data, result.to_dict()) == score(result, rules)
