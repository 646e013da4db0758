"""The pages on which a seating is changed by hand, and those that ask who fills in."""

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.drawn import BY, drawn
from tests.support.events.laid_again import laid_again
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table import redeals
from tournament.models import Entry, Event, Seat
from tournament.reading.rounds.empty_seats import gaps

pytestmark = pytest.mark.django_db


@pytest.fixture
@laid_again
def event() -> Event:
    made = cast.event(players=16, deals_per_round=4, planned_rounds=2)
    cast.events.change_state(made, BY, Event.State.LIVE)
    drawn(made, 2)
    rounds.publish_round(cast.round_of(made), BY)
    return cast.fresh(made)


def at(event: Event, path: str = "") -> str:
    return f"/staff/{event.slug}/rounds/{path}"


@pytest.mark.long
def test_a_publication_is_withdrawn_after_asking_why(event: Event, organiser: Client) -> None:
    assert at(event, "1/withdraw/") in organiser.get(at(event, "1/")).content.decode()
    page = organiser.get(at(event, "1/withdraw/"))
    assert "will never work again" in cast.shown(page)
    fields = cast.filled_in(page)
    with cast.nothing_written():
        assert organiser.post(at(event, "1/withdraw/"), fields).status_code == 422
    answer = organiser.post(at(event, "1/withdraw/"), {**fields, "reason": "Verkeerde lijst."}, follow=True)
    assert "The publication of this round was withdrawn" in cast.shown(answer)
    assert "Reason: Verkeerde lijst." in cast.shown(answer)
    with cast.nothing_written():
        assert organiser.post(at(event, "1/withdraw/"), {**fields, "reason": "Twice."}).status_code == 409


@pytest.mark.long
def test_a_captain_who_writes_meanwhile_is_in_the_way(event: Event, organiser: Client) -> None:
    fields = cast.filled_in(organiser.get(at(event, "1/withdraw/")))
    redeals.all_pass(cast.table(event), BY, 1)
    with cast.nothing_written():
        answer = organiser.post(at(event, "1/withdraw/"), {**fields, "reason": "Late."})
        assert answer.status_code == 409 and "Round 1: table 1 has started" in cast.shown(answer)
        asked = organiser.get(at(event, "1/withdraw/"), headers={"referer": f"http://testserver{at(event)}"})
        assert asked.status_code == 409
    assert f'class="button" href="{at(event, "1/")}">Back<' in asked.content.decode()
    assert at(event, "1/withdraw/") not in organiser.get(at(event, "1/")).content.decode()


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "head", "reason"),
    [("nl", "Met de hand gewisseld: 2 keer", "Reden: Broers."), ("fr", "Modifié à la main : 2 échanges", "Broers")],
)
def test_the_page_of_the_round_lists_exchanges(event: Event, language: str, head: str, reason: str) -> None:
    round, client = cast.round_of(event), cast.client(cast.organiser(event), language)
    assert head not in cast.shown(client.get(at(event, "1/")))
    one, other = (cast.seated(cast.table(event, number))[2] for number in (1, 2))
    seat_swaps.exchange_places(round, BY, (one, other), "Broers.")
    seat_swaps.exchange_places(cast.round_of(event), BY, (other, cast.seated(cast.table(event, 3))[1]), "Vraag.")
    page = cast.shown(client.get(at(event, "1/")))
    assert head in page and reason in page and page.index("Broers.") < page.index("Vraag.")
    assert f"{one} {cast.entry(event, one).player.name} (table 1)" in page.replace("tafel", "table")


@pytest.mark.long
def test_an_exchange_is_shown_before_it_is_made(event: Event, organiser: Client) -> None:
    one, other = (cast.seated(cast.table(event, number))[2] for number in (1, 2))
    assert organiser.get(at(event, "1/exchange/")).status_code == 200
    asked = f"{at(event, '1/exchange/')}?one={one}&other={other}"
    with cast.nothing_written():
        page = organiser.get(asked)
        shown = cast.shown(page)
        assert "Pairs meeting again" in shown and "Over all drawn rounds, before and after" in shown
        assert f"{cast.entry(event, one).player.name} : table 1, seat 2 → table 2, seat 2" in shown
        fields = cast.filled_in(page)
        assert organiser.post(asked, fields).status_code == 422
    assert organiser.post(asked, {**fields, "reason": "Rolstoel."}).status_code == 303
    assert cast.seated(cast.table(event, 1))[2] == other
    with cast.nothing_written():
        again = organiser.post(asked, {**fields, "reason": "Rolstoel."})
        assert again.status_code == 409 and "changed this in the meantime" in cast.shown(again)
        assert organiser.get(f"{at(event, '1/exchange/')}?one={one}&other={one}").status_code == 422


