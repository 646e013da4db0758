"""A ranking as text to copy into a chat: of an evening, or of a season."""

from collections.abc import Sequence

from tournament import links
from tournament.models import Event
from tournament.ranking import live
from tournament.reading.ranking.finality import ranking_title
from tournament.reading.ranking.ranking_rows import ranking_rows

# A place, a name and a figure, as they are shown.
ChatLine = tuple[str, str, str]


def chat_text(heading: Sequence[str], chat_lines: Sequence[ChatLine], address: str, top: int = 0) -> str:
    """The heading, the first `top` lines (0: all of them), and where the rest is to be read; a line of text each."""
    rows = [f"{place}. {name}  {figure}" for place, name, figure in (chat_lines[:top] if top else chat_lines)]
    return "\n".join([*heading, "", *rows, "", address])


def event_chat_text(event: Event, top: int = 0) -> str:
    """The public ranking of an event, in the visitor's language: without what is hidden or past a freeze."""
    rows = ranking_rows(live.ranking(event, public=True).places)
    chat_lines = [(str(row.rank), row.name, row.sum) for row in rows]
    return chat_text([event.name, ranking_title(event)], chat_lines, links.absolute(event.get_absolute_url()), top)
