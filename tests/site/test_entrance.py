"""The way in: the first page, signing in and out, the choice of language."""

from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.support.events import cast
from tournament.models import Event

pytestmark = pytest.mark.django_db


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


def test_an_installation_without_accounts_says_what_it_is_and_where_the_one_time_link_is() -> None:
    where = "it is in the window in which Troel was started"
    page = sentence(cast.client().get("/"))
    assert "Troel runs tournaments of colour whist" in page and where in page
    assert where in sentence(cast.client().get("/sign-in/"))
    cast.founder()
    assert where not in sentence(cast.client().get("/")) + sentence(cast.client().get("/sign-in/"))
    assert "Troel runs tournaments" in sentence(cast.client().get("/"))


def test_the_first_page_shows_a_member_the_events_he_works_for_and_nobody_else() -> None:
    event = cast.event(0, name="Besloten", listed=False)
    assert reverse("staff:event", args=[event.slug]) in sentence(cast.client(cast.desk(event)).get("/"))
    assert "Besloten" not in sentence(cast.client(cast.outsider()).get("/"))


def test_the_list_of_events_comes_in_pages_and_in_few_queries(django_assert_max_num_queries) -> None:
    Event.objects.bulk_create(Event(slug=f"e{i}", name=f"Tornooi {i:02}") for i in range(45))
    # One for the page, one for how many pages there are, and one for what is on these days.
    with django_assert_max_num_queries(3):
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


@pytest.mark.long
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
