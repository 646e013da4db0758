"""What the whole draw rests on: chance is SHA-256 of seed and counter, and repeats are counted."""

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating.model import repeats
from tournament.seating.rng import Chance


def test_repeats_are_counted_beyond_the_first_meeting() -> None:
    assert repeats([[1, 2, 3, 4], [1, 2, 5, 6], [2, 1, 7, 8]]) == 2


def test_chance_is_sha256_of_seed_and_counter() -> None:
    first = int.from_bytes(hashlib.sha256(b"a:0").digest()[:4], "big")
    assert Chance("a").below(2**32) == first


@given(limit=st.integers(1, 2**32), seed=st.text(max_size=5))
@settings(max_examples=50)
def test_chance_stays_below_its_limit(limit: int, seed: str) -> None:
    chance = Chance(seed)
    assert all(0 <= chance.below(limit) < limit for _ in range(5))
