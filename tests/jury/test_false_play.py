"""False play: who receives the points, by either reading of the source."""

import re

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tournament.acts.table.tables import substitute
from tournament.models import Decision, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return begun()


def test_false_play_gives_to_the_opponents_of_that_deal(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))  # deal 1 was played by seats 1 and 3
    for player, opponents in ((1, (2, 4)), (2, (1, 3))):
        asked = cast.filled_in(
            juror.get(at(event, f"penalty/false-play/?players={seats[player]}&round=1&table=1&deal=1"))
        )
        points = {name: value for name, value in asked.items() if name.startswith("points_")}
        assert points == {f"points_{seats[player]}": "-15"} | {
            f"points_{seats[position]}": "5" for position in opponents
        }


def test_false_play_offers_both_readings_in_words(event: Event, juror: Client) -> None:
    form = juror.get(at(event, "penalty/false-play/"))
    assert "The opponents in the deal" in cast.shown(form) and "All three others at the table" in cast.shown(form)
    assert "Our reading is the first" in cast.shown(form)
    assert re.findall(r'value="(\w+)"[^>]*checked', form.content.decode()) == ["opponents"]
    assert "Who receives the points" not in cast.shown(juror.get(at(event, "penalty/misdeal/")))
    seats = cast.seated(cast.table(event))  # deal 1 was played by seats 1 and 3
    for to, receivers in (("opponents", (2, 4)), ("others", (2, 3, 4))):
        address = at(event, f"penalty/false-play/?players={seats[1]}&round=1&table=1&deal=1&to={to}")
        asked = cast.filled_in(juror.get(address))
        points = {name: value for name, value in asked.items() if name.startswith("points_")}
        assert points == {f"points_{seats[1]}": "-15"} | {f"points_{seats[one]}": "5" for one in receivers}


def test_false_play_by_all_others_is_recorded(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    address = at(event, f"penalty/false-play/?players={seats[1]}&round=1&table=1&deal=1&to=others")
    asked = cast.filled_in(juror.get(address))
    points = {name: value for name, value in asked.items() if name.startswith("points_")}
    assert juror.post(address, points | {"reason": "Gekeken", "expected": "1"}).status_code == 303
    given = cast.given(Decision.objects.get(event=event))
    assert given == {seats[1]: -15, seats[2]: 5, seats[3]: 5, seats[4]: 5}


def test_who_did_not_play_the_deal_has_no_opponents_in_it(event: Event, juror: Client) -> None:
    table = cast.table(event)
    (spare,) = cast.registration.add_entries(event, "system", [cast.Entrant("Zoë Zwart")])
    left = cast.seated(table)[3]
    substitute(table, "system", 3, spare.number, 2)
    cast.write(table, 2, cast.result(declarers=(1, 3)))
    here = cast.shown(juror.get(at(event, "penalty/false-play/?round=1&table=1")))
    assert f"{spare.number} Zoë Zwart · from deal 2 onwards" in here
    address = at(event, f"penalty/false-play/?players={left}&round=1&table=1&deal=2")
    asked = {name for name in cast.filled_in(juror.get(address)) if name.startswith("points_")}
    assert asked == {f"points_{number}" for number in (left, spare.number, *cast.seated(table).values())}
