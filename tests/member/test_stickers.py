"""Table stickers: what a photo of one opens from home, and a phone in the hall once it knows the evening's code."""

import json
from datetime import date, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament import links
from tournament.acts.event.events import change_state
from tournament.acts.register.evenings import cancel_evenings
from tournament.acts.register.playing import draw_and_publish
from tournament.acts.register.stickers import MAX_STICKERS, add_stickers, renew_sticker
from tournament.acts.rounds.rounds import close_round
from tournament.errors import UserError
from tournament.forms.table.deals import new_key
from tournament.models import Event, Organisation, Series, Sticker, Tries
from tournament.progress.evenings_on import evening_plan
from tournament.views.shared.evening_codes import COOKIE, RATION

pytestmark = pytest.mark.django_db
BY = club.BY


@laid_again
def evening(*, begun: bool) -> tuple[Series, date, Event]:
    series, day, event = club.evening(8)
    add_stickers(series.organisation, BY, 3)
    if begun:
        draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    return series, day, cast.fresh(event)


class Hall:
    """An evening of eight players with two tables and three stickers; its first round is shown."""

    def __init__(self, *, begun: bool = True) -> None:
        self.series, self.day, self.event = evening(begun=begun)
        self.organisation: Organisation = self.series.organisation

    @property
    def code(self) -> str:
        return links.evening_code(self.series, self.day)

    def sticker(self, number: int = 1) -> Sticker:
        return Sticker.objects.select_related("organisation").get(organisation=self.organisation, number=number)

    def path(self, number: int = 1) -> str:
        return f"/k/{links.sticker_code(self.sticker(number))}/"

    def table(self, number: int = 1, round: int = 1) -> str:
        return f"/t/{cast.token(cast.table(self.event, number, round))}/"


@pytest.fixture
def hall() -> Hall:
    return Hall()


def phone(address: str = "10.0.0.1") -> Client:
    """A phone that was never here; it must bring no token of ours."""
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"}, REMOTE_ADDR=address)


def enters(browser: Client, path: str, code: str) -> Any:
    return browser.post(path, {"code": code})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10_000:04}"


def opens(browser: Client, path: str) -> str:
    """Where a sticker leads; "" where it leads nowhere."""
    return browser.get(path).headers.get("Location", "")


def test_the_code_of_the_evening_is_given_once_for_every_table(hall: Hall) -> None:
    mine = phone()
    asked = mine.get(hall.path())
    assert asked.status_code == 200 and "Enter the code of this evening once" in cast.shown(asked)
    answer = enters(mine, hall.path(), hall.code)
    assert answer.status_code == 303 and answer.headers["Location"] == hall.path()
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/k/"
    assert opens(mine, hall.path()) == hall.table() and opens(mine, hall.path(2)) == hall.table(2)
    assert mine.get(hall.table()).status_code == 200


def test_a_photo_from_home_shows_no_name_and_writes_nothing(hall: Hall) -> None:
    home = phone()
    names = [entry.player.name for entry in hall.event.entries.select_related("player")]
    with cast.nothing_written():
        answers = [home.get(hall.path()), *(enters(home, hall.path(), code) for code in ("", "12x4"))]
        assert enters(home, hall.path(), "").status_code == 422
        assert enters(home, hall.path(), wrong(hall.code)).status_code == 422
    for answer in answers:
        page = answer.content.decode()
        assert "/t/" not in page and not any(name in page for name in names)
        assert links.table_token(cast.table(hall.event)) not in page
        assert COOKIE not in answer.cookies


def test_last_weeks_code_and_cookie_open_nothing(hall: Hall) -> None:
    old = links.evening_code(hall.series, hall.day - timedelta(weeks=1))
    assert old != hall.code and enters(phone(), hall.path(), old).status_code == 422
    kept = phone()
    enters(kept, hall.path(), hall.code)
    next_week = timezone.now() + timedelta(weeks=1)
    with patch("django.utils.timezone.now", return_value=next_week), patch("time.time", next_week.timestamp):
        assert "Enter the code" in cast.shown(kept.get(hall.path()))
        assert enters(kept, hall.path(), hall.code).status_code == 422


