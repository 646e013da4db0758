"""Players who register themselves: the form, its confirmation, the waiting list, what only the organiser is told."""

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tournament import links
from tournament.acts.event.events import EventPlan, change_event
from tournament.acts.people import admission, registration
from tournament.acts.people.admission import leave, leave_oneself, move_up, request_place, set_admission
from tournament.acts.people.registration import Entrant
from tournament.admission import Admission, hour_on
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Entry, Event, LogEntry
from tournament.reading.event.stored_data import personal_data
from tournament.tries import Throttle
from tournament.views.player import self_registration

pytestmark = pytest.mark.django_db
BY = "user:1"
FORM = "/e/deur/register/"


@pytest.fixture
def event() -> Event:
    """Two players, room for four, and a form."""
    return allowing(cast.event(players=2, slug="deur", present=False), room=4)


def allowing(event: Event, **settings: Any) -> Event:
    set_admission(event, BY, Admission(**{"form": True, **settings}), admission.admission_token(cast.fresh(event)))
    return cast.fresh(event)


def registered(event: Event, *names: str, role: str = Entry.PlayerRole.COMPETITOR) -> list[Entry]:
    return [request_place(event, Entrant(name, role=role), key=name) for name in names]


def line(event: Event) -> list[str]:
    return [entry.player.name for entry in admission.waiting_list(event)]


def sent(client: Client, name: str, **more: str) -> Any:
    return client.post(FORM, {"name": name, "key": name, **more})


def test_who_registers_is_entered_once_by_themselves(event: Event) -> None:
    [entry] = registered(event, "An Peeters")
    with cast.nothing_written():
        assert registered(event, "An Peeters") == [entry]
    last = LogEntry.objects.filter(event=event).latest("sequence")
    assert (entry.number, entry.status, last.by, last.act) == (3, "absent", "entry:3", "register")
    assert "Peeters" not in last.text


def test_a_form_that_a_browser_restored_loses_nobody(event: Event) -> None:
    client = cast.client()
    sent(client, "An Peeters", key="k")
    with cast.nothing_written():
        assert sent(client, "an  peeters", key="k").status_code == 303
        refused = sent(client, "Bo Peeters", key="k", club="Hartenaas")
        assert refused.status_code == 422
        assert "entered somebody else already. Send it again for Bo Peeters." in cast.shown(refused)
    again = cast.filled_in(refused)
    assert again["name"] == "Bo Peeters" and again["key"] != "k"
    assert client.post(FORM, again).status_code == 303
    assert cast.entry(event, 4).player.club == "Hartenaas"


def test_without_a_form_or_outside_its_hours_nobody_registers() -> None:
    event, now, hour = cast.event(players=0, slug="deur"), timezone.now(), timedelta(hours=1)
    closed = (
        {"form": False},
        {"room": 9, "opens": now + hour},
        {"room": 9, "opens": now - 2 * hour, "closes": now - hour},
    )
    for settings in closed:
        event = allowing(event, **settings)
        with cast.refused("not open"):
            request_place(event, Entrant("An Peeters"), "k")
    event = allowing(event, room=9)
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    with cast.refused():
        request_place(event, Entrant("An Peeters"), "k")
    for person in (Entrant("–"), Entrant("x" * 81), Entrant("An\u202ePeeters")):
        with pytest.raises(UserError):
            request_place(event, person, "k")


def test_impossible_settings_are_refused_and_the_same_ones_write_nothing(event: Event) -> None:
    now, mark = timezone.now(), admission.admission_token(event)
    with cast.nothing_written():
        for wrong in (Admission(form=True), Admission(form=True, room=5, opens=now, closes=now)):
            with pytest.raises(UserError):
                set_admission(event, BY, wrong, mark)
        with pytest.raises(UserError):
            set_admission(event, BY, Admission(form=True, room=5), "another mark")
        set_admission(event, BY, Admission(form=True, room=4), "another mark")


