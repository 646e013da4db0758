"""The examples the rules give with them, and those of their sources."""

import pytest

from scoring import Result, fulfilled, load, score

EXAMPLES = [
    ("iwwa-2025", {"contract": "PC8", "declarers": [1, 3], "tricks": 10}, [13, 0, 13, 0]),
    ("iwwa-2025", {"contract": "PC8", "declarers": [1, 3], "tricks": 7}, [-10, 10, -10, 10]),
    ("iwwa-2025", {"contract": "PC9", "declarers": [2, 3], "tricks": 13}, [0, 30, 30, 0]),
    ("iwwa-2025", {"contract": "S6", "declarers": [4], "tricks": 9}, [0, 0, 0, 18]),
    ("iwwa-2025", {"contract": "S8", "declarers": [2], "tricks": 6}, [18, -27, 18, 18]),
    ("iwwa-2025", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}, [18, -18, 12, 12]),
    ("iwwa-2025", {"contract": "GMT", "declarers": [3], "tricks": {"3": 0}, "jury": "not_called"}, [0, 0, 0, 0]),
    ("world-2018", {"contract": "PC8", "declarers": [1, 2], "tricks": 13}, [44, 44, 0, 0]),
    ("world-2018", {"contract": "PC13", "declarers": [1, 2], "tricks": 12}, [-25, -25, 25, 25]),
    ("world-2018", {"contract": "A11", "declarers": [3], "tricks": 13}, [0, 0, 120, 0]),
    ("world-2018", {"contract": "S12", "declarers": [3], "tricks": 13, "jury": "allowed"}, [0, 0, 100, 0]),
    ("interclub-2025", {"contract": "PC10", "declarers": [1, 4], "tricks": 13}, [30, 0, 0, 30]),
    ("interclub-2025", {"contract": "A10", "declarers": [2], "tricks": 10, "jury": "not_called"}, [0, 0, 0, 0]),
    ("world-2018", {"contract": "TR9", "declarers": [1, 4], "tricks": 13}, [32, 0, 0, 32]),
    ("world-2018", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 3, "2": 1}}, [-18, -18, 18, 18]),
    ("wallonia", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 0}}, [12, 12, -12, -12]),
    ("wallonia", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 4}}, [24, -24, 0, 0]),
    ("wallonia", {"contract": "S6", "declarers": [1], "tricks": 8}, [21, -7, -7, -7]),
    ("flanders", {"contract": "TR9", "declarers": [1, 2], "tricks": 13}, [18, 18, -18, -18]),
    ("jeux-de-cartes", {"contract": "PIC", "declarers": [1, 3], "tricks": {"1": 1, "3": 1}}, [18, -18, 18, -18]),
    ("points-only", {"points": {"1": 5, "2": -7, "3": 0, "4": 2}}, [5, -7, 0, 2]),
]


@pytest.mark.parametrize(("key", "data", "points"), EXAMPLES)
def test_example(key: str, data: dict[str, object], points: list[int]) -> None:
    assert list(score(Result.read(data, load(key)), load(key)).values()) == points


@pytest.mark.parametrize("tricks", [0, 5])
@pytest.mark.parametrize("answer", [{}, {"jury": "not_called"}])
def test_without_the_jury_a_deal_is_annulled_made_or_lost(tricks: int, answer: dict[str, str]) -> None:
    world = load("world-2018")
    result = Result.read({"contract": "GMT", "declarers": [1, 2], "tricks": {"1": tricks, "2": 0}, **answer}, world)
    assert score(result, world) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert fulfilled(result, world) == {}


@pytest.mark.parametrize(
    ("doubles", "points"), [(0, [-3, 3, -3, 3]), (1, [-6, 6, -6, 6]), (2, [-9, 9, -9, 9]), (9, [-30, 30, -30, 30])]
)
def test_doubles_add_up(doubles: int, points: list[int]) -> None:
    flanders = load("flanders")
    result = Result.read({"contract": "PC8", "declarers": [1, 3], "tricks": 7, "doubles": doubles}, flanders)
    assert list(score(result, flanders).values()) == points


