"""The pages of two championships whose players sign, one of each policy, on the database of a running server."""

import json

from tests.browser.support.server import Server

PAGES = """
import json
from django.urls import reverse
from tests.support.events import cast, stages
from tests.support.events.signing import players
from tournament import links
from tournament.progress.signing import open_disputes

def of(event, signer, page, *deal):
    cast.member(event, "organiser", "demo")
    table, token = cast.table(event), cast.token(cast.table(event))
    first, number = players(table)[0], players(table)[signer]
    own, reader = [links.personal_token(cast.entry(event, one)) for one in (first, number)], links.reading_token(table)
    for owner in own:
        yield reverse("players:own", args=[owner])
    yield reverse("players:earlier", args=[own[0], 1])
    yield reverse(f"players:{page}", args=[own[1], 1, *deal])
    yield reverse("players:dispute", args=[own[1], 1, 3])
    for name in ("table", "write-table"):
        yield reverse(f"players:{name}", args=[reader])
    for name in ("table", "close-unsigned"):
        yield reverse(f"captain:{name}", args=[token])
    yield reverse(f"captain:{page}", args=[token, number, *deal])
    yield reverse("captain:dispute", args=[token, number, 3])
    yield reverse("players:table", args=[links.reading_token(event.rounds.get().tables.last())])
    for name in ("table", "close-on-paper", "close-unsigned"):
        yield reverse(f"staff:{name}", args=[event.slug, 1, 1])
    dispute = open_disputes(event).get()
    yield reverse("staff:resolve-dispute", args=[event.slug, 1, dispute.table.number, dispute.number])
    yield reverse("staff:event", args=[event.slug])

print(json.dumps([*of(stages.signing(), 3, "sign"), *of(stages.confirming(), 0, "sign-deal", 3)]))
"""


def signing_pages(server: Server) -> list[str]:
    """The addresses of these pages; the user `demo` is an organiser of both championships."""
    paths = json.loads(server.run(PAGES))
    return [f"{server.url}{path}" for path in paths]