def test_the_cookie_of_one_evening_is_not_that_of_another(hall: Hall) -> None:
    """Whoever knows how cookies are made, but not the key, or has another club's, is asked all the same."""
    forged = phone()
    forged.cookies[COOKIE] = signing.get_cookie_signer(salt=COOKIE + "evening x").sign("1")
    assert "Enter the code" in cast.shown(forged.get(hall.path()))
    other = club.club("les-quatre-as")
    add_stickers(other, BY, 3)
    series = club.series(other)
    mine = phone()
    enters(mine, hall.path(), hall.code)
    elsewhere = f"/k/{links.sticker_code(Sticker.objects.get(organisation=other, number=1))}/"
    assert "Enter the code" in cast.shown(mine.get(elsewhere))
    assert links.evening_code(series, hall.day) != hall.code
    assert enters(mine, elsewhere, hall.code).status_code == 422


def test_the_same_sticker_leads_on_to_the_next_round(hall: Hall) -> None:
    mine = phone()
    enters(mine, hall.path(), hall.code)
    cast.play(cast.table(hall.event, 1))
    assert opens(mine, hall.path()) == hall.table(), "another table still plays"
    cast.play(cast.table(hall.event, 2))
    assert opens(mine, hall.path()) == hall.table(1, 2), "every deal is written"
    close_round(cast.round_of(hall.event), BY)
    assert opens(mine, hall.path()) == hall.table(1, 2)


def test_two_phones_at_one_sticker_take_over_in_sight(hall: Hall) -> None:
    """Both come to the same table, where one writes until the other says that it takes over."""
    first, second = phone("10.0.0.1"), phone("10.0.0.2")
    for mine in (first, second):
        enters(mine, hall.path(), hall.code)
    table = opens(first, hall.path())
    assert table == opens(second, hall.path()) == hall.table()
    in_json = {"accept": "application/json"}

    def takes(mine: Client, phone: str, of: str) -> Any:
        return mine.post(
            f"{table}take/", {"phone": phone, "of": of, "position": "1", "key": new_key()}, headers=in_json
        )

    assert takes(first, "first-phone", "").status_code == 200
    refused = takes(second, "second-phone", "")
    mark = json.loads(refused.content)["phone"]
    assert refused.status_code == 409 and mark == cast.table(hall.event).phone
    assert takes(second, "second-phone", mark).status_code == 200
    late = {"phone": "first-phone", "key": new_key(), "version": "0"}
    assert first.post(f"{table}deal/1/pass/", late, headers=in_json).status_code == 409
    assert second.post(f"{table}deal/1/pass/", {**late, "phone": "second-phone"}, headers=in_json).status_code == 200


def test_a_revoked_sticker_ends_the_old_code_and_the_link_behind_it(hall: Hall) -> None:
    inside = phone()
    enters(inside, hall.path(), hall.code)
    old, table = hall.path(), opens(inside, hall.path())
    issue = hall.sticker().issue
    renew_sticker(hall.sticker(), BY, replaces=issue)
    assert inside.get(old).status_code == 404 and enters(inside, old, hall.code).status_code == 404
    assert inside.get(table).status_code == 404
    assert opens(inside, hall.path()) == hall.table() != table
    assert opens(inside, hall.path(2)) == hall.table(2), "the other tables go on"
    with cast.refused():
        renew_sticker(hall.sticker(), BY, replaces=issue)


def test_a_table_that_is_not_in_the_round_is_named(hall: Hall) -> None:
    mine = phone()
    enters(mine, hall.path(3), hall.code)
    answer = mine.get(hall.path(3))
    assert answer.status_code == 200 and "Nobody plays at this table in round 1." in cast.shown(answer)


