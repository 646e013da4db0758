"""Settings of a server that says with every answer which server of PostgreSQL it came from.

The port and the timeline are asked on the connection that answered, in the thread that did. They are in the header
X-Witness, which nobody but the harness asks for: DJANGO_SETTINGS_MODULE=tests.failover.witness.
"""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from tournament.settings import *  # noqa: F403
from tournament.settings import MIDDLEWARE as USUAL

HEADER = "X-Witness"
ASK = """SELECT inet_server_port(), CASE WHEN pg_is_in_recovery() THEN 'standby'
         ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END"""

MIDDLEWARE = ["tests.failover.witness.witnessed", *USUAL]


def witnessed(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Adds the port and the timeline; nothing where no database was asked, or where it has gone since."""

    def answered(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if connection.connection is not None and not connection.connection.closed:
            try:
                with connection.cursor() as cursor:
                    cursor.execute(ASK)
                    port, timeline = cursor.fetchone()
                response.headers[HEADER] = f"{port} {timeline}"
            except DatabaseError:
                connection.close()
        return response

    return answered
