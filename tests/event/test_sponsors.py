"""The picture of an event's sponsors: on the page of the logo, and at the foot of public lists alone."""

from pathlib import Path

import pytest
from django.test import Client

from tests.event.test_logo import PAGE, PUBLIC, SPONSORS, file_of, handed_in, kept, noise, red
from tests.support.events import cast
from tests.support.files.paper import printed
from tournament.acts.event import prizes
from tournament.acts.event.pictures import Kind, set_picture
from tournament.models import Event
from tournament.ranking.prizes import PrizeList, Prizes
from tournament.site import pictures

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=4)


def test_the_sponsors_are_beside_the_logo_on_one_page(organiser: Client, event: Event) -> None:
    assert "There is no picture of the sponsors yet." in cast.shown(organiser.get(PAGE))
    answer = handed_in(organiser, file_of(noise(300, 60)), page=SPONSORS)
    assert (answer.status_code, answer["Location"]) == (303, PAGE) and kept(event).keys() == {"sponsors"}
    assert f'src="{kept(event)["sponsors"]}"' in organiser.get(PAGE).content.decode()
    assert "There is no logo yet." in cast.shown(organiser.get(PAGE))
    assert PUBLIC not in cast.client().get("/e/ledegem/").content.decode()
    assert cast.sent_from(organiser, f"{SPONSORS}remove/").status_code == 303
    assert kept(event) == {}
    assert "Picture of the sponsors removed" in cast.shown(organiser.get("/staff/ledegem/logbook/"))


PUBLIC_LISTS = {"seating-names", "seating-tables", "ranking", "clubs", "prizes", "programme"}


@pytest.mark.long
@pytest.mark.parametrize("what", sorted({*PUBLIC_LISTS, "prizes-aloud", "attendance", "cards", "sheets", "slips"}))
def test_the_sponsors_are_at_the_foot_of_public_lists_alone(what: str, event: Event, tmp_path: Path) -> None:
    prizes.set_prizes(event, "system", Prizes((PrizeList("", "players", ("A book",)),)))
    set_picture(event, "system", Kind.SPONSORS, pictures.data_address(red(470, 47), Kind.SPONSORS))
    paper = printed(event, what, tmp_path)
    assert (" 470 " in paper.pictures()) == (what in PUBLIC_LISTS) and paper.outside() == []
