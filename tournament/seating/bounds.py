"""What no draw can do better: limits that follow from counting alone."""

from tournament.seating.model import SEATS


def tables(players: int) -> int:
    """How many tables so many players need."""
    return -(-players // SEATS)


def vacancies(players: int) -> int:
    """How many seats stay empty when so many players sit down."""
    return -players % SEATS


def rounds_without_repeats(players: int) -> int:
    """At most so many rounds can be played by full tables before somebody must meet somebody again.

    Everybody meets three others a round; with fewer than four tables, four of one table cannot be parted.
    """
    return (players - 1) // 3 if players >= SEATS * SEATS else 1


def repeats(meetings: list[int], players: int) -> int:
    """At least so many repeats: players with more neighbours than there are others met some of them again.

    `meetings` has for each player how many neighbours they had, over all rounds.
    """
    beyond = sum(max(0, met - (players - 1)) for met in meetings)
    return -(-beyond // 2)


def club_meetings(sizes: list[int], tables: int) -> int:
    """At least so many pairs of one club meet in a round of so many tables, for clubs of these sizes.

    A club spread as evenly as can be has q or q + 1 members at each table.
    """
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += tables * each * (each - 1) // 2 + more * each
    return total
