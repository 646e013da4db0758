"""A rule set that somebody sends: read with its house rules, or every fault named and nothing broken."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from scoring import RuleSet, RuleSetError, load, words
from scoring.errors import FaultyRuleSetError, RuleSetFault
from scoring.rules.penalties import MAX_PENALTIES
from scoring.rules.presets import MAX_BYTES, read_file, read_text
from scoring.rules.written import toml
from scoring.words import LANGUAGES
from tests.support.servers.work import at_most

VARIANT = b"""
extends = "world-2018"
penalties_from = "world-2018"
key = "home"
source = "our own"
verified = false
sums = [-200, 300]
names = { nl = "Thuis", fr = "Chez nous", en = "Home" }
why = { nl = "Zo.", fr = "Ainsi.", en = "So." }
"""

HOUSE = b"""
[penalties.telephone]
kind = "adjustment"
article = "7"
player = [-10, -5]
others = 2
names = { nl = "Telefoon", fr = "T\xc3\xa9l\xc3\xa9phone", en = "Telephone" }
notes = { nl = "Aan tafel.", fr = "\xc3\x80 table.", en = "At the table." }
"""


def read(content: bytes) -> RuleSet:
    return RuleSet.from_dict(read_text(content))


def faults(data: dict[str, Any]) -> list[RuleSetFault]:
    with pytest.raises(FaultyRuleSetError) as caught:
        RuleSet.from_dict(data)
    return caught.value.faults


def test_what_was_sent_is_read_as_a_file_is(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_bytes(VARIANT)
    assert RuleSet.from_dict(read_file(file)) == read(VARIANT)
    assert read(VARIANT).lines == load("world-2018").lines


def test_a_mark_and_other_ends_of_lines_do_no_harm() -> None:
    assert read(b"\xef\xbb\xbf" + VARIANT.replace(b"\n", b"\r\n")) == read(VARIANT)


# --- House rules.


def test_own_penalties_stand_beside_the_borrowed_ones() -> None:
    home = read(VARIANT + HOUSE)
    own = {penalty.key: penalty for penalty in home.penalties}["telephone"]
    assert (own.kind, own.least, own.most, own.others, own.borrowed) == ("adjustment", -10, -5, 2, False)
    assert len(home.penalties) == len(load("world-2018").penalties) + 1


def test_an_own_penalty_takes_the_place_of_a_borrowed_one() -> None:
    home = read(VARIANT + HOUSE.replace(b"telephone", b"misdeal"))
    assert {penalty.key: penalty for penalty in home.penalties}["misdeal"].least == -10
    assert len(home.penalties) == len(load("world-2018").penalties)


def test_house_rules_come_back() -> None:
    ruling = HOUSE.replace(b"telephone", b"wrong-table").replace(b'"adjustment"', b'"ruling"\neffect = "annulled"')
    home = read(VARIANT + HOUSE + ruling.replace(b"player = [-10, -5]\nothers = 2\n", b""))
    assert {"telephone", "wrong-table"} <= {penalty.key for penalty in home.penalties}
    assert RuleSet.from_dict(json.loads(json.dumps(home.to_dict()))) == home
    assert read(toml(home).encode()) == home


@pytest.mark.parametrize("key", ["Telephone", "tele phone", "", "télé", "a.b", "x" * 41, "a_b", "\N{GRINNING FACE}"])
def test_the_key_of_a_penalty_is_a_plain_word(key: str) -> None:
    data: Any = read(VARIANT).to_dict()
    data["penalties"][key] = data["penalties"]["misdeal"]
    (fault,) = faults(data)
    assert fault.code == "bad_key" and fault.place.startswith("penalties")


@pytest.mark.parametrize("key", ["x" * 40, "7", "-", "telephone-2"])
def test_keys_that_will_do(key: str) -> None:
    data: Any = read(VARIANT).to_dict()
    data["penalties"][key] = data["penalties"]["misdeal"]
    ruleset = RuleSet.from_dict(data)
    assert read(toml(ruleset).encode()) == ruleset


def test_there_are_only_so_many_penalties() -> None:
    data: Any = read(VARIANT).to_dict()
    one = data["penalties"]["misdeal"]
    data["penalties"] = {f"p{number}": one for number in range(MAX_PENALTIES)}
    ruleset = RuleSet.from_dict(data)
    assert len(ruleset.penalties) == MAX_PENALTIES and len(toml(ruleset).encode()) < MAX_BYTES
    data["penalties"]["more"] = one
    assert faults(data) == [RuleSetFault("penalties", "too_many_penalties", {"most": MAX_PENALTIES})]


def test_the_longest_rule_set_can_still_be_loaded() -> None:
    """Every text as long as it may be, in characters of three bytes, and full of what must be escaped."""
    data: Any = read(VARIANT).to_dict()
    text = ('"\\.€' * 150)[:600]
    one = data["penalties"]["misdeal"] | {
        "names": dict.fromkeys(LANGUAGES, text[:80]),
        "notes": dict.fromkeys(LANGUAGES, text),
    }
    data["penalties"] = {f"p{number}": one for number in range(30)}
    ruleset = RuleSet.from_dict(data | {"source": text})
    assert read(toml(ruleset).encode()) == ruleset


@pytest.mark.parametrize("own", [b"penalties = 3\n", b"penalties = []\n"])
def test_penalties_that_are_no_table(own: bytes) -> None:
    with pytest.raises(FaultyRuleSetError) as caught:
        read(VARIANT + own)
    assert caught.value.faults[0].place == "penalties"


# --- Where a fault is.


@pytest.mark.parametrize(
    ("path", "dutch", "english"),
    [
        ("lines.PC9.made", "Samen 9, gemaakt", "Prop & cop 9, made"),
        ("lines.PC9", "Samen 9", "Prop & cop 9"),
        ("lines.S6.opp_under", "Solo 6, tegenspeler per onderslag", "Solo 6, opponent per undertrick"),
        ("lines.PC14.made", "lines.PC14.made", "lines.PC14.made"),
        ("lines.PC9.colour", "Samen 9, colour", "Prop & cop 9, colour"),
        ("ladder", "Rangorde van de contracten", "Order of the contracts"),
        ("all13.points", "Alle 13 slagen, punten", "All 13 tricks, points"),
        ("penalties.misdeal.player", "Straffen en huisregels, misdeal, de speler",
         "Penalties and house rules, misdeal, the player"),
        ("settle", "Afrekening", "Settling"),
        ("source", "source", "source"),
        ("lines", "lines", "lines"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_places_in_words(path: str, dutch: str, english: str) -> None:
    assert (words.place(path, "nl"), words.place(path, "en")) == (dutch, english)


def test_a_fault_is_told_with_its_place_in_words_and_in_the_file() -> None:
    fault = RuleSetFault("lines.PC9.made", "not_whole", {"given": "x"})
    assert words.fault(fault, "nl") == ("Samen 9, gemaakt · lines.PC9.made: moet een geheel getal zijn, niet “x”")
    assert words.fault(RuleSetFault("source", "missing", {}), "en") == "source: is missing"


# --- Files that mean harm, or are no rule set at all.

KEY = b"a" + b".a" * 300
HOSTILE = {
    "a key of 130,000 parts": b"a." * 130_000 + b"b = 1",
    "tables of many parts": b"".join(b"[" + b"a." * parts + b"b]\n" for parts in range(1, 499)),
    "many keys of some parts": b"\n".join(b"b%d.%b = 1" % (number, KEY) for number in range(50)),
    "tables within tables": b"a = " + b"{b = " * 5000 + b"1" + b"}" * 5000,
    "lists within lists": b"a = " + b"[" * 100_000,
    "a list of 130,000 numbers": b"ladder = [" + b"1," * 125_000 + b"]",
    "25,000 fields": b"".join(b"k%d = 1\n" % number for number in range(20_000)),
    "25,000 lines": b"[lines]\n" + b"".join(b"P%d = {}\n" % number for number in range(20_000)),
    "14,000 penalties": b"".join(b"[penalties.p%d]\n" % number for number in range(12_000)),
    "a ladder of one contract": b"ladder = [" + b'"PC8",' * 40_000 + b"]",
    "a ladder of 30,000": b"lines = {}\nladder = [" + b",".join(b'"%d"' % number for number in range(30_000)) + b"]",
    "too many amounts": VARIANT + b"[lines]\nPC8 = { made = [" + b"1," * 120_000 + b"] }",
    "a long key": b'key = "' + b"x" * 200_000 + b'"',
    "a long number": b"format = " + b"1" * 200_000,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "another coding": 'key = "x"'.encode("utf-16"),
    "nothing": b"",
    "NUL": b'key = "\x00"',
    "more than any grid": b"#" * (MAX_BYTES + 1),
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_makes_the_reader_run_away(name: str) -> None:
    with pytest.raises(RuleSetError) as caught, at_most(10_000 + 50 * len(HOSTILE[name])):
        read(HOSTILE[name])
    assert all(caught.value.sentence(language) for language in LANGUAGES)
    assert len(getattr(caught.value, "faults", ())) <= 500


@pytest.mark.parametrize("name", [name for name in HOSTILE if "parts" in name])
def test_a_key_of_many_parts_takes_no_memory(name: str) -> None:
    tracemalloc.start()
    with pytest.raises(RuleSetError):
        read(HOSTILE[name])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000


def test_too_large_says_how_large() -> None:
    with pytest.raises(RuleSetError) as caught:
        read_text(HOSTILE["more than any grid"])
    assert caught.value.sentence("nl") == "Het bestand is groter dan 256 KB."