@pytest.mark.parametrize(
    ("data", "points"),
    [
        ({"contract": "TR8", "declarers": [1, 2], "tricks": 10, "doubles": 1}, [12, 12, -12, -12]),
        ({"contract": "TR9", "declarers": [1, 2], "tricks": 8, "doubles": 2}, [-12, -12, 12, 12]),
        ({"contract": "TR9", "declarers": [1, 2], "tricks": 13, "doubles": 1}, [24, 24, -24, -24]),
        ({"contract": "A12", "declarers": [4], "tricks": 13, "doubles": 1}, [-6, -6, -6, 18]),
        ({"contract": "S13", "declarers": [4], "tricks": 13, "doubles": 2}, [-60, -60, -60, 180]),
        ({"contract": "S5", "declarers": [1], "tricks": 13}, [60, -20, -20, -20]),
        ({"contract": "GM", "declarers": [1, 2], "tricks": {"1": 0, "2": 2}, "doubles": 1}, [40, -40, 0, 0]),
    ],
)
def test_every_contract_of_flanders_can_be_doubled(data: dict[str, object], points: list[int]) -> None:
    flanders = load("flanders")
    assert list(score(Result.read(data, flanders), flanders).values()) == points


def test_four_petites_miseres() -> None:
    """Three make it and one takes all twelve tricks: that one pays each of them, and they pay each other."""
    wallonia = load("wallonia")
    data = {"contract": "PM", "declarers": [1, 2, 3, 4], "tricks": {"1": 0, "2": 12, "3": 0, "4": 0}}
    assert score(Result.read(data, wallonia), wallonia) == {1: 12, 2: -36, 3: 12, 4: 12}


def test_five_at_a_table() -> None:
    iwwa = load("iwwa-2025")
    data = {"contract": "PC8", "declarers": [5, 2], "tricks": 7, "seats": [1, 2, 4, 5]}
    assert score(Result.read(data, iwwa), iwwa) == {1: 10, 2: -10, 4: 10, 5: -10}
    points = load("points-only")
    entered = Result.read({"points": {"1": 1, "2": 2, "3": 3, "5": 5}, "seats": [5, 1, 2, 3]}, points)
    assert score(entered, points) == {1: 1, 2: 2, 3: 3, 5: 5}


@pytest.mark.parametrize(
    ("key", "data", "made"),
    [
        ("iwwa-2025", {"contract": "PC8", "declarers": [1, 3], "tricks": 8}, {1: True, 3: True}),
        ("iwwa-2025", {"contract": "S6", "declarers": [2], "tricks": 5}, {2: False}),
        ("iwwa-2025", {"contract": "PM", "declarers": [1, 4], "tricks": {"1": 0, "4": 1}}, {1: True, 4: False}),
        ("iwwa-2025", {"contract": "PIC", "declarers": [1], "tricks": {"1": 2}}, {1: False}),
        ("iwwa-2025", {"contract": "S12", "declarers": [1], "tricks": 12, "jury": "allowed"}, {1: True}),
        ("iwwa-2025", {"contract": "S12", "declarers": [1], "tricks": 12}, {}),
        ("jeux-de-cartes", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}, {1: False, 2: False}),
        ("jeux-de-cartes", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 0}}, {1: True, 2: True}),
        ("jeux-de-cartes", {"contract": "P2", "declarers": [1], "tricks": {"1": 2}}, {1: True}),
        ("points-only", {"points": {"1": 5, "2": 0, "3": 0, "4": 0}}, {}),
    ],
)
def test_who_made_his_contract(key: str, data: dict[str, object], made: dict[int, bool]) -> None:
    assert fulfilled(Result.read(data, load(key)), load(key)) == made
