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
MAX_ALOUD = 2


@dataclass(frozen=True, slots=True)
class NoticeView:
    """An announcement: its number, its words, the table it is for (0: everybody), and the hour until which it stands.

    `round_title` names its round where it has one, `by` is the actor who announced it.
    """

    number: int
    words: str
    table: int
    until: datetime | None
    round_title: str
    by: str

    @property
    def aloud(self) -> str:
        """The words with the table they are for, as all others read them."""
        return _aloud(self.words, [self.table])


def current_notices(event: Event, place: tuple[int, int] | None = None) -> list[NoticeView]:
    """What is announced now: everything, or what is for a place (round, table); (0, 0) is no table."""
    return [
        NoticeView(
            notice["number"],
            _("Last deal: finish the deal you are playing and start no other.")
            if notice["last_deal"]
            else notice["text"],
            notice["table"] or 0,
            datetime.fromisoformat(notice["until"]) if notice["until"] else None,
            round_in(event, notice["round"]) if notice["round"] else "",
            notice["by"],
        )
        for notice in notices.posted_notices(event, place)
    ]


def aloud(notice_views: list[NoticeView]) -> list[str]:
    """What the hall reads: each text once, with the tables it is for; the two newest, as there is room for no more."""
    tables: dict[str, list[int]] = {}
    for notice in notice_views:
        tables.setdefault(notice.words, []).append(notice.table)
    return [_aloud(words, sorted(numbers)) for words, numbers in tables.items()][-MAX_ALOUD:]


def _aloud(words: str, tables: list[int]) -> str:
    if not all(tables):
        return words
    sentence = ngettext("Table %(tables)s: %(words)s", "Tables %(tables)s: %(words)s", len(tables))
    return sentence % {"tables": ", ".join(map(str, tables)), "words": words}


def place_of(table: object) -> tuple[int, int]:
    """The place of a table; (0, 0) for anything else that a page may call so."""
    return (table.round.number, table.number) if isinstance(table, Table) else NOWHERE


def mark(notice_views: list[NoticeView], table: object = None) -> str:
    """A mark of what a page shows: what is announced, and the timer of its table, if it is a table's."""
    return token_of(*((notice.number, notice.words) for notice in notice_views), timer.mark(timer.of_table(table)))


def next_end(event: Event) -> float:
    """When (seconds since 1970) the first announcement that is shown ends by itself; 0 if none does."""
    ends = [notice.until.timestamp() for notice in current_notices(event) if notice.until]
    return min(ends, default=0.0)
