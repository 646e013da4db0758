"""Again with the same players: what it takes over, what it does not, and the list of players to invite."""

from datetime import date, time

import pytest

from tests.support.events import cast
from tournament.acts.event import format, pictures, rules
from tournament.acts.lifecycle.succession import make_next
from tournament.acts.people import admission, registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import room
from tournament.admission import Admission, Price, hour_on
from tournament.forms.event.events import NextEventForm
from tournament.models import Entry, Event, Membership
from tournament.ranking import facts

pytestmark = pytest.mark.django_db
BY = "system"
FORM = {"name": "Ledegem 2027", "slug": "", "starts_on": "2027-03-13"}


@pytest.fixture
def event() -> Event:
    """This year's event: its format, room, pictures, prices and desk are set; a joker; somebody who was excluded."""
    event = cast.event(players=6, slug="ledegem")
    format.set_format(event, BY, {"bonus": [5, 3, 1]})
    room.set_room(event, BY, [[1, 2]])
    for kind in pictures.Kind:
        pictures.set_picture(event, BY, kind, cast.logo())
    rules.compare_rules(event, BY, ["PC8"], facts.ruleset(event).hash)
    settings = Admission(form=True, room=9, age=16, prices=(Price("Lid", 800),))
    admission.set_admission(event, BY, settings, admission.admission_token(event))
    cast.desk(event)
    joker = Entrant("Jo Joker", "Hartenaas", "fr", role=Entry.PlayerRole.JOKER, writes=True, family="Joker")
    registration.add_entries(event, BY, [joker])
    registration.exclude(cast.entry(event, 1), BY, "Noise.")
    return cast.fresh(event)


def test_it_takes_over_what_was_set_and_nobody_who_played(event: Event) -> None:
    made = make_next(event, BY, "ledegem-27", "Ledegem 2027", (None, None), cast.founder())
    assert (made.state, made.starts_on, made.entries.count()) == (Event.State.REHEARSAL, None, 0)
    made = cast.fresh(made)
    assert (made.rules, made.format) == (event.rules, event.format)
    assert room.rows_of(made) == [[1, 2]]
    assert {pictures.picture_of(made, kind) for kind in pictures.Kind} == {cast.logo()}
    assert made.admission == {"room": 9, "age": 16, "prices": [{"name": "Lid", "cents": 800}]}
    roles = set(Membership.objects.filter(event=made).values_list("user__username", "role"))
    assert roles == {("odette", "organiser"), ("organiser-of-ledegem", "organiser"), ("desk-of-ledegem", "desk")}


def test_what_the_rules_require_holds_on_its_own_day() -> None:
    world = cast.event(0, rules="world-2018")
    made = make_next(world, BY, "wk-27", "WK 2027", (date(2027, 3, 13), None), cast.founder())
    made = cast.fresh(made)
    assert made.admission == {"age": 16, "desk": "2027-03-13T09:45:00+01:00"}
    day = date(2028, 7, 1)
    for number, chosen, then in (
        (1, Admission(age=14, desk=hour_on(made.starts_on, time(9, 45))), "2028-07-01T09:45:00+02:00"),
        (2, Admission(age=14, desk=hour_on(made.starts_on, time(11, 30))), "2028-07-01T11:30:00+02:00"),
        (3, Admission(age=14), None),
    ):
        admission.set_admission(made, BY, chosen, admission.admission_token(made))
        made = cast.fresh(made)
        later = cast.fresh(make_next(made, BY, f"wk-{number}", "WK 2028", (day, None), cast.founder()))
        assert later.admission.get("desk") == then and later.admission["age"] == 14, "what the organiser chose is kept"


def test_the_page_makes_it_and_shows_the_players_as_a_list(event: Event) -> None:
    founder = cast.client(cast.member(event, "organiser", cast.founder().username))
    address = f"/staff/{event.slug}/next/"
    assert "Again with the same players" in cast.shown(founder.get(f"/staff/{event.slug}/"))
    assert "Again with the same players" in cast.shown(founder.get(address))
    answer = founder.post(address, FORM)
    assert answer["Location"] == "/staff/ledegem-2027/players/list/?from=ledegem"
    listed = founder.get(answer["Location"]).content.decode()
    assert "Jo Joker\tHartenaas\tfr\tjoker\t\tyes\tJoker" in listed and "Annelies" not in listed
    lines = listed.partition('rows="10"')[2].partition(">")[2].partition("</textarea>")[0].strip()
    look = cast.shown(founder.post("/staff/ledegem-2027/players/list/", {"lines": lines}))
    assert "New 6" in look and "Doubtful" not in look
    with cast.nothing_written():
        assert founder.post(address, FORM)["Location"] == answer["Location"]
        taken = founder.post(address, {**FORM, "slug": "ledegem-2027"})
        assert taken.status_code == 422 and "already an event at this address" in cast.shown(taken)
        assert founder.post(address, {**FORM, "name": ""}).status_code == 422
    another = founder.post(address, {**FORM, "starts_on": "2027-03-20", "ends_on": ""})
    assert another["Location"] != answer["Location"], "of the same name on another day"


@pytest.mark.parametrize(
    ("name", "first", "last", "proposed"),
    [
        ("Ledegem 2026", "2026-03-14", "2026-03-15", ("Ledegem 2027", "2027-03-13", "2027-03-14")),
        ("WK 2026", "2026-01-01", None, ("WK 2027", "2027-01-07", None)),
        ("Clubavond", "2026-11-03", None, ("Clubavond", "2026-11-10", None)),
        ("Clubavond", "2026-10-06", None, ("Clubavond", "2026-11-10", None)),
        ("Beker 2026", None, None, ("Beker 2027", None, None)),
    ],
)
def test_a_name_and_days_are_proposed(
    name: str, first: str | None, last: str | None, proposed: tuple[str, str | None, str | None]
) -> None:
    days = [one and date.fromisoformat(one) for one in (first, last)]
    event = Event(name=name, starts_on=days[0], ends_on=days[1])
    initial = NextEventForm.proposed(event, date(2026, 11, 5))
    told = [initial.get(at) and str(initial[at]) for at in ("name", "starts_on", "ends_on")]
    assert tuple(told) == proposed


def test_only_an_organiser_who_may_make_events_does(event: Event) -> None:
    other = cast.event(players=1, slug="elders")
    for who in (cast.organiser(event), cast.desk(event), cast.founder()):
        with cast.nothing_written():
            assert cast.client(who).post(f"/staff/{event.slug}/next/", FORM).status_code == 403
    stranger = cast.client(cast.organiser(other))
    assert stranger.get("/staff/elders/players/list/?from=ledegem").status_code == 403
    assert stranger.get("/staff/ledegem/players/list/players.xlsx").status_code == 403
    assert cast.client(cast.desk(event)).get("/staff/ledegem/players/list/players.xlsx").content.startswith(b"PK")
