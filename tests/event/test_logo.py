"""The logo of an event and its sponsors: what is taken, who may, where they are shown, that they are remembered."""

import base64
import io
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.support.events import cast
from tests.support.files.paper import printed
from tournament.acts.event import events
from tournament.acts.event.pictures import MAX_SIGNS, Kind, remove_picture, set_picture
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Event, LogEntry, PersonalText, Picture
from tournament.site import pictures

pytestmark = pytest.mark.django_db

PAGE = "/staff/ledegem/logo/"
SPONSORS = "/staff/ledegem/sponsors/"
PUBLIC = "/e/ledegem/logo.png"


def file_of(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def red(width: int = 60, height: int = 30) -> bytes:
    """A small red PNG."""
    return file_of(Image.new("RGB", (width, height), (163, 20, 42)))


def noise(width: int, height: int) -> Image.Image:
    """The picture that compresses worst."""
    return Image.effect_noise((width, height), 120).convert("RGB")


def of_many_passes(width: int, height: int, passes: int) -> bytes:
    """A progressive JPEG whose last pass comes again and again: 20 bytes each."""
    content = file_of(Image.new("L", (width, height), 128), "JPEG", progressive=True)
    return content[:-2] + content[content.rindex(b"\xff\xda") : -2] * passes + content[-2:]


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def claimed(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be large, and would be when it is unpacked."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1_000_000)) + chunk(b"IEND", b"")


def reopened(address: str) -> Image.Image:
    """The picture of a data: address, decoded."""
    picture = Image.open(io.BytesIO(pictures.content_of(address)))
    picture.load()
    return picture


@pytest.fixture
def event() -> Event:
    return cast.playing(players=4)


def handed_in(browser: Client, content: bytes, name: str = "logo.png", page: str = PAGE) -> Any:
    """What the form of a picture is answered, filled in on its own page."""
    mark = re.search(rf'action="{page}">.*?name="of" value="([^"]*)"', browser.get(page).content.decode(), re.S)
    return browser.post(page, {"of": mark[1] if mark else "", "picture": SimpleUploadedFile(name, content)})


# --- What becomes of a picture ------------------------------------------------------------------------------------

PICTURES = {
    "RGB": red(),
    "RGBA": file_of(Image.new("RGBA", (50, 50), (1, 2, 3, 90))),
    "palette": file_of(noise(90, 40).quantize(32)),
    "clear palette": file_of(noise(90, 40).quantize(8), transparency=3),
    "grey": file_of(Image.linear_gradient("L")),
    "grey and clear": file_of(Image.new("LA", (9, 9), (1, 2))),
    "two colours": file_of(Image.new("1", (30, 20), 1)),
    "sixteen bits": file_of(Image.new("I;16", (30, 20), 700)),
    "JPEG": file_of(noise(300, 200), "JPEG"),
    "JPEG in passes": file_of(noise(300, 200), "JPEG", progressive=True, comment=b"\xff\xda" * 99),
    "JPEG of four inks": file_of(Image.new("CMYK", (30, 20), (1, 2, 3, 4)), "JPEG"),
    "WebP": file_of(noise(300, 200), "WEBP"),
    "clear WebP without loss": file_of(Image.new("RGBA", (50, 50), (1, 2, 3, 90)), "WEBP", lossless=True),
    "moving WebP": file_of(noise(60, 40), "WEBP", save_all=True, append_images=[noise(60, 40)]),
    "large": file_of(Image.new("RGB", (4000, 2000))),
    "noise": file_of(noise(760, 390)),
    "thin": file_of(Image.new("RGB", (9000, 1))),
    "a dot": file_of(Image.new("RGB", (1, 1))),
}


@pytest.mark.parametrize(("name", "kind"), [*((name, Kind.LOGO) for name in PICTURES), ("noise", Kind.SPONSORS)])
def test_a_picture_becomes_a_small_png_and_stays_what_it_is(name: str, kind: Kind) -> None:
    before = Image.open(io.BytesIO(PICTURES[name]))
    address = pictures.data_address(PICTURES[name], kind)
    after, (widest, highest) = reopened(address), pictures.BOUNDS[kind]
    assert after.format == "PNG" and after.width <= widest and after.height <= highest
    assert pictures.size(address[:60]) == after.size
    assert len(address) <= MAX_SIGNS
    shape = before.width / before.height
    assert min(abs(after.width - after.height * shape), abs(after.height - after.width / shape)) <= 1
    assert after.has_transparency_data == before.has_transparency_data
    assert pictures.data_address(pictures.content_of(address), kind) == address


def test_a_small_picture_keeps_every_dot() -> None:
    picture = noise(120, 60)
    assert reopened(pictures.data_address(file_of(picture))).convert("RGB").tobytes() == picture.tobytes()


def test_nothing_that_was_written_beside_it_passes_through() -> None:
    told = Image.Exif()
    told[0x010E] = "where I live"
    plain = Image.new("RGB", (40, 20))
    hidden = file_of(plain, "JPEG", exif=told, comment=b"where I live", icc_profile=b"where I live") + b"where I live"
    png = red()
    noted = png[:33] + chunk(b"tEXt", b"Comment\0where I live") + png[33:] + b"where I live"
    for content in (hidden, noted):
        assert b"where I live" not in pictures.content_of(pictures.data_address(content))


def test_a_picture_that_was_taken_upright_stands_upright() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    address = pictures.data_address(file_of(Image.new("RGB", (40, 20)), "JPEG", exif=turned))
    assert pictures.size(address) == (20, 40)


HOSTILE = {
    "a text": (b"a shopping list", "a JPEG or a WebP"),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "a JPEG or a WebP"),
    "SVG that is called PNG": (b"<?xml version='1.0'?><svg/>", "a JPEG or a WebP"),
    "GIF": (file_of(Image.new("P", (4, 4)), "GIF"), "a JPEG or a WebP"),
    "only a head": (red()[:20], "a JPEG or a WebP"),
    "cut off": (file_of(noise(200, 100))[:9000], "damaged"),
    "JPEG cut off": (file_of(noise(200, 100), "JPEG")[:5000], "damaged"),
    "huge": (claimed(100_000, 100_000), "too many pixels"),
    "large": (claimed(4000, 2001), "too many pixels"),
    "a JPEG of many passes": (of_many_passes(60, 30, 70), "damaged"),
    "shorter than it says": (claimed(2000, 2000), "damaged"),
    "ten megabytes": (red() + b"\0" * 10_000_000, "larger than 2 MB"),
    "nothing": (b"", "empty"),
}


@pytest.mark.parametrize(("name", "page"), [*((name, PAGE) for name in HOSTILE), ("SVG", SPONSORS)])
def test_what_is_no_picture_is_refused_with_a_sentence(name: str, page: str, organiser: Client) -> None:
    content, said = HOSTILE[name]
    with cast.nothing_written():
        answer = handed_in(organiser, content, page=page)
    assert (answer.status_code, said in cast.shown(answer)) == (422, True), cast.shown(answer)
    assert not Picture.objects.exists()


def test_a_form_without_a_file_comes_back(organiser: Client) -> None:
    assert organiser.post(PAGE).status_code == 422
    assert organiser.post(PAGE, {"picture": "logo.png"}).status_code == 422


@pytest.mark.long
@settings(max_examples=150)
@given(
    of=st.sampled_from(["RGB", "palette", "JPEG", "clear palette"]),
    place=st.floats(0, 1),
    put=st.binary(min_size=1, max_size=12),
    cut=st.booleans(),
)
def test_a_damaged_file_is_a_picture_or_a_sentence(of: str, place: float, put: bytes, cut: bool) -> None:
    content = PICTURES[of]
    at = int(place * len(content))
    damaged = content[:at] + put + (b"" if cut else content[at + len(put) :])
    try:
        address = pictures.data_address(damaged)
    except UserError as refusal:
        assert refusal.status == 422
    else:
        assert reopened(address).width <= 800


# --- The act --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "picture",
    [
        "",
        "logo.png",
        "https://example.be/logo.png",
        "data:image/svg+xml;base64,AAAA",
        "data:image/png;base64,",
        'data:image/png;base64,AAAA" onerror="x',
        "data:image/png;base64," + "A" * MAX_SIGNS,
    ],
)
def test_only_a_small_png_of_ours_becomes_a_logo(picture: str, event: Event) -> None:
    with cast.refused("not a picture"):
        set_picture(event, "system", Kind.LOGO, picture)


