"""What no draw can do better: limits that follow from counting alone."""

from tournament.seating.model import SEATS


def tables(players: int) -> int:
    """The number of tables that this many players need."""
    return -(-players // SEATS)


def vacancies(players: int) -> int:
    """The number of seats that stay empty with this many players."""
    return -players % SEATS


def rounds_without_repeats(players: int) -> int:
    """The most rounds that full tables can play before two people must meet again.

    Everybody meets three others a round; with fewer than four tables, four of one table cannot be parted.
    """
    return (players - 1) // 3 if players >= SEATS * SEATS else 1


def repeats(meetings: list[int], players: int) -> int:
    """The fewest repeats possible: a player with more neighbours than there are others met some of them again.

    `meetings` has for each player how many neighbours they had, over all rounds.
    """
    beyond = sum(max(0, met - (players - 1)) for met in meetings)
    return -(-beyond // 2)


def club_meetings(sizes: list[int], tables: int) -> int:
    """The fewest pairs from one club that meet in a round of `tables` tables, for clubs of these sizes.

    A club spread as evenly as can be has q or q + 1 members at each table.
    """
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += tables * each * (each - 1) // 2 + more * each
    return total