def test_after_the_room_one_waits_in_order_and_jokers_do_not(event: Event) -> None:
    registered(event, "An A", "Bo B", "Cis C", "Dirk D")
    [joker] = registered(event, "Jo Joker", role=Entry.PlayerRole.JOKER)
    assert line(event) == ["Cis C", "Dirk D"] and joker.status == "absent"
    cis, dirk = admission.waiting_list(event)
    assert (cis.status, admission.place_in_line(dirk)) == ("withdrawn", 2)
    with cast.refused("waiting list"):
        registration.check_in(cis, BY, True)
    move_up(dirk, BY)
    with cast.nothing_written():
        move_up(dirk, BY)
    assert line(event) == ["Cis C"] and cast.entry(event, dirk.number).status == "absent"
    again = importing.load(exporting.document(cast.fresh(event)), BY, "elders")
    assert line(again) == ["Cis C"] and again.admission == {"form": True, "room": 4}
    assert personal_data(cast.entry(event, cis.number))["player"]["waiting"] == 1


def test_whoever_withdraws_makes_room_for_the_first_in_line(event: Event) -> None:
    an, _bo, cis, dirk = registered(event, "An A", "Bo B", "Cis C", "Dirk D")
    leave_oneself(an)
    with cast.nothing_written():
        leave_oneself(cast.entry(event, an.number))
    assert line(event) == ["Dirk D"] and cast.entry(event, cis.number).status == "absent"
    leave_oneself(cast.entry(event, dirk.number))
    assert line(event) == []
    with cast.refused("withdrawn"):
        move_up(dirk, BY)


def test_after_registration_has_closed_only_the_organiser_moves_somebody_up(event: Event) -> None:
    an, *_others = registered(event, "An A", "Bo B", "Cis C")
    allowing(event, room=4, closes=timezone.now() - timedelta(minutes=1))
    leave(an, BY)
    assert line(event) == ["Cis C"]
    registration.check_in(cast.entry(event, 1), BY, True)
    with cast.refused("Tell the desk"):
        leave_oneself(cast.entry(event, 1))


