"""Everybody meets everybody exactly once: the designs of R. C. Bose (1939) for 3q + 1 points, q = 4t + 1 a prime power.

Points are three copies of the field of q elements and one more. With x a generator, the base round has the tables
{x^2i, -x^2i} of a copy with {x^(2i+k), -x^(2i+k)} of the next, for i < t, and the three zeros with the extra point.
"""

from tournament.seating.designs import finite_fields
from tournament.seating.designs.plan import Design, Developed
from tournament.seating.model import SEATS

COPIES = 3


def bose(points: int, rounds: int) -> Design | None:
    """The design for this number of points, if there is one with enough rounds; None otherwise."""
    size = (points - 1) // COPIES
    prime_powers = finite_fields.factors(size) if size > 1 else []
    if size * COPIES + 1 != points or size % SEATS != 1 or len(prime_powers) != 1 or rounds > size:
        return None
    finite_field = finite_fields.field(*prime_powers[0])
    return Design("bose", points, rounds, (Developed(finite_field.moduli, COPIES, _base(finite_field)),))


def _base(finite_field: finite_fields.FiniteField) -> tuple[tuple[int, ...], ...]:
    size, half = finite_field.size, (finite_field.size - 1) // 2
    step = _step(finite_field)
    tables = [(0, size, 2 * size, COPIES * size)]
    for copy in range(COPIES):
        copy_start, next_start = copy * size, (copy + 1) % COPIES * size
        for i in range(0, half, 2):
            low, high = (finite_field.powers[(i + k) % (size - 1)] for k in (0, half))
            other, across = (finite_field.powers[(i + step + k) % (size - 1)] for k in (0, half))
            tables.append((copy_start + low, copy_start + high, next_start + other, next_start + across))
    return tuple(tables)


def _step(finite_field: finite_fields.FiniteField) -> int:
    """An odd k for which one of x^k + 1 and x^k - 1 is a square and the other is not."""
    minus_one = finite_field.powers[(finite_field.size - 1) // 2]
    for k in range(1, finite_field.size - 1, 2):
        above, below = (finite_fields.add(finite_field.moduli, finite_field.powers[k], sign) for sign in (1, minus_one))
        if above and below and (finite_field.logs[above] - finite_field.logs[below]) % 2:
            return k
    raise AssertionError(f"no step for {finite_field.size}")
