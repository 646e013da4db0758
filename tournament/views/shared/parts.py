"""A list in parts on a page of its own visitor: the part and the rows searched for that the query string asks for."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.http import HttpRequest

from tournament.integers import read_integer
from tournament.naming import search_text, searches
from tournament.reading.parts import FIRST, MAX_FOUND, MAX_QUERY, PART_ROWS, part_links, row_spans, span_of

Row = TypeVar("Row")


def query_in(request: HttpRequest) -> str:
    """What somebody typed to search for, `q`; nothing if nothing."""
    return request.GET.get("q", "")[:MAX_QUERY].strip()


def parts_of(
    request: HttpRequest,
    rows: Sequence[Row],
    texts_of: Callable[[Row], Iterable[str]],
    size: int = PART_ROWS,
    label: Callable[[Row], object] | None = None,
) -> dict[str, Any]:
    """What a page shows of a list: `rows` of `?part=` with links to the others, and those `found` by `?q=`.

    `texts_of` gives the texts of a row that are searched, `label` is what a row is called in a link, usually its place.
    """
    spans = row_spans(len(rows), size)
    part = read_integer(request.GET.get("part", ""))
    part = part if part is not None and 0 <= part <= len(spans) else FIRST
    span = span_of(spans, part)
    named = (lambda at: label(rows[at - 1])) if label else int
    context: dict[str, Any] = {"rows": rows[span.first - 1 : span.last], "part": part, "query": query_in(request)}
    context["parts"] = part_links(spans, lambda number: f"{request.path}?part={number}", named)
    if context["query"]:
        searched = [(at, search_text(text)) for at, row in enumerate(rows) for text in texts_of(row)]
        hits = searches([text for _at, text in searched], context["query"])
        places = dict.fromkeys(searched[hit][0] for hit in hits)
        context |= {"found": [rows[at] for at in places][:MAX_FOUND], "count": len(places), "most": MAX_FOUND}
    return context
