"""The short form of a rehearsal: a whole championship over HTTP at a real server, and what it finds to be wrong."""

import pytest

from tests.browser.support.server import Server
from tournament.rehearse import day, hall
from tournament.rehearse.hall import Times
from tournament.rehearse.visitor import Page, RehearsalError, Visitor, _read

FORM = """<main><form method="post" action="/x/"><input name="a" value="1"><input type="checkbox" name="b" value="2">
    <input type="radio" name="c" value="3"><input type="radio" name="c" value="4" checked>
    <select name="d"><option value="5">five<option value="6" selected>six</select>
    <textarea name="e">
two
lines</textarea><button name="f" value="7"></button></form><a href="../y/">y</a></main>"""


def test_a_form_sends_what_a_browser_would_send() -> None:
    page = _read("http://h/z/w/", 200, FORM, 0.0)
    assert page.form("/x/").fields == [("a", "1"), ("c", "4"), ("d", "6"), ("e", "two\nlines")]
    assert (page.form().action, page.links) == ("http://h/x/", ["http://h/z/y/"])
    with pytest.raises(RehearsalError, match="no form for /close/"):
        page.form("/close/")
    with pytest.raises(RehearsalError, match="no form"):
        Page("http://h/", 200, "", 0.0).form()


def test_a_lost_a_doubled_and_a_changed_deal_are_found() -> None:
    played = {(1, 1, deal): {"contract": "S6", "declarers": [deal], "tricks": 6} for deal in (1, 2, 3)}
    day._compare(played, dict(played))
    lost = {place: made for place, made in played.items() if place[2] != 2}
    for there in (lost, {**played, (1, 1, 4): played[1, 1, 1]}, {**played, (1, 1, 3): played[1, 1, 1]}):
        with pytest.raises(RehearsalError, match="round 1, table 1, deal"):
            day._compare(played, there)


def test_a_typing_error_is_another_result() -> None:
    for made in ({"tricks": 13}, {"tricks": 0}, {"tricks": {"1": 0, "2": 3}}):
        assert hall.mistyped(made) != made


def test_times_are_told_beside_papers_and_without_them() -> None:
    times = Times({"captain": [(at, at / 1000) for at in range(1, 101)]}, [(1, 10)])
    assert times.quantiles("captain") == "p50 51 ms, p99 100 ms, of 100"
    assert times.quantiles("captain", beside_papers=True) == "p50 6 ms, p99 10 ms, of 10"
    assert times.quantiles("desk") == "none"


def test_a_server_that_is_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(RehearsalError, match="was not answered"):
        Visitor("http://127.0.0.1:9").get("http://127.0.0.1:9/")


@pytest.mark.long
def test_a_small_championship_is_played_and_proved(server: Server) -> None:
    size = ["--players", "24", "--rounds", "2", "--deals", "4", "--final", "8", "--speed", "1000"]
    said = server.manage("rehearse", *size, "--slug", "rehearsed", "--url", server.url)
    assert "56 deals stand as they were played: none lost, doubled or changed." in said
    assert "the ranking of 24 players follows from them" in said
    assert "The list of 3 prizes to read aloud is made" in said and "announcements to phones" in said
    assert "changes of the timer" in said and "while papers are made" in said
    assert "typing errors put right at the desk" in said
    # Nobody can sign in with its account afterwards.
    code = "from django.contrib.auth.models import User; print(User.objects.get(username='rehearsal').is_active)"
    assert server.run(code).strip() == "False"
