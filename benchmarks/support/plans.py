"""How PostgreSQL finds what a deal and the pages ask for: by an index, or row by row."""

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from tests.support.pages.tour import walk
from tests.support.servers.captains import Captain

EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
# The same statement about other rows is explained once.
VALUES = re.compile(r"'[^']*'|\d+")


@override_settings(ALLOWED_HOSTS=["testserver"])
def explain(told: dict[str, Any], most: int) -> None:
    """Writes a deal, and looks at each page that the `looks` lead to, as a visitor and as an organiser.

    `told` is what `many` told. Prints as JSON of how many pages how many statements were explained, and which of them
    read a whole table of at least so many rows.
    """
    statements: dict[str, tuple[str, str]] = {}
    pages, starts = set[str](), [paths[-1] for paths in told["looks"].values()]
    token, seats, number = told["tables"][-1]
    path, form = Captain("http://testserver", token, seats).deal(number, "explained")
    visitor, staff = Client(), Client()
    staff.cookies.load(told["cookie"])
    with CaptureQueriesContext(connection):

        def look(address: str, response: Any) -> None:
            assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, address
            pages.add(VALUES.sub("", address))
            for query in connection.queries_log:
                statements.setdefault(VALUES.sub("", query["sql"]), (address, query["sql"]))
            connection.queries_log.clear()

        look(path, visitor.post(path, form.decode(), content_type=Captain.FORM))
        walk(visitor, starts, look, send=False)
        walk(staff, starts, look, send=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [most])
        large = {name for (name,) in cursor.fetchall() if name.startswith("tournament")}
    asked = [(address, sql) for address, sql in statements.values() if sql.startswith(EXPLAINED)]
    whole = [(address, table, sql) for address, sql in asked for table in tables_read_whole(sql) if table in large]
    print(json.dumps({"pages": len(pages), "statements": len(asked), "whole": whole, "large": sorted(large)}))


def tables_read_whole(statement: str) -> list[str]:
    """The tables that a statement would read from beginning to end."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
        (plan,) = cursor.fetchone()
    plans = plan if isinstance(plan, list) else json.loads(plan)
    return [node["Relation Name"] for node in nodes(plans[0]["Plan"]) if node["Node Type"] == "Seq Scan"]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan's node and all below it."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)
