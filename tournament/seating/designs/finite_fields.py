"""Finite fields and products of them: the arithmetic that the exact draws are made of.

An element is a whole number from 0 to size - 1, read as digits with the moduli of the additive group as bases.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, product


def factors(number: int) -> list[tuple[int, int]]:
    """The prime powers a number (1 or more) is the product of, as (prime, exponent), smallest prime first."""
    powers = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number, exponent = number // prime, exponent + 1
        if exponent:
            powers.append((prime, exponent))
        prime += 1
    return powers


def add(moduli: Sequence[int], a: int, b: int, times: int = 1) -> int:
    """a + `times` * b in the group with these moduli, digit by digit, lowest digit first."""
    total, weight = 0, 1
    for modulus in moduli:
        total += (a + times * b) % modulus * weight
        a, b, weight = a // modulus, b // modulus, weight * modulus
    return total


def negative(moduli: Sequence[int], a: int) -> int:
    """The element that gives 0 when added to `a`."""
    return add(moduli, 0, a, -1)


@dataclass(frozen=True)
class FiniteField:
    """The finite field of prime ** exponent elements, by the powers of a generator (log 0 is not used)."""

    moduli: tuple[int, ...]
    powers: tuple[int, ...]
    logs: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many elements there are."""
        return len(self.logs)

    def times(self, a: int, b: int) -> int:
        """The product of two elements."""
        return self.powers[(self.logs[a] + self.logs[b]) % len(self.powers)] if a and b else 0


def field(prime: int, exponent: int) -> FiniteField:
    """The field of prime ** exponent elements, made from the first primitive polynomial in counting order."""
    moduli = (prime,) * exponent
    for tail in product(range(prime), repeat=exponent):
        powers = _powers(prime, tail)
        if len(powers) == prime**exponent - 1:
            logs = [0] * (len(powers) + 1)
            for log, power in enumerate(powers):
                logs[power] = log
            return FiniteField(moduli, tuple(powers), tuple(logs))
    raise AssertionError(f"{prime} is no prime")


def _powers(prime: int, tail: Sequence[int]) -> list[int]:
    """The powers of x while they are new and not 0, where x to the degree is `tail`, lowest coefficient first.

    With one coefficient, x is that number itself.
    """
    digits = [1] + [0] * (len(tail) - 1)
    seen: dict[int, None] = {}
    for _ in count():
        number = sum(digit * prime**place for place, digit in enumerate(digits))
        if not number or number in seen:
            break
        seen[number] = None
        carry = digits[-1]
        digits = [(low + carry * t) % prime for low, t in zip([0, *digits[:-1]], tail, strict=True)]
    return list(seen)


@dataclass(frozen=True)
class Ring:
    """A product of fields: as many elements as wanted, and as many rows of differences as its smallest field has."""

    factors: tuple[FiniteField, ...]

    @property
    def moduli(self) -> tuple[int, ...]:
        """The bases of the digits of an element."""
        return tuple(modulus for part in self.factors for modulus in part.moduli)

    @property
    def smallest(self) -> int:
        """The size of the smallest field: so many elements exist whose differences can all be divided by."""
        return min(part.size for part in self.factors)

    def multiple(self, number: int, element: int) -> int:
        """The element times the `number`-th of those elements (number < smallest)."""
        total, weight = 0, 1
        for part in self.factors:
            total += part.times(number, element % part.size) * weight
            element, weight = element // part.size, weight * part.size
        return total


def ring(size: int) -> Ring:
    """The product of the fields whose sizes are the prime powers of `size` (2 or more)."""
    return Ring(tuple(field(prime, exponent) for prime, exponent in factors(size)))
