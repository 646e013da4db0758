"""Everything that others fetch of an event, and of a club with its season: addresses, and what stands on pictures."""

from collections.abc import Iterator
from itertools import chain

from django.urls import reverse

from tests.support.events import cast
from tournament import links
from tournament.models import Event, Organisation
from tournament.reading.outside.cards import event_card, player_card, season_card
from tournament.reading.season.seasons import find_state


def of_event(event: Event) -> list[str]:
    """The addresses of an event in which somebody could be named."""
    slug = event.slug
    numbers = event.entries.values_list("number", flat=True)
    rounds = event.rounds.values_list("number", flat=True)
    return [
        *(reverse(f"api:{name}", args=[slug]) for name in ("event", "ranking", "clubs", "rules")),
        *(reverse("api:seating", args=[slug, round]) for round in rounds),
        *(reverse("api:player", args=[slug, number]) for number in numbers),
        reverse("embed", args=["en", slug]),
        reverse("share-event", args=[slug]),
        reverse("event-manifest", args=[slug]),
        event.get_absolute_url(),
        *(reverse("player", args=[slug, number]) for number in numbers),
    ]


def of_everything() -> list[str]:
    """The addresses that list events and organisations."""
    return ["/api/1/events/", "/api/1/organisations/", "/feeds/en/results.atom", "/manifest.webmanifest"]


def of_club(club: Organisation) -> list[str]:
    """The addresses of a club, of its seasons and of its people's own calendars."""
    each = [_of_series(club, slug) for slug in club.series.values_list("slug", flat=True)]
    return [
        reverse("api:organisation", args=[club.slug]),
        reverse("calendar", args=["en", club.slug]),
        reverse("club-results", args=["en", club.slug]),
        reverse("share-organisation", args=[club.slug]),
        reverse("club-manifest", args=[club.slug]),
        *chain.from_iterable(each),
        *(
            reverse("own-calendar", args=[links.person_token(person), "en"])
            for person in club.persons.filter(forgotten=False)
        ),
    ]


def _of_series(club: Organisation, slug: str) -> list[str]:
    where = [club.slug, slug]
    names = ("api:season", "share-season", "season-manifest", "season")
    persons = club.persons.values_list("number", flat=True)
    return [
        *(reverse(name, args=where) for name in names),
        reverse("embed-season", args=["en", *where]),
        *(reverse("api:person", args=[*where, number]) for number in persons),
    ]


def texts(addresses: list[str]) -> Iterator[tuple[str, str]]:
    """Each address with what a stranger gets there, refusals too."""
    for address in addresses:
        yield address, cast.client().get(address).content.decode()


def card_texts(event: Event, club: Organisation | None = None) -> Iterator[tuple[str, str]]:
    """What stands on each picture of an event, and on those of a club's seasons."""
    yield "card", str(event_card(event))
    for entry in event.entries.select_related("player"):
        yield f"card of {entry.number}", str(player_card(event, entry))
    for series in club.series.all() if club else ():
        yield f"card of {series}", str(season_card(find_state(pk=series.pk)))
