"""Who must not appear appears in no byte that others fetch: data, calendars, news, pictures, embedded tables, pages."""

import re

import pytest
from django.urls import reverse

from tests.outside import outputs
from tests.support import club_evenings, clubs, season_evenings
from tests.support.events import cast
from tests.support.pages.reading import rename
from tournament import links
from tournament.acts.event import events
from tournament.acts.event.reveal import freeze_ranking
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.lifecycle.bin import bin_event
from tournament.acts.register.persons import PersonDetails, change_person, forget_persons
from tournament.acts.rounds import rounds
from tournament.models import Event, Organisation, Person

pytestmark = pytest.mark.django_db
BY = "system"
# What says of which moment an answer is.
SEAL = re.compile(r"\b\d+(-| · )[0-9a-f]{4}-?[0-9a-f-]{12,15}\b")


def everywhere(event: Event, club: Organisation | None = None) -> dict[str, str]:
    """All that others get of an event, and of a club, by where."""
    addresses = outputs.of_everything() + outputs.of_event(event) + (outputs.of_club(club) if club else [])
    return dict(outputs.texts(addresses)) | dict(outputs.card_texts(event, club))


def where(said: str, texts: dict[str, str]) -> list[str]:
    """Where something appears."""
    return [place for place, text in texts.items() if said in text]


def close(event: Event) -> Event:
    """The event with its rounds closed, over."""
    rounds.close_round(cast.round_of(event), BY)
    events.change_state(cast.fresh(event), BY, Event.State.CLOSED)
    return cast.fresh(event)


def test_initials_and_removed_names_are_never_written_out() -> None:
    event = cast.playing(4)
    rename(event, 1, "Quirinus Wollebrand", initials_only=True)
    rename(event, 2, "Zebedeus Pimpernel")
    cast.play_round(event)
    named = everywhere(cast.fresh(event))
    assert len(where("Pimpernel", named)) > 6, "before it is removed the name is found wherever players are named"
    event = close(event)
    anonymise(event, BY, [2])
    texts = everywhere(cast.fresh(event))
    assert where("Pimpernel", texts) == where("Zebedeus", texts) == []
    assert where("Wollebrand", texts) == where("Quirinus", texts) == []
    assert len(where("Q. W.", texts)) > 6 and len(where("player 2", texts)) > 4


def test_a_hidden_round_is_nowhere() -> None:
    event = cast.played(4)
    cast.next_round(event)
    rounds.show_round(cast.round_of(event, 2), BY, False)
    table = cast.table(event, 1, 2)
    before = everywhere(cast.fresh(event))
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="allowed"))
    after = everywhere(cast.fresh(event))
    # Pages for people say by themselves how old they are; tests/public/ is about them.
    compared = [place for place in before if place != event.get_absolute_url() and "/player/" not in place]
    assert [place for place in compared if SEAL.sub("", before[place]) != SEAL.sub("", after[place])] == []
    assert '"error"' in after["/api/1/events/ledegem/rounds/2/"]
    assert where('"round":2', after) == where('"number":2,"closed"', after) == []


def test_a_frozen_ranking_stays_as_it_is() -> None:
    event = cast.played(4)
    freeze_ranking(event, BY, 1)
    cast.next_round(event)
    # What is ranked, and nothing that says where somebody sits.
    shown = ("/api/1/events/ledegem/ranking/", "/api/1/events/ledegem/clubs/", "/embed/en/e/ledegem/")

    def ranked() -> list[str]:
        current = cast.fresh(event)
        pages = [SEAL.sub("", cast.client().get(address).content.decode()) for address in shown]
        return [*pages, *(text for _place, text in outputs.card_texts(current))]

    before = ranked()
    cast.write(cast.table(event, 1, 2), 1, cast.result("S13", (1,), 13, jury="allowed"))
    assert ranked() == before
    seated = cast.seated(cast.table(event, 1, 2))[1]
    player = cast.client().get(f"/api/1/events/ledegem/players/{seated}/").json()
    assert player["round_results"][-1] == {"round": 2, "table": 1, "points": None}
    freeze_ranking(cast.fresh(event), BY, None)
    assert ranked() != before


@pytest.mark.parametrize("hidden", ["unlisted", "binned", "rehearsal"])
def test_what_is_not_listed_thrown_away_or_rehearsed_is_in_no_list(hidden: str) -> None:
    event = cast.event(4) if hidden == "rehearsal" else close(cast.played(4, listed=hidden != "unlisted"))
    if hidden == "binned":
        bin_event(event, BY, event.version_token)
    lists = dict(outputs.texts(outputs.of_everything()))
    assert where(event.name, {place: text for place, text in lists.items() if "atom" in place}) == []
    assert bool(where(event.slug, lists)) == (hidden == "rehearsal"), "as on the first page"
    statuses = {address: cast.client().get(address).status_code for address in outputs.of_event(event)}
    assert set(statuses.values()) == ({404} if hidden == "binned" else {200})
    if hidden == "unlisted":
        ranked = cast.client().get("/api/1/events/ledegem/ranking/")
        assert ranked["X-Robots-Tag"] == "noindex"


def test_people_of_a_season_are_shown_as_they_chose_and_gone_once_they_are_forgotten() -> None:
    club = clubs.club()
    names = ("Quirinus Wollebrand", "Zebedeus Pimpernel", "Tine Wouters", "Bart Claes")
    people = clubs.members(club, *names)
    series = season_evenings.a_series(club)
    event = season_evenings.hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    club = club_evenings.fresh(club)
    assert len(where("Pimpernel", everywhere(event, club))) > 8
    details = PersonDetails.of(people[0])
    initials = PersonDetails(**{**{n: getattr(details, n) for n in details.__slots__}, "display": "initials"})
    change_person(people[0], BY, initials)
    forget_persons(club_evenings.fresh(club), BY, [Person.objects.get(pk=people[1].pk)])
    texts = everywhere(cast.fresh(event), club_evenings.fresh(club))
    assert where("Pimpernel", texts) == where("Wollebrand", texts) == []
    assert len(where("Q. W.", texts)) > 8 and len(where("Tine Wouters", texts)) > 8


def test_the_link_of_somebody_who_is_forgotten_opens_no_calendar() -> None:
    club = club_evenings.club()
    person = club_evenings.members(club, 4)[0]
    series = season_evenings.a_series(club_evenings.fresh(club))
    season_evenings.hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    address = reverse("own-calendar", args=[links.person_token(person), "en"])
    assert cast.client().get(address).status_code == 200
    forget_persons(club_evenings.fresh(series.organisation), BY, [person])
    assert cast.client().get(address).status_code == 404
    assert cast.client().get("/m/1-no/en.ics").status_code == 404
