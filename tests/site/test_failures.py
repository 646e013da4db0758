"""What visitors see when something is not there, not theirs, not readable or broken: a sentence and a right status."""

import logging

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from tests.support.events import cast
from tournament.errors import UserError
from tournament.site.log import Discreet
from tournament.views.shared.page import answers_refusals, takes

pytestmark = pytest.mark.django_db


@answers_refusals
@takes("GET", "POST")
def refusing(request: HttpRequest) -> HttpResponse:
    """A page that always refuses."""
    raise UserError("The hall is closed.", 409)


def breaking(request: HttpRequest, token: str = "") -> HttpResponse:
    """A page that is broken."""
    raise ZeroDivisionError


urlpatterns = [
    path("refusing/", refusing),
    path("breaking/", breaking),
    path("t/<str:token>/", breaking),
    path("", include("tournament.urls")),
]
handler400 = "tournament.views.shared.failures.bad_request"
handler403 = "tournament.views.shared.failures.forbidden"
handler404 = "tournament.views.shared.failures.not_found"
handler500 = "tournament.views.shared.failures.broken"


@override_settings(ROOT_URLCONF="tests.site.test_failures")
def test_a_refusal_becomes_a_page_with_its_sentence_its_status_and_the_way_back() -> None:
    answer = Client().post("/refusing/", headers={"referer": "http://testserver/e/ledegem/"})
    assert answer.status_code == 409
    assert "The hall is closed." in answer.content.decode()
    assert 'href="http://testserver/e/ledegem/"' in answer.content.decode()


@override_settings(ROOT_URLCONF="tests.site.test_failures")
def test_a_refusal_never_leads_back_to_somebody_elses_page() -> None:
    answer = Client().post("/refusing/", headers={"referer": "https://elsewhere.example/"})
    assert "elsewhere" not in answer.content.decode()


@override_settings(ROOT_URLCONF="tests.site.test_failures")
def test_a_refusal_within_a_page_becomes_a_notice_at_its_top() -> None:
    answer = Client().post("/refusing/", headers={"hx-request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#content")
    assert answer.content.decode().strip().startswith('<p class="notice error" role="alert">The hall is closed.')


@override_settings(ROOT_URLCONF="tests.site.test_failures")
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_a_method_a_page_does_not_take_is_told_which_it_takes(method: str) -> None:
    answer = getattr(Client(), method)("/refusing/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")
    assert "Go back to the page you came from" in answer.content.decode()


@override_settings(ROOT_URLCONF="tests.site.test_failures")
def test_a_broken_page_says_so_without_saying_how() -> None:
    answer = Client(raise_request_exception=False).get("/breaking/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
    assert "ZeroDivision" not in answer.content.decode()


@override_settings(ROOT_URLCONF="tests.site.test_failures")
def test_the_log_tells_where_it_broke_without_the_link_of_the_table(caplog: pytest.LogCaptureFixture) -> None:
    Client(raise_request_exception=False).get("/t/1-abcdefghijklmnopqrstuvwxyz/?x=/t/1-abc/")
    (record,) = (record for record in caplog.records if record.exc_info)
    (formatter,) = {
        handler.formatter for handler in logging.getLogger().handlers if type(handler.formatter) is Discreet
    }
    told = formatter.format(record)
    assert "/t/…/" in told and "ZeroDivisionError" in told
    assert "1-abc" not in told


def test_a_stranger_with_an_endless_address_is_asked_to_sign_in_too() -> None:
    cast.event(players=0)
    answer = cast.client().get("/staff/ledegem/rounds/", {"x": "1" * 100_000})
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/staff/ledegem/rounds/")
    assert cast.client().get(f"/staff/{'x' * 100_000}/rounds/")["Location"] == "/sign-in/?next=/"


def test_a_page_of_the_staff_asks_a_stranger_to_sign_in_and_tells_a_member_it_is_not_his() -> None:
    event = cast.event()
    assert cast.client().get(f"/staff/{event.slug}/")["Location"] == f"/sign-in/?next=/staff/{event.slug}/"
    answer = cast.client(cast.outsider()).get(f"/staff/{event.slug}/")
    assert answer.status_code == 403
    assert "You do not have access to this page" in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, {"hx-request": "true"}])
def test_what_a_stranger_sends_is_refused_rather_than_lost_in_a_sign_in(headers: dict[str, str]) -> None:
    event = cast.event()
    with cast.nothing_written():
        answer = cast.client().post(f"/staff/{event.slug}/attendance/1/", {"present": "1"}, headers=headers)
    assert answer.status_code == 403
    assert cast.client().get(f"/staff/{event.slug}/", headers={"hx-request": "true"}).status_code == 403


def test_a_form_without_the_secret_of_the_visit_is_refused_with_a_sentence() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "odette"})
    assert answer.status_code == 403
    assert "This page was open for too long" in answer.content.decode()


def test_a_page_that_is_not_there_says_so_and_tells_nothing_of_the_database() -> None:
    for address in ("/nowhere/", "/e/nowhere/", "/e/Nowhere!/"):
        answer = cast.client().get(address)
        assert answer.status_code == 404
        assert "This page does not exist" in answer.content.decode()
        assert "matches the given query" not in answer.content.decode()


def test_a_host_that_is_not_ours_is_a_bad_request() -> None:
    answer = Client(headers={"host": "elsewhere.example"}).get("/")
    assert answer.status_code == 400
    assert "This request cannot be read" in answer.content.decode()


def test_more_fields_than_any_form_of_ours_has_are_a_bad_request() -> None:
    answer = cast.client().post("/sign-in/", {f"f{i}": "" for i in range(4001)})
    assert answer.status_code == 400
    assert "Nothing was changed." in answer.content.decode()


def test_every_failure_speaks_the_visitors_language() -> None:
    assert '<html lang="fr"' in cast.client(language="fr").get("/nowhere/").content.decode()