def test_an_exchange_tells_who_would_meet_again(event: Event, organiser: Client) -> None:
    tables = [list(cast.seated(cast.table(event, number, 1)).values()) for number in range(1, 5)]
    second = cast.table(event, 1, 2)
    friend, stranger, *_others = cast.seated(second).values()
    # Whoever sat with `friend` in round 1 comes to their table of round 2.
    met = next(n for table in tables if friend in table for n in table if n != friend and n not in (stranger,))
    shown = cast.shown(organiser.get(f"{at(event, '2/exchange/')}?one={stranger}&other={met}"))
    assert "They would meet again:" in shown and f"{cast.entry(event, met).player.name}" in shown


def test_nobody_but_the_organiser_moves_people(event: Event, desk: Client, juror: Client) -> None:
    for client in (desk, juror):
        for path in ("1/withdraw/", "1/exchange/"):
            assert client.get(at(event, path)).status_code == 403
            with cast.nothing_written():
                assert client.post(at(event, path), {"reason": "No."}).status_code == 403


@pytest.mark.long
def test_a_sheet_is_emptied_at_the_desk(event: Event, desk: Client, juror: Client) -> None:
    table = cast.table(event)
    here = at(event, "1/tables/1/")
    assert f"{here}empty/" not in desk.get(here).content.decode()
    with cast.nothing_written():
        assert desk.get(f"{here}empty/").status_code == 409
    cast.write(table, 1)
    redeals.all_pass(table, BY, 2)
    assert f"{here}empty/" in desk.get(here).content.decode()
    fields = cast.filled_in(desk.get(f"{here}empty/"))
    with cast.nothing_written():
        assert juror.post(f"{here}empty/", {**fields, "reason": "No."}).status_code == 403
        assert desk.post(f"{here}empty/", fields).status_code == 422
    cast.write(table, 2)
    with cast.nothing_written():
        assert desk.post(f"{here}empty/", {**fields, "reason": "Tafel 2."}).status_code == 409
    fields = cast.filled_in(desk.get(f"{here}empty/"))
    answer = desk.post(f"{here}empty/", {**fields, "reason": "Tafel 2."}, follow=True)
    assert "The sheet of table 1 is empty." in cast.shown(answer)
    with cast.nothing_written():
        assert desk.post(f"{here}empty/", {**fields, "reason": "Tafel 2."}).status_code == 303
    history = cast.shown(desk.get(f"{here}deals/1/"))
    assert "Sheet emptied" in history and "Tafel 2." in history


# --- Who fills in ------------------------------------------------------------------------------------------------


def short(event: Event) -> int:
    """The first player of table 1, who is marked absent."""
    number = cast.seated(cast.table(event))[3]
    registration.check_in(cast.entry(event, number), BY, False)
    return number


@pytest.mark.long
def test_an_empty_seat_shows_on_every_page_until_somebody_sits_there(event: Event, organiser: Client) -> None:
    number = short(event)
    pages = [f"/staff/{event.slug}/", at(event), at(event, "1/"), at(event, "1/tables/"), at(event, "1/tables/1/")]
    for address in [*pages, f"/staff/{event.slug}/attendance/", f"/staff/{event.slug}/players/{number}/"]:
        assert "Table 1 is a player short" in cast.shown(organiser.get(address)), address
    assert 'class="is-stopped"' in organiser.get(at(event, "1/tables/")).content.decode()
    assert "1 player short" in cast.shown(organiser.get(at(event, "1/tables/")))
    [joker] = registration.add_entries(event, BY, [cast.Entrant("Mia Vrij", role=Entry.PlayerRole.JOKER)])
    registration.check_in(joker, BY, True)
    page = organiser.get(at(event, "1/tables/1/fill-in/3/"))
    assert "Mia Vrij" in cast.shown(page)
    fields = {**cast.filled_in(page), "number": joker.number, "joker": ""}
    assert organiser.post(at(event, "1/tables/1/fill-in/3/"), fields).status_code == 303
    assert cast.seated(cast.table(event))[3] == joker.number
    assert "player short" not in cast.shown(organiser.get(at(event, "1/tables/")))
    assert gaps(event) == []


