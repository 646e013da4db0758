"""Rows of a long list outside it: those that somebody searched for, as a page or as a piece of an open one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe

from tournament.reading.parts import MAX_FOUND, RowIndex
from tournament.views.shared.parts import query_in


def answer_found(request: HttpRequest, index: RowIndex, template: str, page: dict[str, Any]) -> HttpResponse:
    """The rows that are meant by `q`, of a name, a club or a number, in the table of a template."""
    query = query_in(request)
    numbers = index.search(query)
    rows = "".join(index.markup[number] for number in numbers[:MAX_FOUND])
    context = {"query": query, "rows": rows, "count": len(numbers), "most": MAX_FOUND, "table": template}
    return answer_rows(request, "shared/list/found.html", page | context)


def answer_rows(request: HttpRequest, piece: str, page: dict[str, Any]) -> HttpResponse:
    """Some rows: the piece for a page that is open, or with what `public/found.html` takes a page around it."""
    partial = request.headers.get("HX-Request") == "true"
    context = page | {"piece": piece, "rows": mark_safe(page["rows"])}  # noqa: S308
    response = render(request, piece if partial else "public/found.html", context)
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, no_cache=True)
    return response
