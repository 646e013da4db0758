"""`tools/verify.py` names what an export says otherwise than its logbook."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tests.support.events.long_day import long_day
from tests.support.files.two_files import Document, Files, deal_of
from tests.support.servers.nightly import by_day
from tournament.acts.table.tables import substitute


@pytest.fixture
def day(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(a_full_day(), tmp_path, capsys)


@pytest.fixture
def two_finals(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(long_day(), tmp_path, capsys)


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


def test_who_comes_back_to_their_seat_is_followed(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = cast.playing(8, deals=4)
    cast.registration.add_entries(event, "system", [cast.Entrant("Spare Hand", number=9)])
    table, first = cast.table(event), cast.seated(cast.table(event))[1]
    cast.write(table, 1)
    for number, from_deal in ((9, 2), (first, 2), (9, 2)):
        substitute(table, "system", 1, number, from_deal)
    cast.write(table, 2)
    for number, from_deal in ((first, 3), (9, 4), (first, 4)):
        substitute(table, "system", 1, number, from_deal)
    files = Files(event, tmp_path, capsys)
    files.confirmed()
    came = [(seat["from_deal"], seat["entry"]) for seat in files.document["rounds"][0]["tables"][0]["substitutes"]]
    assert came == [(2, 9), (3, first)]


def test_a_penalty_is_part_of_the_ranking(two_finals: Files) -> None:
    def change(document: Document) -> None:
        document["decisions"][2]["adjustments"]["13"] = -30

    assert "The ranking, player 13: " in two_finals.difference(change)


@pytest.mark.parametrize("step", by_day([6, 1]))
@pytest.mark.parametrize("name", ["rank", "points", "rounds", "adjustments", "bonus", "carried"])
def test_every_figure_of_the_ranking_is_checked(two_finals: Files, name: str, step: int) -> None:
    for at, place in list(enumerate(two_finals.document["standings"]))[::step]:
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
        "decision 16, reason: the logbook says",
    ),
    "a cancelled decision": (
        lambda document: document["decisions"][-1].update(cancelled=True),
        "decision 16, cancelled: the logbook says False, the export True",
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
