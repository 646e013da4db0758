"""Whole numbers in texts that were sent."""

import pytest

from tournament.integers import read_digits, read_integer


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("07", 7),
        ("123", 123),
        ("1234", None),
        ("", None),
        ("-1", None),
        (" 1", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_digits_alone_are_a_number(text: str, number: int | None) -> None:
    assert read_digits(text, 3) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("10", 10), (" 7 ", 7), ("-5", -5), ("−5", -5), ("+5", 5), ("", None), ("1.0", None), ("1e3", None), ("٣", None)],
)
def test_whole_numbers_as_people_write_them(text: str, number: int | None) -> None:
    assert read_integer(text) == number
