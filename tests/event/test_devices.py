"""Devices that stay signed in, sessions that go on while they are used, and the password that is asked again."""

import time
from collections.abc import Iterator
from datetime import timedelta
from http.cookies import Morsel

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.events import cast
from tournament import links, remembered
from tournament.acts.event import accounts
from tournament.acts.event.members import invite
from tournament.models import Event, Membership, TrustedDevice
from tournament.remembered import COOKIE
from tournament.serving import senders
from tournament.views.shared.identity import FRESH, PROVED, RENEWED

pytestmark = pytest.mark.django_db
ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
HOME = reverse("staff:home")


@pytest.fixture
def user() -> User:
    return cast.founder()


def signed_in(user: User, browser: Client | None = None, **ticked: str) -> Client:
    """A browser in which somebody signed in, with the box ticked unless it is said otherwise."""
    browser = browser or cast.client()
    sent = {"username": user.username, "password": cast.PASSWORD, **(ticked or {"remember": "on"})}
    assert browser.post(reverse("sign-in"), sent, headers={"user-agent": ANDROID}).status_code == 303
    return browser


def later(browser: Client) -> Client:
    """The same browser once its session is over; what it had before stays as it was."""
    browser.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    return browser


def bearer(cookie: Morsel[str] | str) -> Client:
    """Another browser with a copy of the cookie."""
    browser = cast.client()
    browser.cookies[COOKIE] = cookie if isinstance(cookie, str) else cookie.value
    return browser


def status(browser: Client) -> int:
    """200 for who is signed in, 302 for who is sent to the sign-in."""
    return browser.get(HOME).status_code


def mark_of(browser: Client, page: str) -> dict[str, str]:
    """What the forms of a page send against forgery."""
    return {"csrfmiddlewaretoken": str(browser.get(reverse(page)).context["csrf_token"])}


# --- Remembered ------------------------------------------------------------------------------------------------


def test_a_device_signs_in_by_itself_and_the_database_has_only_a_digest(user: User) -> None:
    browser = signed_in(user)
    cookie = browser.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", settings.BEHIND_HTTPS)
    row = TrustedDevice.objects.get()
    assert (row.user, row.name) == (user, "Firefox · Android")
    assert row.expires - row.created == timedelta(days=90)
    assert cookie.value.partition(".")[2] not in str(TrustedDevice.objects.values()) and len(row.token_hash) == 64
    assert status(later(browser)) == 200
    page = browser.get(reverse("devices")).content.decode()
    assert "Firefox · Android" in page and "this device" in page


def test_nobody_is_remembered_without_the_box(user: User) -> None:
    browser = signed_in(user, remember="")
    assert COOKIE not in browser.cookies and not TrustedDevice.objects.exists()
    assert status(browser) == 200 and status(later(browser)) == 302


@pytest.mark.parametrize("ticked", [{"remember": "on"}, {}])
def test_the_first_account_and_an_invited_one_tick_the_same_box(ticked: dict[str, str]) -> None:
    words = "een hele lange zin 4"

    def enters(address: str, **sent: str) -> None:
        browser = cast.client()
        assert "Remember this device for 90 days" in browser.get(address).content.decode()
        assert browser.post(address, {**sent, **ticked}).status_code == 303
        assert status(later(browser)) == (200 if ticked else 302)

    first = reverse("first-organiser", args=[links.first_organiser_token()])
    enters(first, username="odette", password1=words, password2=words)
    invited = invite("Annick")
    address = reverse("invitation", args=[links.invitation_token(invited.pk, invited.password)])
    enters(address, new_password1=words, new_password2=words)


def test_each_sign_in_by_a_device_is_a_session_of_its_own(user: User) -> None:
    browser = signed_in(user)
    planted = cast.client()
    planted.session.save()
    fixed = planted.session.session_key
    browser.cookies[settings.SESSION_COOKIE_NAME] = str(fixed)
    assert status(browser) == 200
    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != fixed
    thief = cast.client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = str(fixed)
    assert status(thief) == 302


