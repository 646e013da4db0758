"""A result refuses what cannot be, each time with its own code and what a sentence needs."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest

from scoring import Result, ResultError, RuleSet, load

PC9 = {"contract": "PC9", "declarers": [1, 3], "tricks": 10}
S6 = {"contract": "S6", "declarers": [2], "tricks": 6}
PM = {"contract": "PM", "declarers": [2, 4], "tricks": {"2": 0, "4": 1}}
GMT = {"contract": "GMT", "declarers": [1], "tricks": {"1": 0}}
POINTS = {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}


def refused(data: Any, key: str = "iwwa-2025") -> ResultError:
    with pytest.raises(ResultError) as caught:
        Result.read(data, load(key))
    return caught.value


@pytest.mark.parametrize("data", [[], None, "PC9", 3, [PC9]])
def test_not_an_object(data: object) -> None:
    assert refused(data).code == "not_an_object"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"colour": "H"}, "unknown_field"),
        ({"": 1}, "unknown_field"),
        ({"\ud800": 1}, "unknown_field"),
        ({"points": {}}, "points_not_played"),
        ({"contract": "PC14"}, "unknown_contract"),
        ({"contract": "pc9"}, "unknown_contract"),
        ({"contract": None}, "unknown_contract"),
        ({"contract": ["PC9"]}, "unknown_contract"),
        ({"contract": "P2"}, "contract_not_played"),
        ({"contract": "S5"}, "contract_not_played"),
        ({"declarers": 1}, "bad_declarers"),
        ({"declarers": {"1": 3}}, "bad_declarers"),
        ({"declarers": ["1", "3"]}, "bad_declarers"),
        ({"declarers": [1, 3.0]}, "bad_declarers"),
        ({"declarers": [True, 3]}, "bad_declarers"),
        ({"declarers": [0, 3]}, "bad_declarers"),
        ({"declarers": [1, 6]}, "bad_declarers"),
        ({"declarers": [1, -3]}, "bad_declarers"),
        ({"declarers": [1, 1]}, "seat_twice"),
        ({"declarers": [1, 3, 1]}, "seat_twice"),
        ({"declarers": [1, 5]}, "declarer_not_seated"),
        ({"declarers": []}, "declarers_number"),
        ({"declarers": [1]}, "declarers_number"),
        ({"declarers": [1, 2, 3]}, "declarers_number"),
        ({"seats": [1, 2, 3]}, "seats_number"),
        ({"seats": [1, 2, 3, 4, 5]}, "seats_number"),
        ({"seats": [1, 2, 3, 3]}, "seat_twice"),
        ({"seats": [1, 2, 3, 6]}, "bad_seats"),
        ({"seats": [0, 1, 2, 3]}, "bad_seats"),
        ({"seats": [1, 2, 3, True]}, "bad_seats"),
        ({"seats": [1, 2, 3, 4.0]}, "bad_seats"),
        ({"seats": "1234"}, "bad_seats"),
        ({"seats": None}, "bad_seats"),
        ({"seats": [1, 2, 4, 5]}, "declarer_not_seated"),
        ({"tricks": None}, "tricks_not_whole"),
        ({"tricks": 10.0}, "tricks_not_whole"),
        ({"tricks": "10"}, "tricks_not_whole"),
        ({"tricks": True}, "tricks_not_whole"),
        ({"tricks": {"1": 5, "3": 5}}, "tricks_not_whole"),
        ({"tricks": [10]}, "tricks_not_whole"),
        ({"tricks": -1}, "tricks_range"),
        ({"tricks": 14}, "tricks_range"),
        ({"tricks": 10**5000}, "tricks_range"),
        ({"trump": "NT"}, "bad_trump"),
        ({"trump": "h"}, "bad_trump"),
        ({"trump": ""}, "bad_trump"),
        ({"trump": None}, "bad_trump"),
        ({"trump": ["H"]}, "bad_trump"),
        ({"jury": "allowed"}, "jury_not_needed"),
        ({"jury": "refused"}, "jury_not_needed"),
        ({"jury": "not_called"}, "jury_not_needed"),
        ({"jury": None}, "jury_not_needed"),
        ({"doubles": 0}, "doubles_not_played"),
        ({"doubles": 1}, "doubles_not_played"),
    ],
)
def test_refused_in_a_team_contract(change: dict[str, object], code: str) -> None:
    error = refused({**PC9, **change})
    assert error.code == code
    assert str(error)[0].isupper() and str(error).endswith(".")
    str(error).encode("utf-8")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tricks": 0}, "tricks_per_declarer"),
        ({"tricks": [0, 1]}, "tricks_per_declarer"),
        ({"tricks": {}}, "tricks_per_declarer"),
        ({"tricks": {"2": 0}}, "tricks_per_declarer"),
        ({"tricks": {"2": 0, "3": 1}}, "tricks_per_declarer"),
        ({"tricks": {"2": 0, "4": 1, "1": 0}}, "tricks_per_declarer"),
        ({"tricks": {"02": 0, "4": 1}}, "tricks_per_declarer"),
        ({"tricks": {2: 0, 4: 1}}, "tricks_per_declarer"),
        ({"tricks": {"2": 0.0, "4": 1}}, "tricks_not_whole"),
        ({"tricks": {"2": False, "4": 1}}, "tricks_not_whole"),
        ({"tricks": {"2": None, "4": 1}}, "tricks_not_whole"),
        ({"tricks": {"2": -1, "4": 1}}, "tricks_range"),
        ({"tricks": {"2": 13, "4": 0}}, "tricks_range"),  # one card was put away: twelve tricks
        ({"tricks": {"2": 7, "4": 6}}, "tricks_too_many"),
        ({"declarers": [1, 2, 3, 4], "tricks": {"1": 0, "2": 0, "3": 0, "4": 12}}, "declarers_number"),
        ({"trump": "H"}, "trump_none"),
        ({"trump": "NT"}, "trump_none"),
    ],
)
def test_refused_in_a_personal_contract(change: dict[str, object], code: str) -> None:
    assert refused({**PM, **change}).code == code


def test_tricks_of_all_four_must_add_up() -> None:
    four = {"contract": "PM", "declarers": [1, 2, 3, 4], "tricks": {"1": 0, "2": 0, "3": 0, "4": 11}}
    assert refused(four, "wallonia").code == "tricks_not_all"
    piccolo = {**four, "contract": "PIC", "tricks": {"1": 1, "2": 1, "3": 1, "4": 9}}
    assert refused(piccolo, "wallonia").code == "tricks_not_all"
    assert Result.read({**piccolo, "tricks": {"1": 1, "2": 1, "3": 1, "4": 10}}, load("wallonia"))
    assert refused({**piccolo, "tricks": {"1": 1, "2": 1, "3": 1, "4": 11}}, "wallonia").code == "tricks_too_many"


@pytest.mark.parametrize(
    ("contract", "tricks", "code"),
    [
        ("GM", {"1": 13, "2": "lost"}, "tricks_not_lost"),  # a lost misère has a trick at least, and none is left
        ("GM", {"1": 12, "2": "lost"}, None),
        ("PIC", {"1": 13, "2": "lost"}, None),
        ("PIC", {"1": 13, "2": 1, "3": "lost"}, "tricks_too_many"),
        # All four play it, so the one who lost won what is left: exactly the trick that makes a piccolo.
        ("PIC", {"1": 11, "2": 1, "3": 0, "4": "lost"}, "tricks_not_lost"),
        ("PIC", {"1": 10, "2": 1, "3": 0, "4": "lost"}, None),
        ("PIC", {"1": 11, "2": 1, "3": "lost", "4": "lost"}, "tricks_not_lost"),
        ("PM", {"1": "lost", "2": "lost", "3": "lost", "4": "lost"}, None),
        ("PM", {"1": 0, "2": 0, "3": 0, "4": 0}, "tricks_not_all"),
    ],
)
def test_a_lost_contract_of_which_nobody_counted_the_tricks(
    contract: str, tricks: dict[str, object], code: str | None
) -> None:
    data = {"contract": contract, "declarers": [int(seat) for seat in tricks], "tricks": tricks}
    if code:
        assert refused(data, "wallonia").code == code
    else:
        assert Result.read(data, load("wallonia")).to_dict() == data


def test_one_declarer_may_take_all_that_were_played() -> None:
    assert Result.read({"contract": "PM", "declarers": [1], "tricks": {"1": 12}}, load("iwwa-2025"))
    assert Result.read({"contract": "GM", "declarers": [1], "tricks": {"1": 13}}, load("iwwa-2025"))
    assert refused({"contract": "GM", "declarers": [1, 2], "tricks": {"1": 13, "2": 1}}).code == "tricks_too_many"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"jury": "refused"}, "jury_refused"),
        ({"jury": "yes"}, "bad_jury"),
        ({"jury": True}, "bad_jury"),
        ({"jury": None}, "bad_jury"),
        ({"jury": ["allowed"]}, "bad_jury"),
    ],
)
def test_refused_of_the_jury(change: dict[str, object], code: str) -> None:
    assert refused({**GMT, **change}).code == code


def test_the_jury_is_asked_where_the_rules_ask_it() -> None:
    misere = {"contract": "GM", "declarers": [1], "tricks": {"1": 0}, "jury": "allowed"}
    assert refused(misere, "world-2018").code == "jury_not_needed"
    assert Result.read(misere, load("interclub-2025")).jury == "allowed"
    assert refused({**GMT, "jury": "allowed"}, "wallonia").code == "jury_not_needed"


@pytest.mark.parametrize("doubles", [-1, 10, 1.0, True, "1", None, [1]])
def test_refused_doubles(doubles: object) -> None:
    assert refused({**PC9, "doubles": doubles}, "flanders").code == "bad_doubles"


@pytest.mark.parametrize(
    ("contract", "tricks", "trumps"), [("PC8", 8, "H D C S"), ("A9", 9, "H D C S"), ("S13", 13, "H D C S NT")]
)
def test_trump(contract: str, tricks: int, trumps: str) -> None:
    wallonia = load("wallonia")
    data = {"contract": contract, "declarers": [1, 2] if contract == "PC8" else [1], "tricks": tricks}
    for trump in ("H", "D", "C", "S", "NT"):
        if trump in trumps.split():
            assert Result.read({**data, "trump": trump}, wallonia).trump == trump
        else:
            assert refused({**data, "trump": trump}, "wallonia").code == "bad_trump"


@pytest.mark.parametrize(("contract", "tricks"), [("A9", 9), ("AT9", 9), ("S13", 13)])
def test_jeux_de_cartes_plays_these_without_trump(contract: str, tricks: int) -> None:
    data = {"contract": contract, "declarers": [1], "tricks": tricks}
    assert Result.read(data, load("jeux-de-cartes"))
    for trump in ("H", "NT"):
        assert refused({**data, "trump": trump}, "jeux-de-cartes").code == "trump_none"


@pytest.mark.parametrize("field", ["contract", "declarers", "tricks"])
def test_missing_field(field: str) -> None:
    error = refused({name: value for name, value in PC9.items() if name != field})
    assert (error.code, error.details) == ("missing_field", {"field": field})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "missing_field"),
        (PC9, "only_points"),
        ({**POINTS, "contract": "PC9"}, "only_points"),
        ({**POINTS, "doubles": 1}, "only_points"),
        ({"points": None}, "points_per_seat"),
        ({"points": [5, -5, 0, 0]}, "points_per_seat"),
        ({"points": {"1": 5, "2": -5, "3": 0}}, "points_per_seat"),
        ({"points": {"1": 5, "2": -5, "3": 0, "5": 0}}, "points_per_seat"),
        ({"points": {"1": 5, "2": -5, "3": 0, "4": 0, "5": 0}}, "points_per_seat"),
        ({**POINTS, "seats": [1, 2, 3, 5]}, "points_per_seat"),
        ({"points": {"1": 5.0, "2": -5, "3": 0, "4": 0}}, "points_not_whole"),
        ({"points": {"1": True, "2": -5, "3": 0, "4": 0}}, "points_not_whole"),
        ({"points": {"1": "5", "2": -5, "3": 0, "4": 0}}, "points_not_whole"),
        ({"points": {"1": None, "2": -5, "3": 0, "4": 0}}, "points_not_whole"),
        ({"points": {"1": 1_000_001, "2": -5, "3": 0, "4": 0}}, "points_range"),
        ({"points": {"1": -1_000_001, "2": -5, "3": 0, "4": 0}}, "points_range"),
    ],
)
def test_refused_where_points_alone_are_entered(data: dict[str, object], code: str) -> None:
    assert refused(data, "points-only").code == code


def test_the_most_points_are_a_million() -> None:
    most = {"points": {"1": 1_000_000, "2": -1_000_000, "3": 0, "4": 0}}
    assert Result.read(most, load("points-only")).points == (1_000_000, -1_000_000, 0, 0)


@pytest.mark.parametrize(
    ("data", "key", "canonical"),
    [
        ({"tricks": 10, "declarers": [3, 1], "contract": "PC9"}, "iwwa-2025", PC9),
        ({**PC9, "seats": [4, 3, 2, 1]}, "iwwa-2025", PC9),
        ({**PC9, "doubles": 0}, "flanders", PC9),
        (
            {"seats": [1, 5, 3, 2], "trump": "D", "doubles": 2, **PC9},
            "flanders",
            {**PC9, "trump": "D", "doubles": 2, "seats": [1, 2, 3, 5]},
        ),
        ({**PM, "declarers": [4, 2], "tricks": {"4": 1, "2": 0}}, "iwwa-2025", PM),
        (GMT, "iwwa-2025", GMT),
        ({"jury": "not_called", **GMT}, "iwwa-2025", {**GMT, "jury": "not_called"}),
        ({"points": {"4": 0, "2": -5, "3": 0, "1": 5}}, "points-only", POINTS),
    ],
)
def test_canonical_data(data: dict[str, object], key: str, canonical: dict[str, object]) -> None:
    found = Result.read(data, load(key)).to_dict()
    assert list(found.items()) == list(canonical.items())
    assert Result.read(found, load(key)).to_dict() == found


def test_a_result_is_a_value() -> None:
    result = Result.read(PC9, load("iwwa-2025"))
    assert result == Result.read(dict(PC9), load("iwwa-2025"))
    assert len({result, Result.read(PC9, load("iwwa-2025"))}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.tricks = 11  # type: ignore[misc]


def test_who_reached_his_target() -> None:
    def makers(data: Mapping[str, object], ruleset: RuleSet) -> tuple[int, ...]:
        return Result.read(data, ruleset).makers()

    iwwa = load("iwwa-2025")
    assert makers(PM, iwwa) == (2,)
    assert makers(PC9, iwwa) == (1, 3)
    assert makers({**S6, "tricks": 5}, iwwa) == ()
    assert makers(POINTS, load("points-only")) == ()


def test_details_are_short_and_plain() -> None:
    assert refused({**PC9, "x" * 5000: 1}).details == {"field": "x" * 40 + "…"}
    assert refused({**PC9, "tricks": {"1": [[]]}}).details["given"] == "{…}"
    assert refused({**PC9, "tricks": 10**5000}).details["given"] == "…"
    assert refused({**PC9, "a\nb\x1b\ud800": 1}).details == {"field": "a?b??"}