def test_the_waiting_list_has_an_end(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MAX_WAITING", 1)
    registered(event, "An A", "Bo B", "Cis C")
    with cast.refused("full too"):
        registered(event, "Dirk D")


def test_jokers_who_register_themselves_have_an_end_too(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MAX_JOKERS", 2)
    jokers = registered(event, "An A", "Bo B", role=Entry.PlayerRole.JOKER)
    leave_oneself(jokers[0])
    with cast.nothing_written():
        with pytest.raises(UserError, match="enough jokers"):
            registered(event, "Cis C", role=Entry.PlayerRole.JOKER)
        refused = sent(cast.client(), "Cis C", joker="on")
        assert refused.status_code == 409 and "There are enough jokers" in cast.shown(refused)
    assert registered(event, "Cis C")[0].role == Entry.PlayerRole.COMPETITOR


def test_the_form_leads_to_a_confirmation_with_a_code(event: Event) -> None:
    client = cast.client()
    assert "There are 2 places left." in cast.shown(client.get(FORM))
    answer = sent(client, "An  Peeters", club="hartenaas", language="nl", writes="on", initials_only="on")
    entry = cast.entry(event, 3)
    assert answer["Location"] == f"/p/{links.personal_token(entry)}/"
    known = (entry.player.name, entry.player.writes, entry.player.initials_only)
    assert known == ("An Peeters", True, True)
    page = client.get(answer["Location"])
    assert "You are registered and have a place." in cast.shown(page) and "code.svg" in page.content.decode()
    assert client.get(f"{answer['Location']}code.svg")["Content-Type"] == "image/svg+xml"
    assert "Do you withdraw?" in cast.shown(client.get(f"{answer['Location']}withdraw/"))
    assert client.post(f"{answer['Location']}withdraw/").status_code == 303
    assert "You do not play in this event." in cast.shown(client.get(answer["Location"]))
    assert client.post("/p/3-nonsense/withdraw/").status_code == 404


def test_the_confirmation_tells_the_place_in_line_and_when_it_changes(event: Event) -> None:
    registered(event, "An A", "Bo B")
    assert "The event is full" in cast.shown(cast.client().get(FORM))
    path = sent(cast.client(), "Cis C")["Location"]
    page = cast.client().get(path)
    assert "You are on the waiting list, place 1." in cast.shown(page)
    mark = page.context["mark"]
    assert cast.client().get(f"{path}?since={mark}").status_code == 204
    move_up(cast.entry(event, 5), BY)
    assert "have a place" in cast.shown(cast.client().get(f"{path}?since={mark}"))


def test_the_public_is_not_told_who_is_registered(event: Event) -> None:
    client = cast.client()
    assert [sent(client, name).status_code for name in ("An Goossens", "An Goosens")] == [303, 303]
    told = cast.shown(cast.client(cast.desk(event)).get("/staff/deur/players/registration/"))
    assert "Twice on the list? 3 An Goossens · 4 An Goosens" in told


def test_somebody_who_sends_the_form_again_is_asked_whether_it_is_them(event: Event) -> None:
    client = cast.client()
    sent(client, "An Peeters", key="one")
    with cast.nothing_written():
        again = sent(client, "an  peeters", key="two")
    assert again.status_code == 409
    assert "Is this you? An Peeters is registered already." in cast.shown(again)
    assert "No, I am another person: register" in cast.shown(again)
    assert client.post(FORM, cast.filled_in(again)).status_code == 303
    assert [one.player.name for one in Entry.objects.filter(event=event, number__gt=2)] == ["An Peeters", "an peeters"]


def test_a_name_that_is_hidden_or_has_withdrawn_asks_nothing(event: Event) -> None:
    client = cast.client()
    assert sent(client, "An Peeters", key="one", initials_only="on").status_code == 303
    assert sent(client, "An Peeters", key="two").status_code == 303
    leave_oneself(cast.entry(event, 4))
    assert sent(client, "An Peeters", key="three").status_code == 303


def test_once_the_first_round_is_drawn_one_is_on_the_waiting_list() -> None:
    event = allowing(cast.playing(players=8, slug="deur"), room=20)
    page = cast.shown(cast.client().get(FORM))
    assert "The first round has been drawn: you will be on the waiting list." in page and "places left" not in page
    first, second = registered(event, "An A", "Bo B")
    assert line(event) == ["An A", "Bo B"]
    [joker] = registered(event, "Jo J", role=Entry.PlayerRole.JOKER)
    assert not joker.waiting
    leave(cast.entry(event, 3), BY)
    assert line(event) == ["An A", "Bo B"]
    move_up(first, BY)
    assert line(event) == [second.player.name]


def test_what_cannot_be_is_refused_with_a_sentence(event: Event) -> None:
    client = cast.client()
    with cast.nothing_written():
        for name, says in (("", "required"), ("–", "player’s name"), ("x" * 81, "at most 80")):
            answer = sent(client, name)
            assert answer.status_code == 422 and says in cast.shown(answer)
        assert client.get("/e/nowhere/register/").status_code == 404
    event = allowing(event, room=4, age=16)
    with cast.nothing_written():
        assert "Only players of 16 or older" in cast.shown(sent(client, "An Peeters"))
    assert sent(client, "An Peeters", old_enough="on").status_code == 303
    allowing(event, form=False)
    assert "Registration is not open." in cast.shown(client.get(FORM))
    assert "/register/" not in client.get("/e/deur/seating/").content.decode()


def test_too_many_registrations_from_one_address_have_to_wait(event: Event) -> None:
    allowing(event, room=4, opens=timezone.now() + timedelta(hours=1))
    answers = [sent(cast.client(), "An Peeters").status_code for _time in range(31)]
    assert answers == [409] * 30 + [429]


def test_registrations_from_all_addresses_together_are_bounded(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    allowing(event, room=4, opens=timezone.now() + timedelta(hours=1))
    monkeypatch.setattr(self_registration, "ALL_REGISTRATIONS", Throttle("registrations", burst=3, seconds=60))
    form = {"name": "An Peeters", "key": "k"}
    answers = [cast.client().post(FORM, form, REMOTE_ADDR=f"192.0.2.{place}").status_code for place in range(5)]
    assert answers == [409] * 3 + [429] * 2


def test_the_organiser_sets_it_and_the_desk_moves_up(event: Event) -> None:
    organiser, desk = cast.client(cast.organiser(event)), cast.client(cast.desk(event))
    address = "/staff/deur/players/registration/settings/"
    typed = {**cast.filled_in(organiser.get(address)), "form": "on", "room": "3", "opens": "2026-01-01T10:00"}
    with cast.nothing_written():
        assert desk.get(address).status_code == 403
        assert organiser.post(address, {**typed, "room": "0"}).status_code == 422
        assert organiser.post(address, {**typed, "of": "x"}).status_code == 409
    assert organiser.post(address, typed).status_code == 303
    assert cast.fresh(event).admission["room"] == 3
    registered(event, "An A", "Bo B")
    assert "Waiting list 1 1. B Bo" in cast.shown(desk.get("/staff/deur/players/registration/"))
    assert "waiting list" in cast.shown(desk.get("/staff/deur/attendance/"))
    juror = cast.client(cast.juror(event))
    with cast.nothing_written():
        assert juror.post("/staff/deur/players/4/move_up/").status_code == 403
    assert desk.post("/staff/deur/players/4/move_up/").status_code == 303
    assert cast.entry(event, 4).status == "absent"
    assert desk.get("/staff/deur/players/registration/code.svg")["Content-Type"] == "image/svg+xml"


def test_the_age_that_a_regulation_requires_is_proposed() -> None:
    event = cast.event(players=0, slug="deur", rules="world-2018")
    page = cast.client(cast.organiser(event)).get("/staff/deur/players/registration/settings/")
    assert 'name="age" value="16"' in page.content.decode()


def test_what_a_regulation_requires_moves_with_the_day_and_the_rules_and_what_was_chosen_stays() -> None:
    event = cast.event(players=0, slug="deur", rules="world-2018")
    organiser = cast.client(cast.organiser(event))

    def moved_to(day: date | None, seen: str | None = None) -> dict[str, Any]:
        plan = replace(EventPlan.of(cast.fresh(event)), starts_on=day)
        admission.change_with_regulation(cast.fresh(event), BY, lambda: change_event(event, BY, plan, seen=seen))
        return cast.fresh(event).admission

    settings = Admission.required("world-2018", event.starts_on)
    admission.set_admission(event, BY, settings, admission.admission_token(event))
    assert moved_to(None) == {"age": 16}
    assert moved_to(date(2027, 3, 13)) == {"age": 16, "desk": "2027-03-13T09:45:00+01:00"}
    assert moved_to(date(2027, 7, 3))["desk"] == "2027-07-03T09:45:00+02:00"
    with cast.nothing_written():
        assert moved_to(date(2027, 7, 3))["desk"] == "2027-07-03T09:45:00+02:00"
        with pytest.raises(UserError):
            moved_to(date(2027, 8, 1), seen="another plan")
    settings = Admission(age=16, desk=hour_on(date(2027, 7, 3), time(11)))
    admission.set_admission(cast.fresh(event), BY, settings, admission.admission_token(cast.fresh(event)))
    assert moved_to(date(2027, 8, 1)) == {"age": 16, "desk": "2027-07-03T11:00:00+02:00"}, "chosen"
    address = "/staff/deur/rules/choose/"
    assert cast.sent_from(organiser, address, rules="iwwa-2025").status_code == 303
    assert cast.fresh(event).admission == {"desk": "2027-07-03T11:00:00+02:00"}, "no age is required any more"
