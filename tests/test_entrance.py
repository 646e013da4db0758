"""The way in: the first page, signing in and out, the one-time links, the choice of language."""

from datetime import date
from threading import Barrier, Thread

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests import cast
from tests.waiting import PATIENCE
from tournament import links
from tournament.access import DeadLink
from tournament.acts import accounts
from tournament.acts.members import invite
from tournament.models import Event
from tournament.refusal import Refusal

pytestmark = pytest.mark.django_db

STRONG = "een hele lange zin 4"


def sentence(response) -> str:
    """The text of a page."""
    return response.content.decode()


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- The first page --------------------------------------------------------------------------------------------


def test_the_first_page_lists_the_events_that_are_listed_the_newest_first() -> None:
    cast.event(0, "spring", name="Lentetornooi", starts_on=date(2026, 4, 1))
    cast.event(0, "autumn", name="Herfsttornooi", starts_on=date(2026, 10, 1))
    cast.event(0, "undated", name="Ooit", starts_on=None)
    cast.event(0, "secret", name="Besloten", listed=False)
    page = sentence(cast.client().get("/"))
    assert page.index("Herfsttornooi") < page.index("Lentetornooi") < page.index("Ooit")
    assert "Besloten" not in page
    assert 'href="/e/autumn/"' in page


def test_the_first_page_of_a_new_installation_says_that_there_is_nothing_yet() -> None:
    assert "No tournament is announced here yet." in sentence(cast.client().get("/"))


def test_the_first_page_shows_a_member_the_events_he_works_for_and_nobody_else() -> None:
    event = cast.event(0, name="Besloten", listed=False)
    assert reverse("staff:event", args=[event.slug]) in sentence(cast.client(cast.desk(event)).get("/"))
    assert "Besloten" not in sentence(cast.client(cast.outsider()).get("/"))


def test_the_list_of_events_comes_in_pages_and_in_few_queries(django_assert_max_num_queries) -> None:
    Event.objects.bulk_create(Event(slug=f"e{i}", name=f"Tornooi {i:02}") for i in range(45))
    with django_assert_max_num_queries(2):
        page = sentence(cast.client().get("/"))
    assert page.count('href="/e/e') == 20
    assert 'href="/e/e0/"' in sentence(cast.client().get("/?page=3"))
    for junk in ("0", "-1", "99", "x", "1e9", "٣"):
        assert cast.client().get("/", {"page": junk}).status_code == 200


# --- Signing in ------------------------------------------------------------------------------------------------


