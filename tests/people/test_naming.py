"""Names in lists: found by surname, sorted alike by every database, told apart no more than by what people read."""

import pytest

from tests.support.events import cast
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.exchange.lists.listings import listings
from tournament.models import Entry, Event
from tournament.naming import NO_BREAK, by_surname, folded, holds, short_slug, sorting, surname_of, unbroken
from tournament.printing.sheets.slips import all_slips
from tournament.reading.table.sheets import public_place

SURNAMES = {
    "An Van den Broeck": "Van den Broeck",
    "An De Smet": "De Smet",
    "Jean-Pierre Le Grand": "Le Grand",
    "Els D’Hondt": "D’Hondt",
    "Piet 't Jonck": "'t Jonck",
    "Marie-Claire Op de Beeck": "Op de Beeck",
    "Ali Ben Salah": "Ben Salah",
    "Ben Peeters": "Peeters",
    "Marie Louise Maes": "Louise Maes",
    "De Smet An": "De Smet An",
    "An Peeters-Van Damme": "Peeters-Van Damme",
    "An Peeters - Van Damme": "Peeters - Van Damme",
    "An Peeters– Van den Broeck": "Peeters– Van den Broeck",
    "Peeters-Van Damme An": "Peeters-Van Damme An",
    "Jan-Pieter Van Damme": "Van Damme",
    "Cher": "Cher",
    "Ploeg 11": "Ploeg 11",
    "יוסף כהן": "יוסף כהן",
    "": "",
}


@pytest.mark.parametrize(("name", "surname"), SURNAMES.items())
def test_a_surname_begins_with_the_first_particle_or_after_the_first_word(name: str, surname: str) -> None:
    assert surname_of(name) == surname


def test_case_accents_apostrophes_and_spaces_count_for_nothing() -> None:
    people = ["Wim De Smet", "An Desmedt", "an de smet", "Élise Vandamme", "An van Damme", "Els D'hondt", "Jo Dhondt"]
    assert sorted(people, key=sorting) == [
        "An Desmedt",
        "an de smet",
        "Wim De Smet",
        "Els D'hondt",
        "Jo Dhondt",
        "An van Damme",
        "Élise Vandamme",
    ]


def test_what_is_typed_is_found_whichever_apostrophe_a_phone_has() -> None:
    assert holds("Séamus O’Brien", "o'brien seamus") and holds("Éléonore D'Hondt", "D’Hondt")
    assert folded("D´Hondt") == folded("d`hondt") == "d'hondt"


@pytest.mark.parametrize(
    ("name", "surname", "listed"),
    [
        ("Marie Louise Maes", "Maes", "Maes Marie Louise"),
        ("Peeters Jan", "Peeters", "Peeters Jan"),
        ("Jan Jan", "Jan", "Jan Jan"),
        ("An Peeters", "Gone", "Peeters An"),
    ],
)
def test_a_surname_that_is_said_goes_first(name: str, surname: str, listed: str) -> None:
    assert by_surname(name, surname) == listed


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("De Backer An", ["De Backer", "An"]),
        ("Maria Van den Broeck", ["Maria", "Van den Broeck"]),
        ("Vandenbroucke-Van Steenkiste An", ["Vandenbroucke-Van Steenkiste", "An"]),
        ("Van den Oudenaarderdiepestraat An", ["Van den", "Oudenaarderdiepestraat", "An"]),
        ("An De", ["An", "De"]),
        ("Peeters", ["Peeters"]),
    ],
)
def test_no_line_ends_between_a_particle_and_a_short_name(name: str, lines: list[str]) -> None:
    assert [part.replace(NO_BREAK, " ") for part in unbroken(name).split(" ")] == lines


@pytest.fixture
def event(db: None) -> Event:
    return cast.event(players=0)


def test_a_surname_is_sealed_by_its_digest_corrected_and_kept(event: Event) -> None:
    registration.add_entries(event, "system", [Entrant("Marie Louise Maes", surname="Maes"), Entrant("An De Smet")])
    assert "Maes" not in event.log.last().text  # type: ignore[union-attr]
    registration.change_entry(cast.entry(event, 2), "system", Entrant("An De Smet", surname="Smet"))
    sortings = {entry.number: entry.player.sorting for entry in Entry.objects.select_related("player")}
    assert sortings == {1: "maes0marielouise", 2: "smet0ande"}
    registration.change_entry(cast.entry(event, 2), "system", Entrant("An De Smet"))
    assert cast.entry(event, 2).player.sorting == "desmet0an"


def test_a_surname_that_is_not_in_the_name_is_refused(event: Event) -> None:
    with cast.refused("must be part of the name"):
        registration.add_entries(event, "system", [Entrant("An Maes", surname="Pels")])


def test_initials_are_sorted_as_they_are_shown(event: Event) -> None:
    [entry] = registration.add_entries(event, "system", [Entrant("An De Smet", initials_only=True)])
    assert public_place(entry) == ("A. D. S.", "ads")


def test_another_name_does_not_keep_the_old_surname(event: Event) -> None:
    registration.add_entries(event, "system", [Entrant("Marie Louise Maes", surname="Maes")])
    desk = cast.client(cast.desk(event))
    page = desk.get("/staff/ledegem/players/1/")
    sent = {**cast.filled_in(page), "role": "competitor", "name": "Marie Louise Maas"}
    assert desk.post("/staff/ledegem/players/1/", sent).status_code == 303
    assert by_surname(cast.entry(event, 1).player.name, cast.entry(event, 1).player.surname) == "Louise Maas Marie"
    wrong = {**sent, "surname": "Claes"}
    assert desk.post("/staff/ledegem/players/1/", wrong).status_code == 422


@pytest.mark.django_db
def test_every_list_by_name_is_by_surname() -> None:
    event = cast.event(4)
    ordered = ["Claes Zoë", "De Smet Piet", "Peeters An", "Van den Broeck Bea"]
    for number, name in enumerate(("Zoë Claes", "Bea Van den Broeck", "An Peeters", "Piet De Smet"), 1):
        registration.change_entry(cast.entry(event, number), "system", Entrant(name))
    organiser = cast.client(cast.organiser(event))
    cast.next_round(event)
    staff = ("players", "attendance", "decisions/penalty/false-play")
    for address in (*(f"/staff/ledegem/{page}/" for page in staff), "/e/ledegem/", "/e/ledegem/seating/1/names/"):
        said = organiser.get(address).content.decode()
        at = [said.index(name) for name in ordered]
        assert at == sorted(at), address
    assert [slip.name for slip in all_slips(event)] == ["Zoë Claes", "Piet De Smet", "An Peeters", "Bea Van den Broeck"]
    workbook = next(one for one in listings(event) if one.title == "Players")
    assert [row[2] for row in workbook.rows] == ["Claes", "De Smet", "Peeters", "Van den Broeck"]


@pytest.mark.parametrize(
    ("name", "longest", "slug"),
    [
        ("Kampioenschap van Ledegem", 25, "kampioenschap-van-ledegem"),
        ("Kampioenschap van Ledegem", 24, "kampioenschap-van"),
        ("Kampioenschap van Ledegem", 17, "kampioenschap-van"),
        ("Kampioenschap", 8, "kampioen"),
        ("«»", 8, ""),
    ],
)
def test_an_address_is_cut_between_two_words(name: str, longest: int, slug: str) -> None:
    assert short_slug(name, longest) == slug