def test_the_line_names_the_picture_and_does_not_hold_it(event: Event) -> None:
    address = pictures.data_address(red())
    set_picture(event, "system", Kind.LOGO, address)
    line = LogEntry.objects.filter(event=event).last()
    assert line and line.act == "set_logo" and len(line.text) < 400
    assert PersonalText.objects.get(event=event, digest=json.loads(line.text)["facts"]["logo"]).text == address
    with cast.nothing_written():
        set_picture(cast.fresh(event), "system", Kind.LOGO, address)


def test_without_a_logo_there_is_nothing_to_take_away(event: Event) -> None:
    with cast.nothing_written():
        remove_picture(event, "system", Kind.LOGO)


def test_an_archived_event_keeps_its_logo(event: Event) -> None:
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red()))
    for state in ("closed", "archived"):
        events.change_state(cast.fresh(event), "system", state)
    for act in (
        lambda: remove_picture(event, "x", Kind.LOGO),
        lambda: set_picture(event, "x", Kind.LOGO, pictures.data_address(red(9, 9))),
    ):
        with cast.refused("closed"):
            act()


def kept(event: Event) -> dict[str, str]:
    """The pictures of an event, by kind."""
    return dict(Picture.objects.filter(event=event).values_list("kind", "picture"))


def test_a_replay_and_a_file_show_the_same_pictures(event: Event) -> None:
    for kind in Kind:
        set_picture(event, "system", kind, pictures.data_address(red(10, 10)))
        remove_picture(event, "system", kind)
        set_picture(event, "system", kind, pictures.data_address(red(60 + len(kind))))
    both = kept(event)
    assert both.keys() == set(Kind.values) and both["logo"] != both["sponsors"]
    assert kept(logbook_file.replay(list(logbook_file.lines(event)), slug="again")) == both
    read = importing.load(json.loads(exporting.text(cast.fresh(event))), "system", slug="elsewhere")
    assert kept(read) == both
    assert not any(picture in LogEntry.objects.get(event=read).text for picture in both.values())
    assert kept(logbook_file.replay(list(logbook_file.lines(read)), slug="once-more")) == both
    PersonalText.objects.filter(event=event).update(text="")
    assert kept(logbook_file.replay(list(logbook_file.lines(event)), slug="bare")) == {}


