"""Accounts: the first organiser, another password, an invitation."""

from io import StringIO
from threading import Barrier, Thread

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE
from tournament import links
from tournament.access import DeadLinkError
from tournament.acts.event import accounts
from tournament.acts.event.members import invite
from tournament.acts.jury import rulings
from tournament.errors import UserError
from tournament.models import PersonalText
from tournament.site import devices
from tournament.tries import admits
from tournament.views.entrance import entrance

pytestmark = pytest.mark.django_db


STRONG = "een hele lange zin 4"


def sentence(response) -> str:
    """The text of a page."""
    return response.content.decode()


# --- The first organiser ---------------------------------------------------------------------------------------


def first(token: str, client: Client, **given: str):
    data = {"username": "odette", "password1": STRONG, "password2": STRONG, **given}
    return client.post(reverse("first-organiser", args=[token]), data)


def test_the_one_time_link_makes_the_first_organiser_who_may_make_events() -> None:
    token, client = links.first_organiser_token() or "", cast.client()
    page = client.get(reverse("first-organiser", args=[token]))
    assert page.status_code == 200 and "No spaces: only letters" in sentence(page)
    assert sentence(page).index('name="password1"') < sentence(page).index('id_password1_helptext">')
    answer = first(token, client)
    assert (answer.status_code, answer["Location"]) == (303, reverse("staff:make-event"))
    odette = User.objects.get()
    assert (odette.username, odette.is_staff, odette.is_superuser) == ("odette", True, False)
    assert odette.check_password(STRONG)
    assert client.get(reverse("staff:make-event")).status_code == 200


def test_the_one_time_link_is_dead_once_anybody_has_an_account() -> None:
    token = links.first_organiser_token() or ""
    cast.outsider()
    for answer in (cast.client().get(reverse("first-organiser", args=[token])), first(token, cast.client())):
        assert answer.status_code == 404
        assert "there is an organiser" in sentence(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize("token", ["0-aaaaaaaaaaaaaaaaaaaaaaaaaa", "x", "é", "0-", "%00"])
def test_another_text_than_the_one_time_link_opens_nothing(token: str) -> None:
    answer = first(token, cast.client())
    assert answer.status_code == 404
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        {"password2": "something else"},
        {"password1": "kort", "password2": "kort"},
        {"password1": "1234567890", "password2": "1234567890"},
        {"password1": "odette1234", "password2": "odette1234"},
        {"username": ""},
        {"username": "een spatie"},
        {"username": "x" * 200},
    ],
)
def test_a_weak_password_or_an_impossible_name_makes_nobody(given: dict[str, str]) -> None:
    answer = first(links.first_organiser_token() or "", cast.client(), **given)
    assert answer.status_code == 422
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_the_one_time_link_at_once_one_becomes_organiser() -> None:
    token, start = links.first_organiser_token() or "", Barrier(2)
    outcomes: list[User | DeadLinkError] = []

    def use(name: str) -> None:
        start.wait(PATIENCE)
        try:
            outcomes.append(accounts.make_first_organiser(token, name, STRONG))
        except DeadLinkError as dead:
            outcomes.append(dead)
        finally:
            connections.close_all()

    threads = [Thread(target=use, args=[name]) for name in ("odette", "annick")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DeadLinkError", "User"]
    assert User.objects.count() == 1


# --- Another password ------------------------------------------------------------------------------------------

NEXT = {"old_password": cast.PASSWORD, "new_password1": STRONG, "new_password2": STRONG}


def test_a_member_chooses_another_password_and_every_other_session_ends() -> None:
    user = cast.founder()
    here, elsewhere = cast.client(user), cast.client(user)
    assert reverse("password") in sentence(here.get(reverse("staff:home")))
    assert here.get(reverse("password")).status_code == 200
    answer = here.post(reverse("password"), NEXT, follow=True)
    assert answer.redirect_chain == [(reverse("staff:home"), 303)]
    assert "Your password has been changed." in sentence(answer)
    assert here.get(reverse("staff:home")).status_code == 200
    assert elsewhere.get(reverse("staff:home")).status_code == 302
    for password, status in ((cast.PASSWORD, 422), (STRONG, 303)):
        given = {"username": user.username, "password": password}
        assert cast.client().post(reverse("sign-in"), given).status_code == status


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "This field is required."),
        ({"old_password": "wrong"}, "Your old password was entered incorrectly."),
        ({"new_password2": STRONG + "!"}, "The two password fields didn’t match."),
        ({"new_password1": "kort", "new_password2": "kort"}, "at least 10"),
        ({"new_password1": "1234567890", "new_password2": "1234567890"}, "too common"),
        ({"old_password": "\0"}, "Null characters are not allowed."),
    ],
)
def test_a_password_stays_as_it_is_until_the_old_and_a_good_new_one_are_given(given: dict[str, str], told: str) -> None:
    user = cast.founder()
    answer = cast.client(user).post(reverse("password"), {**NEXT, **given} if given else {})
    assert answer.status_code == 422
    assert told in sentence(answer).replace("&#x27;", "’")
    user.refresh_from_db()
    assert user.check_password(cast.PASSWORD)


