"""The public ranking, rendered once for everybody, part by part.

It must contain nothing that belongs to one visitor: no user name, no message, no CSRF token.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from tournament.models import Event
from tournament.naming import search_text
from tournament.ranking import facts, live
from tournament.ranking.live import Ranking
from tournament.reading.event import formats, notices
from tournament.reading.logbook import seals
from tournament.reading.parts import FIRST, WHOLE, RowIndex, RowSpan, part_address, part_links, row_spans, span_of
from tournament.reading.prerendered_pages import Board, Rendered, next_of
from tournament.reading.ranking.finality import (
    Finality,
    clock_sentence,
    play_state,
    provisional_until,
    public_finality,
    ranking_title,
)
from tournament.reading.ranking.groups import RankingGroup, groups, podium, within
from tournament.reading.ranking.movement import movement
from tournament.reading.ranking.story import story
from tournament.reading.rounds.seating import ListedPlayer, listed
from tournament.views.public.boards import frame
from tournament.views.public.ranking_rows import RowMarkup

# With more rounds than FEW the ranking needs a wide screen; with more than MANY no screen has room for it.
FEW, MANY = 5, 9


def render_ranking(event: Event, part: int = FIRST) -> Rendered:
    """A part of the ranking as a page, and its rows alone, which an open page fetches; WHOLE is all of it.

    The whole has the index of all rows besides. Raises Http404 if there is no such part.
    """
    ranking = live.ranking(event, public=True)
    begun = ranking.begun
    entered = [] if begun else listed(event)
    spans = row_spans(len(ranking.places if begun else entered))
    span = span_of(spans, part)
    final = public_finality(event) == Finality.FINAL
    until = None if final else provisional_until(event)
    base = event.get_absolute_url()
    address = part_address(base, part)
    context = {**frame(event, address), "title": ranking_title(event), "final": final, "clock": clock_sentence(until)}
    context["secret"] = len(facts.rounds(event, public=True)) < len(facts.rounds(event, public=False))
    context |= {"part": part, "begun": begun, "count": spans[-1].last}
    context["parts"] = part_links(spans, partial(part_address, base))
    content, index = _begun(event, ranking, span, final) if begun else _entered(event, ranking, entered, span)
    head = render_to_string("public/ranking/head.html", context)
    table = render_to_string("public/ranking/table.html", context | content)
    version = hashlib.sha256((head + table + str(play_state(event))).encode()).hexdigest()[:16]
    rows = {"table": table, "version": version, "address": address, "seal": seals.dated(event)}
    rows["rows"] = render_to_string("public/ranking/rows.html", context | rows)
    page = {**context, "head": head, "rows": rows["rows"], "format": formats.summary(event)}
    documents = {
        "rows": render_to_string("public/ranking/news.html", {"event": event, "head": head, "rows": rows["rows"]}),
        "page": render_to_string("public/ranking/page.html", page),
    }
    ends = until.timestamp() if until and until > timezone.now() else 0.0
    return Rendered(version, documents, next_of(ends, notices.next_end(event)), index if part == WHOLE else None)


RANKING = Board(render_ranking)


def _begun(event: Event, ranking: Ranking, span: RowSpan, final: bool) -> tuple[dict[str, Any], RowIndex | None]:
    """What the table of a ranking shows of a part, and the index of all rows."""
    ranked, moved = groups(ranking.contest, ranking.places), movement(event, ranking)
    markup = RowMarkup(_cards(event), moved.by_entry)
    content: dict[str, Any] = {
        "groups": [(group, _breadth(group), markup.group(group)) for group in within(ranked, span)],
        "since": moved.since,
    }
    if span.number == WHOLE:
        brief = replace(markup, brief=True)
        rows = dict(row for group in ranked for row in brief.rows(group))
        return content, _index(
            ranking, rows, ((row.name, row.club) for group in ranked for row, _f in group.ranking_rows)
        )
    if span.number == FIRST:
        content |= {"podium": podium(ranked) if final else [], "story": story(event)}
    return content, None


def _entered(
    event: Event, ranking: Ranking, entered: Sequence[ListedPlayer], span: RowSpan
) -> tuple[dict[str, Any], RowIndex | None]:
    """The same while there is nothing to rank: those who are entered, by name."""
    markup = RowMarkup(_cards(event), {})
    rows = markup.entered(entered[span.first - 1 : span.last])
    content = {"rows": mark_safe("".join(row for _number, row in rows))}  # noqa: S308 - escaped
    if span.number != WHOLE:
        return content, None
    brief = dict(replace(markup, brief=True).entered(entered))
    return content, _index(ranking, brief, ((player.name, player.club) for player in entered))


def _index(ranking: Ranking, markup: dict[int, str], searched: Iterable[tuple[str, str]]) -> RowIndex:
    nameless = frozenset(entry.number for entry in ranking.contest.entries if not entry.name)
    return RowIndex(markup, [search_text(f"{name} {club}") for name, club in searched], nameless)


def _cards(event: Event) -> str:
    return reverse("player", args=[event.slug, 0]).removesuffix("0/")


def _breadth(group: RankingGroup) -> str:
    """The CSS class for a table with this many rounds: it says where the points are in one line below the name."""
    rounds = sum(column.of_round for column in group.columns)
    return "" if rounds <= FEW else "many-rounds" if rounds <= MANY else "most-rounds"
