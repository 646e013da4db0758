"""The own links of a club's people, to hand out: the page to copy them from, and their slips."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from tests.support import clubs
from tests.support.events import cast
from tests.support.files.paper import Printed
from tournament import links
from tournament.models import Organisation

pytestmark = pytest.mark.django_db

PAGE = "/staff/o/de-linde/members/own_links/"
PDF = f"{PAGE}slips.pdf"


@pytest.fixture
def club() -> Organisation:
    club = clubs.club()
    people = clubs.members(club, "Jan Maes", "Jan Maes", "Els Roels", "Luc Thijs")
    people[3].affiliations.update(until=timezone.localdate() - timedelta(days=1))
    return club


@pytest.fixture
def secretary(club: Organisation) -> Client:
    return clubs.secretary(club)


def test_the_links_of_all_are_on_the_screen_to_copy(club: Organisation, secretary: Client) -> None:
    page = secretary.get(PAGE)
    people = {person.number: person for person in club.persons.all()}
    assert all(f'value="{links.person_url(people[number])}"' in page.text for number in (1, 2, 3))
    # Who left is not among them; twins have their numbers.
    assert "Thijs" not in page.text and "Maes Jan · No. 2" in cast.shown(page)
    assert PAGE in secretary.get("/staff/o/de-linde/members/").text
    assert page["Cache-Control"].count("no-store")


def test_slips_are_printed_for_all_or_for_those_who_were_chosen(
    club: Organisation, secretary: Client, tmp_path: Path
) -> None:
    people = {person.number: person for person in club.persons.all()}
    for query, numbers in (("", [1, 2, 3]), ("?person=2&person=3", [2, 3]), ("?person=4", [4])):
        answer = secretary.get(f"{PDF}{query}")
        assert answer["Content-Type"] == "application/pdf" and "no-store" in answer["Cache-Control"]
        file = tmp_path / "slips.pdf"
        file.write_bytes(answer.content)
        assert Printed(file).codes() == [(links.person_url(people[number]), True) for number in numbers]


@pytest.mark.parametrize("query", ["?person=9", "?person=An", "?person="])
def test_a_slip_of_nobody_is_not_found(secretary: Client, query: str) -> None:
    assert secretary.get(f"{PDF}{query}").status_code == 404


def test_links_are_for_stewards_who_receive_people(club: Organisation) -> None:
    clubs.members(clubs.club("elsewhere"), "Piet Nieuw")
    for client, status in (
        (clubs.secretary(Organisation.objects.get(slug="elsewhere")), 403),
        (cast.client(clubs.steward(club, "auditor")), 403),
        (cast.client(clubs.steward(club, "desk")), 200),
    ):
        assert client.get(PAGE).status_code == client.get(PDF).status_code == status


def test_a_club_of_nobody_has_no_slips() -> None:
    secretary = clubs.secretary(clubs.club())
    assert "Nobody yet." in cast.shown(secretary.get(PAGE))
    assert secretary.get(PDF).status_code == 404
