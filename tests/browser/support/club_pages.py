"""Pages around a championship and of a club, on the database of a running server: finals, a draw, an evening."""

from tests.browser.support.server import Server

PAGES = """
from django.urls import reverse
from tests.support import club_evenings as club
from tests.support.events import cast, stages
from tournament import links
from tournament.acts.register.stewards import appoint_steward

ahead = stages.ahead()
for page, event in (("ranking", stages.parted()), ("ranking", stages.over()), ("reveal", stages.ending()),
                    ("draws", ahead), ("seal", ahead), ("share-event", ahead)):
    print(reverse(page, args=[event.slug]))
series, day, event = club.evening(8)
organisation = series.organisation
appoint_steward(organisation, club.BY, cast.user("demo"), "owner")
own = links.person_token(organisation.persons.first())
print(reverse("members:own", args=[own]))
for name in ("door", "door-screen"):
    print(reverse(f"members:{name}", args=[organisation.slug, links.door_token(series, day)]))
for name in ("tonight", "members", "stewards", "plan", "stickers", "seasons"):
    print(reverse(f"club:{name}", args=[organisation.slug]))
"""


def club_pages(server: Server) -> list[str]:
    """The addresses of these pages; the user `demo` is an owner of the club."""
    paths = server.run(PAGES).split()
    return [f"{server.url}{path}" for path in paths]