@pytest.mark.parametrize(
    ("language", "label", "fault"),
    [
        ("nl", "Niemand is vrij. Naam van een nieuwe joker", "Typ de naam van een nieuwe joker."),
        ("fr", "Personne n’est libre. Nom d’un nouveau joker", "Tapez le nom d’un nouveau joker."),
    ],
)
def test_where_nobody_is_free_only_a_joker_is_asked_for(event: Event, language: str, label: str, fault: str) -> None:
    short(event)
    client, there = cast.client(cast.desk(event), language), at(event, "1/tables/1/fill-in/3/")
    page = client.get(there)
    shown = cast.shown(page)
    assert label in shown and "Of een nieuwe" not in shown and "Ou un nouveau" not in shown
    with cast.nothing_written():
        answer = client.post(there, {**cast.filled_in(page), "joker": ""})
    assert answer.status_code == 422 and fault in cast.shown(answer)


def test_a_new_joker_is_entered_and_seated_in_one_step_and_once(event: Event, desk: Client) -> None:
    short(event)
    cast.write(cast.table(event), 1)
    there = at(event, "1/tables/1/fill-in/3/")
    fields = {**cast.filled_in(desk.get(there)), "joker": "Nele Nieuw"}
    assert fields["from_deal"] == "2"
    with cast.nothing_written():
        assert desk.post(there, {**fields, "joker": ""}).status_code == 422
        assert desk.post(there, {**fields, "from_deal": "1"}).status_code == 409
    assert desk.post(there, fields).status_code == 303
    entry = Entry.objects.get(player__name="Nele Nieuw")
    assert (entry.role, entry.present) == (Entry.PlayerRole.JOKER, True)
    assert Seat.objects.get(entry=entry).from_deal == 2
    with cast.nothing_written():
        assert desk.post(there, fields).status_code == 303
        another = desk.post(there, {**fields, "joker": "Niels Nieuw"})
    assert another.status_code == 409
    assert "Somebody else sits at this table now" in cast.shown(another)
    assert gaps(event) == []


def test_who_marks_a_seated_player_is_led_to_who_fills_in(event: Event, organiser: Client, juror: Client) -> None:
    one, other = cast.seated(cast.table(event))[1], cast.seated(cast.table(event, 2))[4]
    answer = organiser.post(f"/staff/{event.slug}/attendance/{one}/", {"present": "0"})
    assert answer["Location"] == at(event, "1/tables/1/fill-in/1/")
    answer = organiser.post(f"/staff/{event.slug}/players/{other}/withdraw/", {"reason": ""})
    assert answer["Location"] == at(event, "1/tables/2/fill-in/4/")
    there = f"/staff/{event.slug}/attendance/{one}/"
    answered = organiser.post(there, {"present": "1"}, headers={"HX-Request": "true"})
    swapped = answered.content.decode()
    assert 'id="seats-notice"' in swapped and at(event, "1/tables/2/fill-in/4/") in swapped
    assert at(event, "1/tables/1/fill-in/1/") not in swapped
    with cast.nothing_written():
        assert juror.get(at(event, "1/tables/2/fill-in/4/")).status_code == 403
        assert organiser.get(at(event, "1/tables/2/fill-in/5/")).status_code == 404


def test_a_table_that_has_played_all_its_deals_is_not_short(event: Event) -> None:
    table = cast.table(event)
    cast.play(table)
    registration.check_in(cast.entry(event, cast.seated(table)[1]), BY, False)
    assert gaps(event) == []


def test_nobody_fills_in_where_the_jury_settled_what_was_left(event: Event) -> None:
    table = cast.table(event, 1)
    gone = cast.entry(event, cast.seated(table)[1])
    registration.withdraw(gone, BY, "Ill.")
    assert [gap.number for gap in gaps(cast.fresh(event))] == [gone.number]
    for number in range(1, table.deals_planned + 1):
        rulings.rule(table, BY, number, "annulled", "Too late.")
    assert gaps(cast.fresh(event)) == []
