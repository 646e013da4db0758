"""The printed grids, typed over by hand from the rules: every line of every rule set."""

import pytest

from scoring import Result, RuleSet, load, score

# Team contracts: points of a declarer for the target, one trick more, … 13 tricks; then, one, two and three tricks
# short, of a declarer and of an opponent.
IWWA_TEAM = """
PC8   7 10 13 16 19 30    -10 -13 -16    10 13 16
PC9   10 13 16 19 30      -13 -16 -19    13 16 19
PC10  13 16 19 30         -16 -19 -22    16 19 22
PC11  16 19 30            -19 -22 -25    19 22 25
PC12  22 30               -25 -28 -31    25 28 31
PC13  30                  -33 -36 -39    33 36 39
S6    12 15 18 18 18 18 18 18   -15 -18 -21   10 12 14
S7    15 18 18 18 18 18 18      -18 -21 -24   12 14 16
S8    21 21 21 21 21 21         -24 -27 -30   16 18 20
TR9   15 15 15 15 15      0 0 0          15 15 15
A9    30 30 30 30 30      -30 -30 -30    20 20 20
A10   45 45 45 45         -45 -45 -45    30 30 30
A11   60 60 60            -60 -60 -60    40 40 40
S12   100 100             -100 -100 -100   66 66 66
S13   150                 -150 -150 -150   100 100 100
"""

WORLD_TEAM = """
PC8   7 10 13 16 19 44    -10 -13 -16    10 13 16
PC9   10 13 16 19 44      -13 -16 -19    13 16 19
PC10  13 16 19 44         -16 -19 -22    16 19 22
PC11  16 19 44            -19 -22 -25    19 22 25
PC12  19 44               -22 -25 -28    22 25 28
PC13  44                  -25 -28 -31    25 28 31
S6    12 15 18 18 18 18 18 36   -15 -18 -21   10 12 14
S7    15 18 18 18 18 18 36      -18 -21 -24   12 14 16
S8    21 21 21 21 21 42         -24 -27 -30   16 18 20
TR9   16 16 16 16 32      0 0 0          16 16 16
A9    32 32 32 32 64      -32 -32 -32    21 21 21
A10   42 42 42 84         -42 -42 -42    25 25 25
A11   60 60 120           -60 -60 -60    27 27 27
S12   100 100             -100 -100 -100   33 33 33
S13   200                 -200 -200 -200   66 66 66
"""

INTERCLUB_TEAM = """
PC8   7 10 13 16 19 30    -10 -13 -16    10 13 16
PC9   10 13 16 19 30      -13 -16 -19    13 16 19
PC10  13 16 19 30         -16 -19 -22    16 19 22
PC11  16 19 30            -19 -22 -25    19 22 25
PC12  19 30               -22 -25 -28    22 25 28
PC13  30                  -25 -28 -31    25 28 31
S6    12 15 18 18 18 18 18 18   -15 -18 -21   10 12 14
S7    15 18 18 18 18 18 18      -18 -21 -24   12 14 16
S8    21 21 21 21 21 21         -24 -27 -30   16 18 20
TR9   16 16 16 16 30      0 0 0          16 16 16
A9    30 30 30 30 30      -30 -30 -30    20 20 20
A10   42 42 42 42         -42 -42 -42    28 28 28
A11   60 60 60            -60 -60 -60    40 40 40
S12   100 100             -100 -100 -100   50 50 50
S13   200                 -200 -200 -200   80 80 80
"""

# Where opponents pay, the amounts are what each opponent pays, and gets when the contract is lost.
WALLONIA_TEAM = """
PC8   8 11 14 17 20 26    11 14 17
PC9   11 14 17 20 26      14 17 20
PC10  14 17 20 26         17 20 23
PC11  17 20 26            20 23 26
PC12  20 26               23 26 29
PC13  26                  29 32 35
S6    4 5 7 7 7 7 7 7     5 6 7
S7    5 7 7 7 7 7 7       6 7 8
S8    7 7 7 7 7 7         8 9 10
TR9   16 16 16 16 26      0 0 0
A9    10 10 10 10 10      10 10 10
A10   15 15 15 15         15 15 15
A11   20 20 20            20 20 20
S12   30 30               30 30 30
S13   60                  60 60 60
"""

FLANDERS_TEAM = """
S5    2 3 4 5 6 7 8 9 20  3 4 5
S6    2 3 4 5 6 7 8 18    3 4 5
S7    2 3 4 5 6 7 16      3 4 5
S8    2 3 4 5 6 14        3 4 5
PC8   2 3 4 5 6 14        3 4 5
PC9   2 3 4 5 12          3 4 5
PC10  2 3 4 10            3 4 5
PC11  2 3 8               3 4 5
PC12  2 6                 3 4 5
PC13  4                   3 4 5
TR8   4 6 8 10 12 21      6 8 10
TR9   4 6 8 10 18         6 8 10
A9    3 3 3 3 3           3 3 3
A10   3 3 3 3             3 3 3
A11   3 3 3               3 3 3
A12   3 3                 3 3 3
S13   20                  20 20 20
"""

