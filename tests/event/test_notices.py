"""Announcements: who may make one, where it is read, when it ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tests.support.pages.no_script import Visit
from tests.support.pages.reading import words_in
from tournament import links
from tournament.acts.event import events
from tournament.acts.kernel import notices
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds import publication, rounds
from tournament.exchange.logbook import proof
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.forms.event.notices import NoticeForm
from tournament.models import Event, LogEntry, Round

pytestmark = pytest.mark.django_db
LAST = "Last deal: finish the deal you are playing and start no other."


def announce(event: Event, text: str = "Soup is served.", **more: Any) -> None:
    """The organiser announces something."""
    notices.post_notice(cast.fresh(event), "user:1", text, **more)


def read(address: str, language: str = "en") -> str:
    """The words of the header of a page."""
    page = cast.client(language=language).get(address).content.decode()
    return words_in(page[page.index("<body") : page.index("<main")])


def pages(event: Event) -> list[str]:
    """A page of every kind: of a table, of a player, of everybody."""
    table, entry = cast.table(event), cast.entry(event, cast.seated(cast.table(event))[1])
    own = f"/p/{links.personal_token(entry)}/"
    here = event.get_absolute_url()
    behind = [f"/t/{cast.token(table)}/", f"/r/{links.reading_token(table)}/", own]
    return [*behind, here, f"{here}seating/", f"{here}rules/", f"{here}player/1/"]


def test_everybody_reads_it_and_after_it_was_taken_back_nobody(event: Event) -> None:
    announce(event)
    assert all("Soup is served." in read(page) for page in pages(event))
    assert "Soup is served." in cast.shown(Client().get(f"{event.get_absolute_url()}hall/"))
    notices.take_back_notice(event, "user:1", cast.fresh(event).notices[0]["number"])
    assert not any("Soup" in read(page) for page in pages(event))


def test_what_is_for_a_table_is_read_there_and_in_the_hall(event: Event) -> None:
    announce(event, "", last_deal=cast.round_of(event), table=cast.table(event, 2))
    assert not any(LAST in read(page) for page in pages(event))
    assert LAST in read(f"/t/{cast.token(cast.table(event, 2))}/")
    assert f"Table 2: {LAST}" in cast.shown(Client().get(f"{event.get_absolute_url()}hall/"))
    assert "Laatste spel" in read(f"/t/{cast.token(cast.table(event, 2))}/", "nl")


def test_the_last_deal_is_over_with_its_round(event: Event) -> None:
    announce(event, "", last_deal=cast.round_of(event))
    announce(event)
    assert all(LAST in read(page) for page in pages(event)[:3])
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    assert [one["text"] for one in cast.fresh(event).notices] == ["Soup is served."]


def test_it_is_over_too_when_the_publication_is_withdrawn(event: Event) -> None:
    announce(event, "Wait, please.", table=cast.table(event))
    seen = seating_token(Round.objects.filter(event=event))
    publication.withdraw_publication(cast.round_of(event), "system", "A player came.", seen=seen)
    assert not cast.fresh(event).notices


def test_it_ends_by_itself_at_its_hour(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    announce(event, until=timezone.now() + timedelta(minutes=5))
    assert "Soup" in read(event.get_absolute_url())
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr("tournament.acts.kernel.notices.timezone.now", lambda: later)
    monkeypatch.setattr("tournament.reading.prerendered_pages.time.time", later.timestamp)
    assert not any("Soup" in read(page) for page in pages(event))
    announce(event, "Play goes on.")
    assert [one["text"] for one in cast.fresh(event).notices] == ["Play goes on."]


def test_the_same_again_and_taking_back_twice_write_nothing(event: Event) -> None:
    announce(event)
    number = cast.fresh(event).notices[0]["number"]
    with cast.nothing_written():
        announce(event, " Soup  is served. ")
    notices.take_back_notice(event, "user:1", number)
    announce(event)
    with cast.nothing_written():
        notices.take_back_notice(event, "user:1", number)
    assert len(cast.fresh(event).notices) == 1


def test_no_words_are_in_the_logbook(event: Event) -> None:
    announce(event)
    assert "Soup" not in LogEntry.objects.get(act="post_notice").text


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("", {}),
        ("x" * 121, {}),
        ("Soup\0", {}),
        ("Too late.", {"until": timezone.now() - timedelta(minutes=1)}),
    ],
)
def test_what_cannot_be_announced_is_refused(event: Event, text: str, more: dict[str, Any]) -> None:
    with cast.refused():
        announce(event, text, **more)


def test_the_hall_reads_the_two_newest_and_tables_in_one_line(event: Event) -> None:
    for text in ("One", "Two"):
        announce(event, text)
    for number in (1, 2):
        announce(event, "", last_deal=cast.round_of(event), table=cast.table(event, number))
    said = cast.shown(Client().get(f"{event.get_absolute_url()}hall/"))
    assert f"Two Tables 1, 2: {LAST}" in said and "One" not in said


def test_no_more_are_shown_than_people_read(event: Event) -> None:
    for number in range(notices.MOST):
        announce(event, f"Number {number}")
    with cast.refused("Take one back first"):
        announce(event)


def test_a_round_that_is_not_played_has_no_last_deal(event: Event) -> None:
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    with cast.refused("not being played"):
        announce(event, last_deal=cast.round_of(event))


def test_an_archived_event_announces_nothing(event: Event) -> None:
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    for state in (Event.State.CLOSED, Event.State.ARCHIVED):
        announce(event, f"Thank you: {state}")
        events.change_state(event, "system", state)
    with cast.refused():
        announce(event)


# --- The pages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock", "days"), [("23:30", 1), ("00:15", 0), ("00:45", 0), ("20:00", 1)])
def test_an_hour_after_midnight_is_that_of_the_night_to_come(
    clock: str, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour, minute = map(int, clock.split(":"))
    at = timezone.localtime().replace(hour=hour, minute=minute)
    monkeypatch.setattr(timezone, "now", lambda: at)
    form = NoticeForm({"text": "Prizes soon.", "until": "00:30"})
    assert form.is_valid()
    assert timezone.localtime(form.cleaned_data["until"]).date() == at.date() + timedelta(days=days)


def test_the_staff_announce_and_take_back(event: Event) -> None:
    page = Visit(cast.client(cast.juror(event)), f"/staff/{event.slug}/notices/")
    assert "Nothing is announced." in page.words
    page.press("Announce this text", text="Prizes at six.", until="23:59")
    assert "It is announced." in page.words and "Prizes at six. jury-of-ledegem · until 23:59" in page.words
    page.press("Announce the last deal", table="2")
    assert f"Table 2: {LAST}" in page.words
    page.press("Take back")
    assert "It is not shown any more." in page.words and "Prizes" in page.words and LAST not in page.words


def test_what_an_archived_event_announced_stays_and_is_refused_with_a_sentence(event: Event) -> None:
    organiser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/notices/"
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    announce(event, "Thank you!")
    number = cast.fresh(event).notices[0]["number"]
    assert "Take back" in cast.shown(organiser.get(path))
    for state in (Event.State.CLOSED, Event.State.ARCHIVED):
        events.change_state(event, "system", state)
    assert "Thank you!" in (page := cast.shown(organiser.get(path))) and "Take back" not in page
    with cast.nothing_written():
        assert organiser.post(f"{path}{number}/take_back/").status_code == 409


@pytest.mark.parametrize(
    "data", [{}, {"text": " "}, {"text": "x", "table": "99"}, {"text": "x", "table": "☠"}, {"text": "x", "until": "25"}]
)
def test_a_form_that_cannot_be_is_shown_again(event: Event, data: dict[str, str]) -> None:
    desk = cast.client(cast.desk(event))
    with cast.nothing_written():
        answer = desk.post(f"/staff/{event.slug}/notices/", data)
    assert answer.status_code == 422 and "errorlist" in answer.content.decode()


def test_the_last_deal_between_rounds_is_refused_with_a_sentence(event: Event) -> None:
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    answer = cast.client(cast.desk(event)).post(f"/staff/{event.slug}/notices/", {"last_deal": "1"})
    assert answer.status_code == 409 and "No round is being played." in answer.content.decode()


def test_others_announce_nothing(event: Event) -> None:
    address, clients = f"/staff/{event.slug}/notices/", [cast.client(cast.auditor(event)), cast.client(cast.outsider())]
    with cast.nothing_written():
        for client in clients:
            for path in (address, f"{address}1/take_back/"):
                assert client.post(path, {"text": "Go home."}).status_code == 403


def test_an_open_page_hears_of_it(event: Event, table: Any) -> None:
    client, address = Client(), f"{event.get_absolute_url()}said/?at=1.1"
    quiet = client.get(address).content.decode()
    mark = quiet.partition('data-mark="')[2].partition('"')[0]
    assert mark and client.get(f"{address}&v={mark}").status_code == 204
    announce(event, "Wait for the jury.", table=table)
    news = client.get(f"{address}&v={mark}")
    assert news.status_code == 200 and "Wait for the jury." in news.content.decode()
    assert "Wait" not in client.get(f"{event.get_absolute_url()}said/?at=1.2").content.decode()
    for junk in ("at=☠", "at=1.☠", "at=9999999.1", "", "at=1.1.1", "v=☠"):
        assert client.get(f"{event.get_absolute_url()}said/?{junk}").status_code == 200


@pytest.mark.usefixtures("guarded")
def test_a_file_takes_along_what_is_announced_and_the_logbook_proves_it() -> None:
    event = cast.playing(players=8, deals=4)
    announce(event, until=timezone.now() + timedelta(hours=1))
    announce(event, "", last_deal=cast.round_of(event), table=cast.table(event))
    event = cast.fresh(event)
    proof.prove(event)
    document = exporting.document(event)
    assert len(document["event"]["notices"]) == 2
    importing.judge(document)
    again = importing.load(document, "system", slug="elsewhere")
    assert again.notices == event.notices
    proof.prove(again)
    document["event"]["notices"][0]["until"] = "2026-13-01T00:00:00+00:00"
    with pytest.raises(EventFileError):
        importing.judge(document)