def test_guessing_from_many_addresses_comes_to_an_end(hall: Hall) -> None:
    """The ration is the club's: more addresses and more stickers do not help; the door's own code still does."""
    codes = (code for code in (f"{number:04}" for number in range(10_000)) if code != hall.code)
    answers = [
        enters(phone(f"10.{at}.0.1"), hall.path(1 + at % 3), next(codes)).status_code for at in range(RATION.most)
    ]
    assert set(answers) == {422}
    late = enters(phone("10.99.0.1"), hall.path(), hall.code)
    assert late.status_code == 429 and "Scan the code at the door" in cast.shown(late)
    assert Tries.objects.filter(rule=RATION.label).count() == 1
    scanned = phone("10.99.0.1")
    door = f"/o/{hall.organisation.slug}/door/{links.door_token(hall.series, hall.day)}/"
    assert scanned.post(door, {"person": "1"}).status_code == 303
    assert opens(scanned, hall.path()) == hall.table()


def test_one_phone_that_guesses_waits_longer_each_time(hall: Hall) -> None:
    mine = phone()
    answers = [enters(mine, hall.path(), wrong(hall.code)).status_code for _ in range(7)]
    assert answers[:6] == [422] * 6 and answers[6] == 429
    assert enters(mine, hall.path(), hall.code).status_code == 429
    assert enters(mine, hall.path(2), hall.code).status_code == 303, "the next table is another"


def test_before_the_draw_the_sticker_says_so() -> None:
    hall = Hall(begun=False)
    mine = phone()
    enters(mine, hall.path(), hall.code)
    assert "No round is being played now" in cast.shown(mine.get(hall.path()))


def test_without_an_evening_nothing_is_asked() -> None:
    organisation = club.club()
    add_stickers(organisation, BY, 1)
    path = f"/k/{links.sticker_code(Sticker.objects.get())}/"
    assert "No evening is being played now" in cast.shown(phone().get(path))
    assert enters(phone(), path, "0000").status_code == 303
    assert not Tries.objects.exists()


@pytest.mark.parametrize("how", ["closed", "cancelled", "binned"])
def test_an_evening_that_is_over_opens_nothing(how: str) -> None:
    hall = Hall(begun=False)
    mine = phone()
    enters(mine, hall.path(), hall.code)
    if how == "cancelled":
        cancel_evenings(hall.series, BY, [hall.day])
    else:
        change_state(hall.event, BY, Event.State.CLOSED)
        Event.objects.filter(pk=hall.event.pk).update(binned=how == "binned")
    assert "No evening is being played now" in cast.shown(mine.get(hall.path()))


@pytest.mark.parametrize("code", ["0-aaaa", "1-", "x", "999999-" + "a" * 26])
def test_a_code_of_nothing_is_a_page(hall: Hall, code: str) -> None:
    assert phone().get(f"/k/{code}/").status_code == 404
    assert enters(phone(), f"/k/{code}/", hall.code).status_code == 404


def test_stickers_are_added_once_and_keep_their_code() -> None:
    organisation = club.club()
    assert add_stickers(organisation, BY, 2) == 2
    code = links.sticker_code(Sticker.objects.get(number=1))
    with cast.nothing_written():
        assert add_stickers(organisation, BY, 2) == 0
    assert add_stickers(organisation, BY, 4) == 2
    assert links.sticker_code(Sticker.objects.get(number=1)) == code
    for number in (0, -1, MAX_STICKERS + 1):
        with pytest.raises(UserError):
            add_stickers(organisation, BY, number)


def test_the_pages_of_a_secretary(hall: Hall) -> None:
    browser = cast.client(club.secretary(hall.organisation))
    home = f"/staff/o/{hall.organisation.slug}/stickers/"
    assert "Print 3 stickers" in cast.shown(browser.get(home))
    assert browser.post(home, {"tables": "5"}).status_code == 303 and Sticker.objects.count() == 5
    assert browser.post(home, {"tables": "many"}).status_code == 422
    pdf = browser.get(f"{home}stickers.pdf")
    assert pdf["Content-Type"] == "application/pdf" and pdf.content.startswith(b"%PDF")
    assert browser.get(f"{home}stickers.pdf?table=9").status_code == 404
    page = f"{home}1/renew/"
    assert "Revoke the sticker of table 1?" in cast.shown(browser.get(page))
    assert cast.sent_from(browser, page).status_code == 303
    assert hall.sticker().issue == 2
    assert browser.post(page, {"of": "1"}).status_code == 409
    assert browser.get(f"{home}9/renew/").status_code == 404