STANDARD_TEAM = """
S5    2 3 4 5 6 7 8 9 10  3 4 5
S6    2 3 4 5 6 7 8 9     3 4 5
S7    2 3 4 5 6 7 8       3 4 5
S8    2 3 4 5 6 7         3 4 5
S9    2 3 4 5 6           3 4 5
S10   2 3 4 5             3 4 5
PC8   2 3 4 5 6 7         3 4 5
PC9   2 3 4 5 6           3 4 5
PC10  2 3 4 5             3 4 5
PC11  2 3 4               3 4 5
PC12  2 3                 3 4 5
PC13  2                   3 4 5
"""

JEUX_TEAM = """
PC8   4 5 6 7 8 9         4 4 4
TR8   4 5 6 7 8 9         4 4 4
TR9   4 5 6 7 8           4 4 4
S6    8 10 12 14 16 18 20 22   8 8 8
S7    12 15 18 21 24 27 30     12 12 12
S8    16 20 24 28 32 36        16 16 16
A9    22 22 22 22 22      22 22 22
AT9   44 44 44 44 44      44 44 44
S13   100                 100 100 100
"""

# Personal contracts: of a declarer who makes it, of one who does not, and of an opponent when one, two, three fail.
PERSONAL = {
    "iwwa-2025": "PM 18 -18 12 24 36 | PIC 27 -27 18 36 54 | GM 36 -36 24 48 72 | GMT 72 -72 48 96 144",
    "world-2018": "PM 18 -18 12 18 24 | PIC 24 -24 16 24 32 | GM 36 -36 24 36 48 | GMT 75 -75 32 48 64",
    "interclub-2025": (
        "PM 18 -18 12 18 24 | PIC 24 -24 16 24 32 | PMT 27 -27 18 27 36 | GM 36 -36 24 36 48 | GMT 75 -75 50 75 100"
    ),
}

# Where each declarer settles with all three others: what one other pays, and how many may declare.
SETTLED = {"wallonia": "PM 6 4 | PIC 8 4 | GM 12 3 | GMT 24 1", "flanders": "GM 5 3 | GMT 10 1"}

TARGETS = {"PM": 0, "PMT": 0, "PIC": 1, "P2": 2, "GM": 0, "GMT": 0}

TABLES = {
    "iwwa-2025": IWWA_TEAM,
    "world-2018": WORLD_TEAM,
    "interclub-2025": INTERCLUB_TEAM,
    "wallonia": WALLONIA_TEAM,
    "flanders": FLANDERS_TEAM,
    "standard-v06": STANDARD_TEAM,
    "jeux-de-cartes": JEUX_TEAM,
}


def team_rows() -> list[tuple[str, str, list[int]]]:
    """Rule set, contract and the figures of each line."""
    lines = [(key, line.split()) for key, table in TABLES.items() for line in table.strip().splitlines()]
    return [(key, words[0], [int(word) for word in words[1:]]) for key, words in lines]


def points(ruleset: RuleSet, contract: str, declarers: list[int], tricks: object) -> list[int]:
    data: dict[str, object] = {"contract": contract, "declarers": declarers, "tricks": tricks}
    if contract in ruleset.jury:
        data["jury"] = "allowed"
    return list(score(Result.read(data, ruleset), ruleset).values())


@pytest.mark.parametrize(("key", "contract", "figures"), team_rows())
def test_team_contract(key: str, contract: str, figures: list[int]) -> None:
    ruleset = load(key)
    target = int(contract.lstrip("PCSTRA"))
    side = [2, 3] if contract[:2] in ("PC", "TR") else [2]
    made, short = figures[: 14 - target], figures[14 - target :]
    opponents_pay = ruleset.settle == "shared"
    assert len(short) == (3 if opponents_pay else 6)
    share = (4 - len(side)) // len(side)

    for tricks, amount in zip(range(target, 14), made, strict=True):
        own, other = (amount * share, -amount) if opponents_pay else (amount, 0)
        assert points(ruleset, contract, side, tricks) == [own if seat in side else other for seat in (1, 2, 3, 4)]
    for missing in (1, 2, 3):
        lost = short[missing - 1]
        own, other = (-lost * share, lost) if opponents_pay else (lost, short[missing + 2])
        found = points(ruleset, contract, side, target - missing)
        assert found == [own if seat in side else other for seat in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("key", "line"), [(key, line) for key, lines in PERSONAL.items() for line in lines.split(" | ")]
)
def test_personal_contract_where_each_stands_alone(key: str, line: str) -> None:
    contract, *words = line.split()
    made, failed, *gains = map(int, words)
    target = TARGETS[contract]
    for declarers in (1, 2, 3):
        for failures in range(declarers + 1):
            tricks = {str(seat): target + (seat <= failures) for seat in range(1, declarers + 1)}
            expected = [failed if seat <= failures else made for seat in range(1, declarers + 1)]
            expected += [gains[failures - 1] if failures else 0] * (4 - declarers)
            assert points(load(key), contract, list(range(1, declarers + 1)), tricks) == expected