def test_who_is_not_signed_in_has_no_password_to_change() -> None:
    user = cast.founder()
    answer = cast.client().post(reverse("password"), NEXT)
    assert answer.status_code == 403
    assert cast.client().get(reverse("password"))["Location"] == f"/sign-in/?next={reverse('password')}"
    user.refresh_from_db()
    assert user.check_password(cast.PASSWORD)


def test_the_old_password_is_not_guessed_at_from_an_unlocked_screen() -> None:
    client = cast.client(cast.founder())
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        answer = client.post(reverse("password"), {**NEXT, "old_password": "guess"})
    assert answer.status_code == 429
    assert client.post(reverse("password"), NEXT).status_code == 429


@pytest.mark.parametrize("page", ["sign-in", "password", "second"])
def test_no_password_is_kept_with_an_attempt_that_failed(page: str) -> None:
    typed = {field: f"{field}-typed" for field in (*NEXT, "password", "second_password")}
    typed |= {"username": cast.founder().get_username()}
    if page == "second":
        event = cast.playing(players=4)
        path = reverse("staff:cancel-decision", args=[event.slug, cast.penalty(event, 1).number])
        cast.let_pass(event)
        sent = typed | {"reason": "Wrong.", "second": cast.by(cast.juror(event))}
        assert cast.client(cast.head_juror(event)).post(path, sent).status_code == 409
    else:
        client = cast.client(cast.founder() if page == "password" else None)
        assert client.post(reverse(page), typed).status_code == 422
    kept = str(list(AccessAttempt.objects.values()))
    assert "***" in kept and "-typed" not in kept


def test_of_two_who_change_one_password_the_second_is_refused() -> None:
    first, second = cast.founder(), cast.founder()
    accounts.change_password(first, STRONG)
    with pytest.raises(UserError, match="changed in the meantime"):
        accounts.change_password(second, STRONG + "!")
    first.refresh_from_db()
    assert first.check_password(STRONG)


# --- An invitation ---------------------------------------------------------------------------------------------


def invitation(user: User) -> str:
    return reverse("invitation", args=[links.invitation_token(user.pk, user.password)])


def test_an_invited_member_chooses_a_password_once() -> None:
    cast.founder()
    user = invite("Annick")
    address, client = invitation(user), cast.client()
    assert "Annick" in sentence(client.get(address))
    answer = client.post(address, {"new_password1": STRONG, "new_password2": STRONG})
    assert (answer.status_code, answer["Location"]) == (303, reverse("staff:home"))
    assert "_auth_user_id" in client.session
    user.refresh_from_db()
    assert user.check_password(STRONG) and not user.is_staff
    again = cast.client().post(address, {"new_password1": STRONG + "!", "new_password2": STRONG + "!"})
    assert again.status_code == 404
    assert "This invitation has been used" in sentence(again)
    user.refresh_from_db()
    assert user.check_password(STRONG)