@pytest.mark.parametrize("kind", Kind)
def test_a_file_brings_no_hostile_picture(kind: Kind, event: Event, tmp_path: Path) -> None:
    for content in (claimed(100_000, 100_000), b"a shopping list"):
        document = exporting.document(event)
        document["event"][kind.value] = pictures.PREFIX + base64.b64encode(content).decode()
        file = tmp_path / "event.json"
        file.write_text(json.dumps(document))
        with pytest.raises(CommandError, match=rf"event\.{kind}"):
            call_command("import", str(file), "--slug", "elsewhere")
    assert not Event.objects.filter(slug="elsewhere").exists()


# --- The pages --------------------------------------------------------------------------------------------------------


def test_a_logo_is_handed_in_looked_at_and_taken_away(organiser: Client, event: Event) -> None:
    assert "There is no logo yet." in cast.shown(organiser.get(PAGE))
    answer = handed_in(organiser, file_of(noise(300, 200), "JPEG"), "holiday.jpeg")
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    logo = Picture.objects.get(event=event)
    page = " ".join(organiser.get(PAGE).content.decode().split())
    assert f'src="{logo.picture}" alt="{event.name}"' in page
    assert "Remove the logo?" in cast.shown(organiser.get(f"{PAGE}remove/"))
    assert cast.sent_from(organiser, f"{PAGE}remove/").status_code == 303
    assert not Picture.objects.exists()


def test_only_who_plans_the_event_chooses_its_logo(event: Event) -> None:
    other = cast.event(players=0, slug="other")
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event), cast.outsider(), cast.organiser(other)):
        browser = cast.client(who)
        with cast.nothing_written():
            answers = [
                answer
                for page in (PAGE, SPONSORS)
                for answer in (browser.get(page), handed_in(browser, red(), page=page), browser.post(f"{page}remove/"))
            ]
        assert {answer.status_code for answer in answers} == {403}
    assert handed_in(cast.client(), red()).status_code == 403
    assert cast.client().get("/staff/nowhere/logo/").status_code in (302, 404)


PUBLIC_PAGES = ("", "seating/", "seating/1/names/", "rules/", "player/1/")


@pytest.mark.parametrize("page", PUBLIC_PAGES)
def test_the_public_pages_show_it(page: str, event: Event) -> None:
    visitor = cast.client()
    before = visitor.get(f"/e/ledegem/{page}").content.decode()
    assert PUBLIC not in before
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red()))
    shown = " ".join(visitor.get(f"/e/ledegem/{page}").content.decode().split())
    assert f'<img src="{PUBLIC}" alt="{event.name}" width="60" height="30">' in shown
    remove_picture(event, "system", Kind.LOGO)
    assert PUBLIC not in visitor.get(f"/e/ledegem/{page}").content.decode()


def test_the_picture_has_an_address_of_its_own(event: Event) -> None:
    visitor = cast.client()
    assert visitor.get(PUBLIC).status_code == 404
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red()))
    answer = visitor.get(PUBLIC)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert Image.open(io.BytesIO(answer.content)).size == (60, 30)
    assert "max-age" in answer["Cache-Control"]
    assert visitor.get(PUBLIC, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red(30, 30)))
    assert visitor.get(PUBLIC, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_the_logbook_tells_of_it_without_showing_it(organiser: Client, event: Event) -> None:
    handed_in(organiser, red())
    page = organiser.get("/staff/ledegem/logbook/")
    assert "Logo chosen" in cast.shown(page) and "base64" not in page.content.decode()


@pytest.mark.long
def test_it_stands_on_paper_unless_another_is_given(event: Event, tmp_path: Path) -> None:
    assert "♠♥" in printed(event, "ranking", tmp_path).squeezed
    set_picture(event, "system", Kind.LOGO, pictures.data_address(red(48, 24)))
    assert " 48 " in printed(event, "ranking", tmp_path).pictures()
    other = tmp_path / "other.png"
    other.write_bytes(red(44, 22))
    assert " 44 " in printed(event, "ranking", tmp_path, "--logo", str(other)).pictures()
    other.write_bytes(b"<svg/>")
    with pytest.raises(CommandError, match="PNG"):
        printed(event, "ranking", tmp_path, "--logo", str(other))