def test_who_signs_in_comes_back_to_the_page_that_asked_for_it() -> None:
    event = cast.event()
    organiser = cast.organiser(event)
    wanted = reverse("staff:event", args=[event.slug])
    client = cast.client()
    asked = client.get(wanted)
    assert (asked.status_code, asked["Location"]) == (302, f"/sign-in/?next={wanted}")
    answer = client.post(asked["Location"], {"username": organiser.username, "password": cast.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (303, wanted)
    assert client.get(wanted).status_code == 200


@pytest.mark.parametrize(
    "elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "\\\\e"]
)
def test_signing_in_never_leads_elsewhere(elsewhere: str) -> None:
    cast.founder()
    answer = cast.client().post(f"/sign-in/?next={elsewhere}", {"username": "odette", "password": cast.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (303, "/")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"username": "odette"},
        {"username": "odette", "password": "wrong"},
        {"username": "nobody", "password": "wrong"},
        {"username": "o\0dette", "password": "x"},
        {"username": "x" * 5000, "password": "y" * 5000},
    ],
)
def test_a_wrong_name_or_password_shows_the_form_again(given: dict[str, str]) -> None:
    cast.founder()
    client = cast.client()
    answer = client.post("/sign-in/", given)
    assert answer.status_code == 422
    assert 'role="alert"' in sentence(answer)
    assert not signed_in(client)


def test_too_many_wrong_passwords_are_answered_with_a_sentence_even_before_the_right_one() -> None:
    cast.founder()
    client = cast.client()
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        assert client.post("/sign-in/", {"username": "odette", "password": "wrong"}).status_code == 422
    for password in ("wrong", cast.PASSWORD):
        answer = client.post("/sign-in/", {"username": "odette", "password": password})
        assert (answer.status_code, answer["Retry-After"]) == (429, "600")
        assert "Wait a few minutes and try again." in sentence(answer)
    assert not signed_in(client)
    cast.user("annick")
    assert client.post("/sign-in/", {"username": "annick", "password": cast.PASSWORD}).status_code == 303


def test_whoever_is_signed_in_is_not_asked_again() -> None:
    assert cast.client(cast.founder()).get("/sign-in/?next=/e/x/")["Location"] == "/e/x/"


def test_signing_out_ends_the_visit_and_takes_a_form() -> None:
    client = cast.client(cast.founder())
    assert client.get("/sign-out/").status_code == 405
    assert signed_in(client)
    assert client.post("/sign-out/").status_code == 303
    assert not signed_in(client)


# --- The first organiser ---------------------------------------------------------------------------------------


def first(token: str, client: Client, **given: str):
    data = {"username": "odette", "password1": STRONG, "password2": STRONG, **given}
    return client.post(reverse("first-organiser", args=[token]), data)


def test_the_one_time_link_makes_the_first_organiser_who_may_make_events() -> None:
    token, client = links.first_organiser_token() or "", cast.client()
    page = client.get(reverse("first-organiser", args=[token]))
    assert page.status_code == 200 and "Without spaces" in sentence(page)
    assert sentence(page).index('name="password1"') < sentence(page).index('id_password1_helptext">')
    answer = first(token, client)
    assert (answer.status_code, answer["Location"]) == (303, reverse("staff:home"))
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
    outcomes: list[User | DeadLink] = []

    def use(name: str) -> None:
        start.wait(PATIENCE)
        try:
            outcomes.append(accounts.make_first_organiser(token, name, STRONG))
        except DeadLink as dead:
            outcomes.append(dead)
        finally:
            connections.close_all()

    threads = [Thread(target=use, args=[name]) for name in ("odette", "annick")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DeadLink", "User"]
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
    assert "Your password is changed." in sentence(answer)
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


def test_of_two_who_change_one_password_the_second_is_refused() -> None:
    first, second = cast.founder(), cast.founder()
    accounts.change_password(first, STRONG)
    with pytest.raises(Refusal, match="changed meanwhile"):
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
    assert signed_in(client)
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


# --- The language ----------------------------------------------------------------------------------------------


def test_the_language_is_remembered_and_one_comes_back_to_where_one_was() -> None:
    cast.event()
    client = cast.client(language="nl")
    answer = client.get("/language/fr/?next=/e/ledegem/rules/")
    assert (answer.status_code, answer["Location"]) == (302, "/e/ledegem/rules/")
    assert answer.cookies["troel_language"].value == "fr"
    assert 'lang="fr"' in sentence(client.get("/e/ledegem/rules/"))


def test_the_browser_chooses_the_language_until_the_visitor_does() -> None:
    assert '<html lang="nl"' in sentence(cast.client(language="nl-BE,nl;q=0.9").get("/"))
    assert '<html lang="en"' in sentence(cast.client(language="de").get("/"))


@pytest.mark.parametrize("code", ["de", "NL", "nl-be", "x" * 300, "..%2f"])
def test_a_language_we_do_not_speak_is_not_there(code: str) -> None:
    answer = cast.client().get(f"/language/{code}/")
    assert answer.status_code == 404
    assert "troel_language" not in answer.cookies


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_the_choice_of_a_language_never_leads_elsewhere(elsewhere: str) -> None:
    assert cast.client().get("/language/nl/", {"next": elsewhere})["Location"] == "/"