@pytest.mark.parametrize("given", [{}, {"new_password1": STRONG}, {"new_password1": "kort", "new_password2": "kort"}])
def test_an_invitation_stays_good_until_a_good_password_is_chosen(given: dict[str, str]) -> None:
    user = invite("Annick")
    assert cast.client().post(invitation(user), given).status_code == 422
    user.refresh_from_db()
    assert not user.has_usable_password()
    assert cast.client().get(invitation(user)).status_code == 200


def test_only_the_last_invitation_is_good() -> None:
    first = invitation(invite("Annick"))
    last = invitation(invite("annick"))
    assert cast.client().get(first).status_code == 404
    assert cast.client().get(last).status_code == 200


def test_an_invitation_of_somebody_else_or_none_opens_nothing() -> None:
    user, other = invite("Annick"), invite("Bart")
    mac = links.invitation_token(other.pk, other.password).partition("-")[2]
    for token in (f"{user.pk}-{mac}", f"{user.pk}-", f"{user.pk}", "999-abc", "junk", links.token("table", user.pk, 1)):
        assert cast.client().get(reverse("invitation", args=[token])).status_code == 404
    user.is_active = False
    user.save()
    assert cast.client().get(invitation(user)).status_code == 404


# --- Another name ------------------------------------------------------------------------------------------------


def test_a_helper_who_asks_to_be_forgotten_gets_another_name_on_every_page() -> None:
    event = cast.playing(8)
    odette, organiser = cast.member(event, cast.Role.JURY, "Odette"), cast.client(cast.organiser(event))
    rulings.penalise(event, cast.by(odette), "house", {}, "Zo.")
    page = f"/staff/{event.slug}/decisions/1/"
    assert "Odette" in cast.shown(organiser.get(page))
    call_command("rename_account", "Odette", " helper-5 ", stdout=StringIO())
    assert "Odette" not in cast.shown(organiser.get(page)) and "helper-5" in cast.shown(organiser.get(page))
    assert not PersonalText.objects.filter(text__icontains="odette").exists()


@pytest.mark.parametrize(("name", "new"), [("nobody", "x"), ("odette", ""), ("odette", "BEA"), ("odette", "x" * 61)])
def test_a_name_that_nobody_has_or_that_cannot_be_given_is_refused(name: str, new: str) -> None:
    cast.user("odette"), cast.user("bea")
    with pytest.raises(CommandError):
        call_command("rename_account", name, new)
    assert set(User.objects.values_list("username", flat=True)) == {"odette", "bea"}


# --- A browser that signed in before -----------------------------------------------------------------------------


def signed_in(client: Client, name: str, password: str = cast.PASSWORD) -> int:
    return client.post(reverse("sign-in"), {"username": name, "password": password}).status_code


def shut(name: str) -> None:
    """Somebody at the same address guesses until nobody gets in there under this name."""
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        signed_in(cast.client(), name, "guess")
    assert signed_in(cast.client(), name) == 429


def test_guesses_of_somebody_else_do_not_shut_out_a_browser_that_signed_in_before() -> None:
    known, name = cast.client(), cast.founder().get_username()
    assert signed_in(known, name) == 303
    known.post(reverse("sign-out"))
    shut(name)
    while admits((entrance.SIGN_INS, f"127.0.0.1 {name}")):
        pass
    assert signed_in(known, name) == 303


def test_a_known_browser_may_not_guess_for_ever_nor_at_another_name() -> None:
    known, name = cast.client(), cast.founder().get_username()
    cast.user("annick")
    assert signed_in(known, name) == 303
    known.post(reverse("sign-out"))
    shut("annick")
    assert signed_in(known, "annick") == 429
    answers = [signed_in(known, name, "guess") for _attempt in range(settings.AXES_FAILURE_LIMIT)]
    assert answers == [422] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    assert signed_in(known, name) == 429


def test_a_made_up_cookie_makes_no_browser_known() -> None:
    name, forger = cast.founder().get_username(), cast.client()
    shut(name)
    for value in ("x", signing.dumps(["x", [name]], salt="another")):
        forger.cookies[devices.COOKIE] = value
        assert signed_in(forger, name) == 429