@pytest.mark.parametrize(
    ("key", "line"), [(key, line) for key, lines in SETTLED.items() for line in lines.split(" | ")]
)
def test_personal_contract_settled_with_all_three(key: str, line: str) -> None:
    """Each declarer in turn: who makes it gets the amount from each of the three others, who fails pays it to each."""
    contract, amount, most = line.split()[0], *map(int, line.split()[1:])
    ruleset = load(key)
    assert ruleset.lines[contract].declarers == tuple(range(1, most + 1))
    played, target = (12 if contract == "PM" else 13), TARGETS[contract]
    for declarers in range(1, most + 1):
        for failures in range(declarers + 1):
            tricks = {seat: target + (seat <= failures) for seat in range(1, declarers + 1)}
            if declarers == 4:
                if failures == 0:
                    continue  # somebody must win the tricks
                tricks[1] += played - sum(tricks.values())
            expected = dict.fromkeys((1, 2, 3, 4), 0)
            for seat in tricks:
                each = -amount if seat <= failures else amount
                for other in expected:
                    expected[other] += 3 * each if other == seat else -each
            found = points(ruleset, contract, list(tricks), {str(seat): n for seat, n in tricks.items()})
            assert found == list(expected.values())


@pytest.mark.parametrize(("contract", "amount", "most"), [("PM", 10, 2), ("P2", 14, 1), ("PIC", 18, 2), ("GM", 28, 1)])
def test_personal_contract_played_together(contract: str, amount: int, most: int) -> None:
    ruleset, target = load("jeux-de-cartes"), TARGETS[contract]
    assert ruleset.lines[contract].declarers == tuple(range(1, most + 1))
    assert points(ruleset, contract, [1], {"1": target}) == [3 * amount, -amount, -amount, -amount]
    assert points(ruleset, contract, [1], {"1": target + 1}) == [-3 * amount, amount, amount, amount]
    if most == 2:
        for first, second in ((0, 0), (0, 1), (1, 0), (1, 1)):
            due = -amount if first or second else amount
            tricks = {"1": target + first, "4": target + second}
            assert points(ruleset, contract, [1, 4], tricks) == [due, -due, -due, due]


@pytest.mark.parametrize(("tricks", "amount"), [(8, 4), (9, 5), (13, 9), (7, -4), (0, -4)])
def test_couleur_alone_is_paid_by_three(tricks: int, amount: int) -> None:
    found = points(load("jeux-de-cartes"), "PC8", [3], tricks)
    assert found == [-amount, -amount, 3 * amount, -amount]


# From low to high; equals stand between brackets.
LADDERS = {
    "iwwa-2025": "PC8 PC9 S6 PC10 S7 PC11 PM S8 PC12 PIC PC13 TR9 A9 GM A10 A11 GMT S12 S13",
    "world-2018": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "interclub-2025": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PMT PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "wallonia": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 GM A10 A11 TR9 GMT S12 S13",
    "flanders": "(S5 PC8) (S6 PC9) (S7 PC10) (S8 PC11) PC12 PC13 A9 A10 A11 A12 GM (TR8 TR9) GMT S13",
    "standard-v06": "(S5 PC8) (S6 PC9) (S7 PC10) (S8 PC11) (S9 PC12) (S10 PC13)",
    "jeux-de-cartes": "PC8 (TR8 TR9) S6 PM S7 P2 S8 PIC A9 GM AT9 S13",
    "points-only": "",
}


@pytest.mark.parametrize(("key", "ladder"), LADDERS.items())
def test_ladder(key: str, ladder: str) -> None:
    found = [f"({' '.join(rank)})" if len(rank) > 1 else rank[0] for rank in load(key).ladder]
    assert " ".join(found) == ladder


JURIES = {
    "iwwa-2025": {"GMT", "S12", "S13"},
    "world-2018": {"GMT", "S12", "S13"},
    "interclub-2025": {"GM", "A10", "A11", "GMT", "S12", "S13"},
}


@pytest.mark.parametrize("key", LADDERS)
def test_jury(key: str) -> None:
    assert load(key).jury == JURIES.get(key, set())


def test_no_line_is_forgotten_here() -> None:
    """Each table above has exactly the contracts of its rule set."""
    for key, table in TABLES.items():
        typed = {line.split()[0] for line in table.strip().splitlines()}
        typed |= {line.split()[0] for line in (PERSONAL | SETTLED).get(key, "").split(" | ") if line}
        typed |= {"PM", "P2", "PIC", "GM"} if key == "jeux-de-cartes" else set()
        assert typed == set(load(key).lines)