def test_a_page_that_was_open_when_its_session_ended_is_sent_after_the_device_signed_in(user: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    sent = {"username": user.username, "password": cast.PASSWORD, "remember": "on"}
    assert browser.post(reverse("sign-in"), {**sent, **mark_of(browser, "sign-in")}).status_code == 303
    mark = mark_of(browser, "devices")
    assert status(later(browser)) == 200, "what the page asks for by itself signs in"
    assert browser.post(reverse("sign-out"), mark).status_code == 303


def test_a_revoked_device_ends_at_once_with_the_session_it_opened(user: User) -> None:
    browser = signed_in(user)
    stolen = bearer(browser.cookies[COOKIE])
    assert status(stolen) == 200
    here = cast.client(user)
    number = str(TrustedDevice.objects.get().pk)
    for _again in range(2):
        answer = here.post(reverse("revoke-device"), {"device": number})
        assert (answer.status_code, answer["Location"]) == (303, reverse("devices"))
    for copy in (browser, stolen, bearer(browser.cookies[COOKIE])):
        assert status(copy) == 302
    assert status(here) == 200
    # The number is never given again, so that an old session does not come back to life.
    signed_in(user)
    assert status(browser) == status(stolen) == 302


def test_all_devices_are_revoked_together(user: User) -> None:
    browsers = [signed_in(user) for _one in range(3)]
    assert cast.client(user).post(reverse("revoke-device")).status_code == 303
    assert [status(browser) for browser in browsers] == [302] * 3


def test_nobody_sees_or_revokes_the_devices_of_somebody_else(user: User) -> None:
    browser, other = signed_in(user), cast.client(cast.user("annick"))
    assert "Android" not in other.get(reverse("devices")).content.decode()
    for number in (str(TrustedDevice.objects.get().pk), "0", "x", "9" * 30, "-1", ""):
        other.post(reverse("revoke-device"), {"device": number})
    assert status(later(browser)) == 200
    stranger = cast.client()
    assert stranger.post(reverse("revoke-device")).status_code == 403
    assert stranger.get(reverse("devices")).status_code == 302
    assert TrustedDevice.objects.count() == 1


@pytest.mark.parametrize(
    "forged", ["", ".", "x", "1", "1.", "{pk}.", "{pk}.guess", "{other}.{token}", "{pk}.{token}x", "é.{token}"]
)
def test_a_made_up_cookie_signs_nobody_in(user: User, forged: str) -> None:
    cookie = signed_in(user).cookies[COOKIE].value
    signed_in(cast.user("annick"))
    other = TrustedDevice.objects.exclude(user=user).get().pk
    pk, _dot, token = cookie.partition(".")
    assert status(bearer(forged.format(pk=pk, other=other, token=token))) == 302


def test_after_ninety_days_the_password_is_typed_again(user: User) -> None:
    browser = signed_in(user)
    TrustedDevice.objects.update(expires=timezone.now() + timedelta(minutes=1))
    assert status(later(browser)) == 200
    TrustedDevice.objects.update(expires=timezone.now())
    assert status(later(browser)) == 302
    signed_in(user)
    assert TrustedDevice.objects.count() == 1  # what is too old goes with the next


def test_another_password_ends_every_device_however_it_was_changed(user: User) -> None:
    browser, elsewhere = signed_in(user), signed_in(user)
    new = {
        "old_password": cast.PASSWORD,
        "new_password1": "zes ruiten zonder troef",
        "new_password2": "zes ruiten zonder troef",
    }
    assert browser.post(reverse("password"), new).status_code == 303
    assert status(browser) == 200 and status(elsewhere) == 302
    assert not TrustedDevice.objects.exists()
    user.refresh_from_db()
    device, cookie = remembered.remember(user, "")
    user.set_password("zeven klaveren gedubbeld")
    user.save()
    assert TrustedDevice.objects.filter(pk=device.pk).exists() and status(bearer(cookie)) == 302


def test_an_account_that_was_switched_off_has_no_devices(user: User) -> None:
    browser = signed_in(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert status(browser) == status(later(browser)) == 302


def test_signing_out_forgets_the_device(user: User) -> None:
    browser = signed_in(user)
    copy = bearer(browser.cookies[COOKIE])
    browser.post(reverse("sign-out"))
    assert not TrustedDevice.objects.exists()
    assert [status(one) for one in (browser, later(browser), copy)] == [302] * 3


def test_whoever_signs_in_on_a_device_of_another_ends_that(user: User) -> None:
    browser, annick = later(signed_in(user)), cast.user("annick")
    browser.cookies[settings.SESSION_COOKIE_NAME] = str(cast.client(annick).cookies[settings.SESSION_COOKIE_NAME].value)
    assert f"signed in as {annick.username}" in browser.get(HOME).content.decode()  # the session goes first
    browser.post(reverse("sign-out"))
    signed_in(annick, browser, remember="")
    assert not TrustedDevice.objects.exists() and status(later(browser)) == 302


def test_one_account_has_so_many_devices_and_the_oldest_goes(user: User) -> None:
    cookies = [remembered.remember(user, str(number))[1] for number in range(remembered.MAX_DEVICES + 2)]
    assert TrustedDevice.objects.count() == remembered.MAX_DEVICES
    assert [remembered.device_of(cookie) is None for cookie in cookies] == [True] * 2 + [False] * remembered.MAX_DEVICES


def test_a_large_form_is_received_from_a_device_whose_session_is_over(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(senders, "close_old_connections", lambda: None)  # of the test's own transaction
    cookie = signed_in(user).cookies[COOKIE].value
    assert senders._user(f"{COOKIE}={cookie}") == f"user {user.pk}"
    assert senders._user(f"{COOKIE}={cookie}x") is senders._user("") is None


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (ANDROID, "Firefox · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge · Windows"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_by_what_its_browser_says(agent: str, name: str) -> None:
    assert remembered.device_name(agent) == name


# --- A session in use goes on ------------------------------------------------------------------------------------


def expiry() -> float:
    return Session.objects.get().expire_date.timestamp()


def test_a_session_is_prolonged_by_a_form_once_a_day_and_by_no_reading(user: User) -> None:
    browser = signed_in(user)
    session = browser.session
    session[RENEWED] = time.time() - 6 * 24 * 3600
    session.save()
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
    before = expiry()
    assert status(browser) == 200 and expiry() == before
    browser.post(reverse("revoke-device"), {"device": "0"})
    assert expiry() > before + 6 * 24 * 3600
    assert browser.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
    before = expiry()
    browser.post(reverse("revoke-device"), {"device": "0"})  # its flash message is in a cookie
    assert expiry() == before


# --- The password again ------------------------------------------------------------------------------------------


@pytest.fixture
def event() -> Event:
    return cast.event(players=4)


@pytest.fixture
def stale(event: Event) -> Iterator[Client]:
    """The organiser, who typed the password longer ago."""
    browser = cast.client(cast.organiser(event))
    session = browser.session
    session[PROVED] = time.time() - FRESH - 1
    session.save()
    yield browser


FORMS = ("members/", "bin/", "players/1/delete/", "players/1/name/", "members/{user}/desk/revoke/")


@pytest.mark.parametrize("path", FORMS)
def test_what_cannot_be_taken_back_easily_asks_for_the_password_and_then_does_it(
    event: Event, stale: Client, path: str
) -> None:
    desk = cast.desk(event)
    if "name/" in path:
        cast.events.change_state(event, "system", Event.State.LIVE)
        cast.events.change_state(event, "system", Event.State.CLOSED)
    address = f"/staff/{event.slug}/{path.format(user=desk.pk)}"
    of = stale.get(address).content.decode().partition('name="of" value="')[2].partition('"')[0]
    seal = cast.fresh(event).seal
    sent = {"username": "Annick", "role": "jury", "of": of}
    for wrong in ({}, {"present_password": "guess"}, {"present_password": ""}):
        page = stale.post(address, sent | wrong)
        text = page.content.decode()
        assert page.status_code == 409 and f'name="of" value="{of}"' in text and "guess" not in text
        assert ("This is not your password" in text) == (wrong.get("present_password") == "guess")
    assert cast.fresh(event).seal == seal and not User.objects.filter(username="Annick").exists()
    assert stale.post(address, {**sent, "present_password": cast.PASSWORD}).status_code == 303
    assert cast.fresh(event).seal != seal


def test_one_password_is_good_for_ten_minutes(event: Event, stale: Client) -> None:
    address = f"/staff/{event.slug}/members/"
    sent = {"username": "Annick", "role": "jury"}
    assert stale.post(address, {**sent, "present_password": cast.PASSWORD}).status_code == 303
    assert stale.post(address, {**sent, "username": "Bart"}).status_code == 303
    session = stale.session
    session[PROVED] = time.time() + 3600  # a clock that was put back
    session.save()
    assert stale.post(address, {**sent, "username": "Cyriel"}).status_code == 409


def test_a_device_that_signed_in_by_itself_is_asked(event: Event) -> None:
    organiser = cast.organiser(event)
    browser = later(signed_in(organiser))
    TrustedDevice.objects.update(expires=timezone.now() + timedelta(days=1))
    sent = {"username": "Annick", "role": "jury"}
    assert browser.post(f"/staff/{event.slug}/members/", sent).status_code == 409
    assert browser.post(f"/staff/{event.slug}/members/", {**sent, "present_password": cast.PASSWORD}).status_code == 303
    # The password was typed on it: its ninety days begin again.
    assert TrustedDevice.objects.get().expires > timezone.now() + timedelta(days=89)


def test_guesses_are_counted_as_those_of_the_sign_in_and_none_is_kept(event: Event, stale: Client) -> None:
    address = f"/staff/{event.slug}/members/"
    for _guess in range(settings.AXES_FAILURE_LIMIT):
        answer = stale.post(address, {"username": "Annick", "role": "jury", "present_password": "guessed-word"})
    assert answer.status_code == 429
    right = {"username": "Annick", "role": "jury", "present_password": cast.PASSWORD}
    assert stale.post(address, right).status_code == 429
    assert not User.objects.filter(username="Annick").exists()
    assert "guessed-word" not in str(list(AccessAttempt.objects.values()))


def test_who_may_not_do_it_is_refused_and_not_asked(event: Event) -> None:
    for who in (cast.desk(event), cast.outsider()):
        browser = cast.client(who)
        session = browser.session
        session[PROVED] = 0
        session.save()
        assert browser.post(f"/staff/{event.slug}/members/", {"username": "A", "role": "jury"}).status_code == 403
        assert browser.post(f"/staff/{event.slug}/bin/").status_code == 403
    assert cast.client().post(f"/staff/{event.slug}/bin/").status_code == 403
    assert not Membership.objects.filter(user__username="A").exists()


def test_the_password_of_somebody_else_does_not_do(event: Event, stale: Client) -> None:
    other = cast.user("annick")
    accounts.change_password(other, "acht harten met een klein")
    sent = {"username": "Bart", "role": "jury", "present_password": "acht harten met een klein"}
    assert stale.post(f"/staff/{event.slug}/members/", sent).status_code == 409


def test_backups_ask_too(user: User) -> None:
    browser = cast.client(user)
    session = browser.session
    session[PROVED] = 0
    session.save()
    for name, sent in (("staff:backups", {"folder": "/tmp/x"}), ("staff:start-backup", {})):
        assert browser.post(reverse(name), sent).status_code == 409
