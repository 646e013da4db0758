"""The logo of a club: who chooses it, where it is shown, that its register remembers it and no older one."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.event.test_logo import file_of, handed_in, noise, red
from tests.support import club_evenings, clubs
from tests.support.events import cast
from tests.support.files.paper import printed
from tournament.acts.event.pictures import Kind, picture_of, remove_picture, set_picture
from tournament.exchange.logbook import logbook_file, proof
from tournament.models import Event, Organisation
from tournament.site import pictures
from tournament.version_tokens import StaleError, token_of

pytestmark = pytest.mark.django_db

PAGE, LOOK, PUBLIC = "/staff/o/de-vier-azen/logo/", "/o/de-vier-azen/colour.css", "/o/de-vier-azen/logo.png"


@pytest.fixture
def event() -> Event:
    return club_evenings.evening(4)[2]


@pytest.fixture
def club(event: Event) -> Organisation:
    return event.hosted.organisation


@pytest.fixture
def owner(club: Organisation) -> Client:
    return cast.client(clubs.steward(club))


def chosen(club: Organisation, content: bytes = b"") -> str:
    """The logo that the club has from now on."""
    address = pictures.data_address(content or red())
    set_picture(club, "system", Kind.LOGO, address)
    return address


def test_a_logo_is_handed_in_looked_at_and_taken_away(owner: Client, club: Organisation) -> None:
    assert "There is no logo yet." in cast.shown(owner.get(PAGE))
    assert PAGE in owner.get("/staff/o/de-vier-azen/plan/").content.decode()
    assert handed_in(owner, file_of(noise(900, 300), "WEBP"), "linde.webp", PAGE).status_code == 303
    stored = picture_of(club_evenings.fresh(club))
    assert pictures.size(stored[:60])[0] <= 800
    assert f'src="{stored}" alt="De Vier Azen"' in owner.get(PAGE).content.decode()
    question = owner.get(f"{PAGE}remove/").content.decode()
    mark = re.search('name="of" value="([^"]*)"', question)
    assert "Remove the logo?" in question and mark
    assert owner.post(f"{PAGE}remove/", {"of": mark[1]}).status_code == 303
    assert picture_of(club_evenings.fresh(club)) == ""
    # A second tap on the same button is no fault, and no line.
    with cast.nothing_written():
        assert owner.post(f"{PAGE}remove/", {"of": mark[1]}).status_code == 303


@pytest.mark.parametrize(
    "content", [b"a list", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG" + b"\0" * 2_000_001, red()[:-30]]
)
def test_what_is_no_small_picture_is_refused(content: bytes, owner: Client) -> None:
    with cast.nothing_written():
        answer = handed_in(owner, content, page=PAGE)
    assert answer.status_code == 422
    assert "icture" in cast.shown(answer)


def test_only_who_sets_up_this_club_may(club: Organisation) -> None:
    other = clubs.club("de-linde")
    for user in (clubs.steward(club, "secretary"), clubs.steward(other), cast.outsider(), cast.founder()):
        for address in (PAGE, f"{PAGE}remove/"):
            with cast.nothing_written():
                assert cast.client(user).get(address).status_code in (403, 404)
                assert cast.client(user).post(address, {"of": ""}).status_code in (403, 404)
    assert cast.client().get(PAGE).status_code == 302


def test_one_that_was_changed_meanwhile_is_not_replaced_unseen(club: Organisation) -> None:
    seen = token_of("")
    first = chosen(club)
    with cast.nothing_written(), pytest.raises(StaleError):
        set_picture(club, "system", Kind.LOGO, pictures.data_address(red(9, 9)), seen=seen)
    with cast.nothing_written(), pytest.raises(StaleError):
        remove_picture(club, "system", Kind.LOGO, seen=seen)
    with cast.nothing_written():
        set_picture(club, "system", Kind.LOGO, first)


def test_it_is_stored_for_a_year_by_its_digest_and_for_minutes_without(club: Organisation) -> None:
    browser = cast.client()
    assert browser.get(PUBLIC).status_code == 404
    chosen(club)
    look = browser.get(LOOK).content.decode()
    address = re.search(r'url\("([^"]+)"\)', look)
    assert address and "aspect-ratio: 60 / 30" in look
    far, near = browser.get(address[1]), browser.get(PUBLIC)
    assert far.content == near.content and far["Content-Type"] == "image/png"
    assert "max-age=31536000" in far["Cache-Control"] and "max-age=300" in near["Cache-Control"]
    assert browser.get(PUBLIC, headers={"If-None-Match": far["ETag"]}).status_code == 304
    chosen(club, red(30, 30))
    # A page that was stored may still ask for the older one: it gets the present one, for some minutes.
    late = browser.get(address[1])
    assert late.content != far.content and "max-age=300" in late["Cache-Control"]
    remove_picture(club, "system", Kind.LOGO)
    assert browser.get(address[1]).status_code == 404 and "url" not in browser.get(LOOK).content.decode()


def test_pages_of_the_club_and_of_its_events_have_its_look(club: Organisation, event: Event) -> None:
    series = event.evening.series
    pages = [club.get_absolute_url(), event.get_absolute_url(), series.get_absolute_url()]
    pages += [f"{event.get_absolute_url()}{part}/" for part in ("rules", "statistics", "seating")]
    for page in pages:
        assert cast.client().get(page).content.decode().count(LOOK) == 1, page
    elsewhere = cast.playing(players=4)
    assert "colour.css" not in cast.client().get(elsewhere.get_absolute_url()).content.decode()


@pytest.mark.long
def test_it_stands_on_papers_of_events_without_one(club: Organisation, event: Event, tmp_path: Path) -> None:
    before = printed(event, "ranking", tmp_path).pictures()
    chosen(club, red(64, 24))
    after = printed(event, "ranking", tmp_path).pictures()
    assert " 64 " in after and " 64 " not in before
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red(48, 24)))
    own = printed(event, "ranking", tmp_path).pictures()
    assert " 48 " in own and " 64 " not in own


@pytest.mark.django_db(transaction=True)
def test_the_register_has_the_last_one_alone(guarded: None, tmp_path: Path) -> None:
    club = club_evenings.club()
    first, last = chosen(club), chosen(club, red(30, 30))
    club = club_evenings.fresh(club)
    assert proof.prove(club) == club.revision
    lines = "".join(f"{line}\n" for line in logbook_file.lines(club))
    assert last in lines and first not in lines
    path = tmp_path / "register.jsonl"
    path.write_text(lines)
    with proof.replayed(path) as again:
        assert picture_of(again) == last
    remove_picture(club, "system", Kind.LOGO)
    assert not club.texts.filter(text=last).exists()
    club = club_evenings.fresh(club)
    assert proof.prove(club) == club.revision
