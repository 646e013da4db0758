"""What is announced, in the words of each reader: on a table's pages, a player's, the public ones, and in the hall."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.acts.kernel import notices
from tournament.models import Event, Table
from tournament.ranking.round_names import round_in
from tournament.reading.rounds import timer
from tournament.version_tokens import token_of

NOWHERE = (0, 0)
MOST_ALOUD = 2


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement: its number, its words, the table it is for (0: everybody), and the hour until which it stands.

    `round` names its round where it has one, `by` is the actor who announced it.
    """

    number: int
    words: str
    table: int
    until: datetime | None
    round: str
    by: str

    @property
    def aloud(self) -> str:
        """The words with the table they are for, as all others read them."""
        return _aloud(self.words, [self.table])


def told(event: Event, place: tuple[int, int] | None = None) -> list[Told]:
    """What is announced now: everything, or what is for a place (round, table); (0, 0) is no table."""
    return [
        Told(
            one["number"],
            _("Last deal: finish the deal you are playing and start no other.") if one["last_deal"] else one["text"],
            one["table"] or 0,
            datetime.fromisoformat(one["until"]) if one["until"] else None,
            round_in(event, one["round"]) if one["round"] else "",
            one["by"],
        )
        for one in notices.shown(event, place)
    ]


def aloud(shown: list[Told]) -> list[str]:
    """What the hall reads: each text once, with the tables it is for; the two newest, as there is room for no more."""
    tables: dict[str, list[int]] = {}
    for one in shown:
        tables.setdefault(one.words, []).append(one.table)
    return [_aloud(words, sorted(there)) for words, there in tables.items()][-MOST_ALOUD:]


def _aloud(words: str, tables: list[int]) -> str:
    if not all(tables):
        return words
    told = ngettext("Table %(tables)s: %(words)s", "Tables %(tables)s: %(words)s", len(tables))
    return told % {"tables": ", ".join(map(str, tables)), "words": words}


def place_of(table: object) -> tuple[int, int]:
    """The place of a table; (0, 0) for anything else that a page may call so."""
    return (table.round.number, table.number) if isinstance(table, Table) else NOWHERE


def mark(shown: list[Told], table: object = None) -> str:
    """A mark of what a page shows: what is announced, and the timer of its table, if it is a table's."""
    return token_of(*((one.number, one.words) for one in shown), timer.mark(timer.of_table(table)))


def next_end(event: Event) -> float:
    """When (seconds since 1970) the first announcement that is shown ends by itself; 0 if none does."""
    ends = [one.until.timestamp() for one in told(event) if one.until]
    return min(ends, default=0.0)
