"""Making an event, its overview, its plan, its state."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import load, words
from tests.support.events import cast
from tests.support.pages.no_script import Visit
from tournament import __version__
from tournament.acts.event import events
from tournament.acts.event.own_rules import save_own
from tournament.admission import Admission
from tournament.forms.event.events import NewEventForm
from tournament.models import Event, LogEntry, Membership, Round
from tournament.progress.next_step import NextStep, progress

pytestmark = pytest.mark.django_db

MAKE = "/staff/new_event/"


def plan_data(**changes: Any) -> dict[str, Any]:
    """The form of a new event, filled in."""
    usual = {
        "name": "Tornooi van Zulte",
        "slug": "",
        "place": "De Kring",
        "starts_on": "2026-05-02",
        "ends_on": "",
        "rules": "world-2018",
        "planned_rounds": "3",
        "deals_per_round": "16",
        "tie_break_1": "best_deal",
        "tie_break_2": "lot",
        "languages": ["nl", "fr"],
        "confirmation": "captain",
        "jury": "table",
        "appeal_minutes": "0",
        "listed": "on",
    }
    return {**usual, **changes}


@pytest.fixture
def event() -> Event:
    return cast.event(players=4)


def test_making_an_event_makes_the_maker_its_organiser() -> None:
    who = cast.founder()
    answer = cast.client(who).post(MAKE, plan_data())
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, "/staff/tornooi-van-zulte/")
    assert Membership.objects.filter(event=event, user=who, role="organiser").exists()
    assert (event.name, event.rules["key"], event.tie_breaks) == (
        "Tornooi van Zulte",
        "world-2018",
        ["best_deal", "lot"],
    )
    assert (event.languages, event.listed, event.records_trump) == (["nl", "fr"], True, False)
    assert [entry.act for entry in LogEntry.objects.order_by("sequence")] == [
        "make_event",
        "grant_role",
        "set_admission",
    ]


def test_the_form_names_every_rule_set_with_its_source_and_its_doubt() -> None:
    page = cast.client(cast.founder(), "nl").get(MAKE).content.decode()
    for name in ("Wereldkampioenschap 2018", "github.com/LukasVerstraete/WiezenMonitorDomain"):
        assert name in page
    assert page.count('name="rules"') == 8
    assert words.why(load("points-only"), "nl") in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"slug": "Niet Zo"},
        {"slug": "a_b"},
        {"name": "☠"},
        {"rules": "bridge"},
        {"planned_rounds": "0"},
        {"planned_rounds": "51"},
        {"deals_per_round": "1e3"},
        {"ends_on": "2026-05-01"},
        {"starts_on": "gisteren"},
        {"tie_break_2": "best_deal"},
        {"tie_break_1": "luck"},
        {"languages": []},
        {"languages": ["de"]},
        {"confirmation": "blood"},
    ],
)
def test_a_plan_that_cannot_be_is_shown_again_and_nothing_is_made(wrong: dict[str, Any]) -> None:
    answer = cast.client(cast.founder()).post(MAKE, plan_data(**wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Event.objects.exists()


def test_a_taken_address_is_refused_with_a_sentence(event: Event) -> None:
    with cast.nothing_written():
        answer = cast.client(cast.founder()).post(MAKE, plan_data(slug=event.slug))
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"slug": ["There is already an event at this address. Choose another one."]}
    assert "<details open>" in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_a_founder_makes_events(method: str) -> None:
    outsider = cast.client(cast.outsider())
    assert getattr(outsider, method)(MAKE, plan_data()).status_code == 403
    assert not Event.objects.exists()


def test_home_lists_the_events_one_works_for(event: Event, organiser: Client) -> None:
    cast.event(0, slug="elders", name="Een ander tornooi")
    page = organiser.get("/staff/").content.decode()
    assert event.name in page
    assert "Een ander tornooi" not in page
    assert "You are not on the staff of any event yet." in cast.client(cast.outsider()).get("/staff/").content.decode()


def test_the_foot_of_the_staffs_pages_names_the_release(event: Event, organiser: Client) -> None:
    release = f"Troel {__version__}"
    for path in ("/staff/", f"/staff/{event.slug}/"):
        assert release in cast.shown(organiser.get(path))
    assert release not in cast.shown(Client().get(event.get_absolute_url()))


def test_whoever_has_not_signed_in_is_asked_to() -> None:
    for path in ("/staff/", MAKE, "/staff/ledegem/"):
        answer = cast.client().get(path)
        assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={path}")


def test_the_plan_can_be_changed(event: Event, organiser: Client) -> None:
    answer = cast.sent_from(organiser, f"/staff/{event.slug}/plan/", **plan_data(name="Ledegem 2026"))
    assert answer.status_code == 303
    changed = cast.fresh(event)
    assert (changed.name, changed.rules, changed.slug) == ("Ledegem 2026", event.rules, event.slug)


def test_the_plan_is_shown_as_it_is(event: Event, organiser: Client) -> None:
    page = organiser.get(f"/staff/{event.slug}/plan/", headers={"accept-language": "nl"}).content.decode()
    assert 'value="2026-03-14"' in page
    assert 'name="rules"' not in page and f"/staff/{event.slug}/rules/" in page


def test_the_plan_never_changes_the_rules(event: Event, organiser: Client) -> None:
    assert cast.sent_from(organiser, f"/staff/{event.slug}/plan/", **plan_data(rules="wallonia")).status_code == 303
    assert cast.fresh(event).rules == event.rules


def test_a_rule_set_that_was_kept_is_offered_to_a_new_event() -> None:
    who = cast.founder()
    save_own(who, load("wallonia"), "gilde", dict.fromkeys(("nl", "fr", "en"), "Gilde 2026"))
    client = cast.client(who)
    assert "Gilde 2026" in cast.shown(client.get(MAKE))
    assert client.post(MAKE, plan_data(rules="gilde")).status_code == 303
    made = Event.objects.get()
    assert (made.rules["key"], made.rules["names"]["fr"], made.compared) == ("gilde", "Gilde 2026", {})


def test_the_state_goes_one_way_after_asking(event: Event, organiser: Client) -> None:
    base = f"/staff/{event.slug}/state"
    with cast.nothing_written():
        assert organiser.get(f"{base}/live/").status_code == 200
    for state in ("live", "closed", "live", "closed", "archived"):
        assert organiser.post(f"{base}/{state}/").status_code == 303
        assert cast.fresh(event).state == state
    with cast.nothing_written():
        assert organiser.post(f"{base}/live/").status_code == 409
        assert organiser.post(f"{base}/rehearsal/").status_code == 404
        assert organiser.post(f"{base}/anything/").status_code == 404


@pytest.mark.parametrize("page", ["event", "plan", "players", "attendance", "rounds", "ranking", "members", "logbook"])
def test_other_people_see_nothing(event: Event, page: str) -> None:
    elsewhere = cast.event(0, slug="elders")
    for who in (cast.outsider(), cast.organiser(elsewhere)):
        answer = cast.client(who).get(reverse(f"staff:{page}", args=[event.slug]))
        assert answer.status_code == 403
        assert event.name not in answer.content.decode()


@pytest.mark.parametrize("page", ["plan", "members"])
def test_desk_jury_and_auditor_do_not_plan(event: Event, page: str) -> None:
    for who in (cast.desk(event), cast.juror(event), cast.head_juror(event), cast.auditor(event)):
        with cast.nothing_written():
            assert cast.client(who).post(reverse(f"staff:{page}", args=[event.slug]), plan_data()).status_code == 403


def test_the_menu_shows_only_what_one_may_open(event: Event) -> None:
    page = cast.client(cast.juror(event)).get(f"/staff/{event.slug}/").content.decode()
    assert f"/staff/{event.slug}/decisions/" in page
    for closed in ("members", "logbook", "attendance", "plan"):
        assert f"/staff/{event.slug}/{closed}/" not in page


def test_an_event_that_is_not_there_is_not_found() -> None:
    assert cast.client(cast.outsider()).get("/staff/nergens/").status_code == 404


def test_the_one_next_thing_follows_the_event() -> None:
    event = cast.event(players=0, planned_rounds=1)
    steps = [_step(event)]
    event = cast.event(players=8, slug="b", present=False, planned_rounds=1)
    steps.append(_step(event))
    event = cast.event(players=8, slug="c", planned_rounds=1)
    steps.append(_step(event))
    client = cast.client(cast.organiser(event))
    for path in ("state/live/", "rounds/seat/", "rounds/1/publish/"):
        assert cast.sent_from(client, f"/staff/{event.slug}/{path}").status_code == 303
        steps.append(_step(event))
    cast.play_round(event)
    steps.append(_step(event))
    for path in ("rounds/1/close/", "state/closed/", "state/archived/"):
        assert client.post(f"/staff/{event.slug}/{path}").status_code == 303
        steps.append(_step(event))
    assert steps == [
        NextStep.ADD_PLAYERS,
        NextStep.CHECK_IN,
        NextStep.START,
        NextStep.SEAT,
        NextStep.PUBLISH,
        NextStep.PLAY,
        NextStep.CLOSE_ROUND,
        NextStep.CLOSE_EVENT,
        NextStep.ARCHIVE,
        NextStep.RANKING,
    ]


@pytest.mark.parametrize(
    ("language", "round_told", "event_told"),
    [
        ("nl", "Ronde 1 is al afgesloten.", "Dit tornooi is al afgesloten."),
        ("fr", "La manche 1 est déjà clôturée.", "Ce tournoi est déjà clôturé."),
    ],
)
def test_a_second_tap_is_told_what_is_done_already(language: str, round_told: str, event_told: str) -> None:
    event = cast.playing(players=4, deals=1, planned_rounds=1)
    cast.play_round(event)
    client = cast.client(cast.organiser(event), language)
    for path, told in (("rounds/1/close/", round_told), ("state/closed/", event_told)):
        address = f"/staff/{event.slug}/{path}"
        assert client.post(address).status_code == 303
        with cast.nothing_written():
            for again in (client.post, client.get):
                assert told in cast.shown(again(address, follow=True))


def test_who_taps_at_the_same_time_is_told_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.playing(players=4, deals=1, planned_rounds=1)
    cast.play_round(event)
    client, closed = cast.client(cast.organiser(event)), Event.State.CLOSED

    def both(event: Event, by: str, state: str) -> None:
        events.change_state(event, by, state)
        events.change_state(event, by, state)

    monkeypatch.setattr("tournament.views.organiser.event.event.change_state", both)
    answer = client.post(f"/staff/{event.slug}/state/closed/", follow=True)
    assert "This event has already been closed." in cast.shown(answer)
    assert cast.fresh(event).state == closed


def _step(event: Event) -> NextStep:
    """What comes next, after looking that the overview can say so."""
    assert cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/").status_code == 200
    return progress(cast.fresh(event)).step


@pytest.mark.long
def test_the_overview_costs_the_same_whatever_the_size(django_assert_max_num_queries: Any) -> None:
    for size, slug in ((8, "a"), (40, "b")):
        event = cast.played(size, slug=slug)
        client = cast.client(cast.organiser(event))
        # One of them asks whether they may make another event with these players.
        with django_assert_max_num_queries(17):
            assert client.get(f"/staff/{slug}/").status_code == 200


def test_the_next_step_is_about_the_round_being_played_even_when_a_later_one_is_drawn() -> None:
    event = cast.playing(8)
    cast.next_round(event, publish=False)
    assert _step(event) == NextStep.PLAY
    cast.play_round(event)
    assert _step(event) == NextStep.CLOSE_ROUND
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/"))
    assert "Every deal of round 1 has been recorded." in page


def test_only_who_may_take_the_next_step_is_told_of_it() -> None:
    event = cast.event(players=8)
    assert "Next step" in cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/"))
    assert "Next step" not in cast.shown(cast.client(cast.juror(event)).get(f"/staff/{event.slug}/"))


def test_a_new_event_offers_first_that_nobody_signs() -> None:
    form = NewEventForm()
    assert form["confirmation"].initial == Event.Confirmation.NONE and form["paper_signed"].initial is True


def test_three_questions_are_enough_and_the_rest_is_folded() -> None:
    client = cast.client(cast.founder())
    page = client.get(MAKE)
    assert [field.name for field in page.context["form"].asked] == ["name", "planned_rounds", "deals_per_round"]
    assert "Rules: IWWA" in cast.shown(page) and "(recommended)" in cast.shown(page)
    asked, folded = page.content.decode().split("<details>")
    assert 'name="deals_per_round"' in asked and 'name="rules"' not in asked and 'name="slug"' in folded
    assert "Clubavond" in Visit(client, MAKE).press("Create the event", name="Clubavond", paper_signed="on").words
    made = Event.objects.get()
    assert (made.rules["key"], made.confirmation, made.paper_signed) == ("iwwa-2025", "none", True)


def test_the_address_is_made_from_the_name_and_never_taken() -> None:
    client = cast.client(cast.founder())
    cast.event(0, slug="clubavond", name="Clubavond")
    cast.event(0, slug="clubavond-2", name="Clubavond")
    assert client.post(MAKE, plan_data(name="Clubavond"))["Location"] == "/staff/clubavond-3/"
    with cast.nothing_written():
        assert client.post(MAKE, plan_data(name="Clubavond"))["Location"] == "/staff/clubavond-3/"
    assert client.post(MAKE, plan_data(name="Clubavond", slug="own"))["Location"] == "/staff/own/"


def test_the_overview_counts_the_rounds_that_were_played() -> None:
    event = cast.playing(slug="gespeeld")
    client = cast.client(cast.organiser(event))
    planned = event.planned_rounds
    assert f"rounds 0/{planned}" in cast.shown(client.get("/staff/gespeeld/"))
    Round.objects.filter(event=event, number=1).update(closed=True)
    assert f"rounds 1/{planned}" in cast.shown(client.get("/staff/gespeeld/"))


def test_the_hall_screen_is_a_window_of_its_own_from_overview_rounds_and_announcements() -> None:
    event = cast.playing(slug="zaal")
    client = cast.client(cast.organiser(event))
    for page in ("", "rounds/", "notices/"):
        assert re.search(r'"/e/zaal/hall/"\s+target="troel-hall"', client.get(f"/staff/zaal/{page}").content.decode())


@pytest.mark.parametrize("rules", ["world-2018", "wallonia"])
def test_an_event_has_what_its_regulation_requires_from_the_day_it_is_made(rules: str) -> None:
    assert cast.client(cast.founder()).post(MAKE, plan_data(rules=rules)).status_code == 303
    settings = Admission.read(Event.objects.get().admission)
    hour = settings.desk and timezone.localtime(settings.desk).isoformat()[:16]
    assert (settings.age, hour) == ((16, "2026-05-02T09:45") if rules == "world-2018" else (0, None))
