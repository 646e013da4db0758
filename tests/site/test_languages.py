"""Three languages, complete: every sentence is translated, and no page says a word that is not to be translated.

Every page is walked to in a language nobody speaks, in which all our sentences are in brackets (`pseudo`).
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from tests.support import club_evenings, clubs
from tests.support.events import cast, stages
from tests.support.pages import club_roles, pseudo, tour
from tests.support.pages.untranslated import UNTRANSLATED, typed_in
from tests.support.pages.walks import walked
from tournament import links
from tournament.acts.event import members
from tournament.acts.register.stewards import appoint_steward
from tournament.errors import UserError
from tournament.exchange.lists.listings import listings
from tournament.models import Appeal, Cut, Event, Organisation, Table
from tournament.printing import papers
from tournament.printing.paper import Order
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.drawing import CUT, Pen
from tournament.printing.sheets import score_sheets
from tournament.ranking import facts
from tournament.reading.logbook import seals
from tournament.reading.rounds.seating import version
from tournament.site import translations
from tournament.views.entrance.guides import GUIDES

pytestmark = pytest.mark.django_db


Stage = Callable[[], Event]

# Pages that only a form leads to, and what is kept of rules: looked at in tests/rules/test_languages.py.
ELSEWHERE = ("correct-rules", "resume-rules", "delete-rules", "own-rules-file")


STAGES = (
    stages.unborn,
    stages.gathering,
    stages.rehearsed,
    stages.wiped,
    stages.drawn,
    stages.midway,
    stages.between,
    stages.over,
    stages.ending,
    stages.declared,
    stages.doubling,
    stages.counting,
    stages.ahead,
    stages.parted,
    stages.signing,
    stages.confirming,
)
OWN = ("own", "own-decisions", "own-code", "withdraw")
CAPTAINS = ("table", "app", "undo", "close", "close-unsigned")
# What a captain may have chosen: nothing yet, enough, too much, and what cannot be.
CHOICES = (
    "contract=PC9",
    "contract=PC9&who=1&who=3&tricks=10",
    "contract=S6&who=1&who=3&tricks=10",
    "contract=S13&who=2",
    "contract=S13&who=2&tricks=13&jury=allowed",
    "contract=S13&who=2&tricks=13&jury=not_called",
    "contract=PM&who=1&who=2&tricks1=0&tricks2=1",
    "contract=PM&who=1&who=2&tricks1=9&tricks2=9",
    "contract=TR9&who=1&who=2&tricks=13&double=1&trump=H",
    "contract=A99&next=1",
    "points1=3&points2=-3&points3=0&points4=0",
    "next=1",
)

# A championship in mid-life shows nearly every page. The pages of the other stages are read below, where none may be
# forgotten; their forms are sent at night.
BY_DAY = (stages.midway, stages.over)
at_each_stage = pytest.mark.parametrize(
    "stage",
    [pytest.param(stage, marks=() if stage in BY_DAY else pytest.mark.nightly, id=stage.__name__) for stage in STAGES],
)


def public_addresses(event: Event) -> list[str]:
    """Where the public comes in, and what is not there."""
    nowhere = [reverse("player", args=[event.slug, 999]), reverse("seating-round", args=[event.slug, 99])]
    nowhere += [reverse("room-map", args=[event.slug]), reverse("draw-file", args=[event.slug, 99])]
    nowhere += [reverse(name, args=[event.slug]) for name in ("bidding-worker", "register", "place-news", "hall-code")]
    nowhere += [reverse(f"ranking-{name}", args=[event.slug]) for name in ("whole", "whole-rows")]
    nowhere += [reverse(f"ranking-{name}", args=[event.slug, 1]) for name in ("part", "part-rows", "around")]
    nowhere += [reverse(f"seating-{name}", args=[event.slug, 1, 1]) for name in ("round-part", "names-part")]
    nowhere += [reverse(f"seating-{name}", args=[event.slug, 1]) for name in ("find", "round-whole", "names-whole")]
    nowhere += ["/find/?q=2468", reverse("ranking", args=["nowhere"])]
    return ["/", event.get_absolute_url(), *nowhere, *_outside(event)]


def _outside(event: Event) -> list[str]:
    """What other sites and programs fetch of an event, and of all."""
    slug, spoken = event.slug, pseudo.LANGUAGE
    pages = [reverse(f"api:{name}") for name in ("openapi", "events", "organisations")]
    pages += [reverse(f"api:{name}", args=[slug]) for name in ("event", "ranking", "clubs", "rules")]
    pages += [reverse(f"api:{name}", args=[slug, 1]) for name in ("seating", "player")]
    pages += [reverse(name, args=[spoken, slug]) for name in ("embed", "event-card")]
    pages += [reverse("player-card", args=[spoken, slug, 1]), reverse("results", args=[spoken])]
    return [*pages, reverse("manifest"), reverse("event-manifest", args=[slug])]


def captains_pages(event: Event) -> list[str]:
    """The pages of the captains, and links that are dead."""
    tokens = [*_tokens(event), "1-nonsense"]
    pages = [reverse(f"captain:{name}", args=[token]) for token in tokens for name in CAPTAINS]
    pages += [reverse(f"captain:{name}") for name in ("app-shell", "worker")]
    return [*pages, *(reverse("captain:deal", args=[token, number]) for token in tokens for number in (1, 2, 99))]


def players_pages(event: Event) -> list[str]:
    """The pages of some players, and of the tables for those who only read, and links that are dead."""
    owners = [links.personal_token(entry) for entry in event.entries.order_by("number")[:3]]
    owners += [links.personal_token(entry) for entry in event.entries.filter(waiting__gt=0)]
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    readers = [links.reading_token(table) for table in tables]
    pages = [
        reverse(f"players:{name}", args=[token]) for token in [*readers, "1-no"] for name in ("table", "write-table")
    ]
    pages += [reverse(f"players:{name}", args=[token]) for token in [*owners, "1-no"] for name in OWN]
    return [*pages, *(reverse("players:earlier", args=[token, round]) for token in owners for round in (1, 99))]


def captains_choices(event: Event) -> list[str]:
    """A deal at every step of being chosen, at every table."""
    deals = [reverse("captain:deal", args=[token, number]) for token in _tokens(event) for number in (1, 2)]
    return [f"{deal}?{choices}" for deal in deals for choices in CHOICES]


def _tokens(event: Event) -> list[str]:
    return [cast.token(table) for table in Table.objects.filter(round__event=event).select_related("round__event")]


def _removing(event: Event) -> list[tuple[str, list[object]]]:
    return [("remove-names", [event.slug]), ("remove-name", [event.slug, 1])]


def staff_addresses(event: Event) -> list[str]:
    """Where the staff comes in, and what is not there."""
    tables = Table.objects.filter(round__event=event).values_list("round__number", "number")
    cuts = Cut.objects.filter(event=event)
    return [
        *(reverse("staff:deal", args=[event.slug, *table, deal]) for table in tables for deal in (1, 4)),
        *(
            reverse(f"staff:{name}", args=[event.slug, *table])
            for table in tables[:2]
            for name in ("play-on", "extra-time", "verify-table")
        ),
        reverse("staff:home"),
        reverse("style"),
        reverse("staff:event", args=[event.slug]),
        reverse("staff:player", args=[event.slug, 999]),
        reverse("staff:registration", args=[event.slug]),
        reverse("staff:superseded-rulings", args=[event.slug]),
        reverse("staff:invited-list", args=[event.slug]),
        f"{reverse('staff:people-list', args=[event.slug])}?from={event.slug}",
        reverse("staff:admission", args=[event.slug]),
        *(f"{reverse('staff:fees', args=[event.slug])}{query}" for query in ("", "?count=1&1000=2")),
        *(reverse("staff:fee", args=[event.slug, number]) for number in (1, 2)),
        # Offered once the event is closed, and refused before.
        *(reverse(f"staff:{name}", args=args) for name, args in _removing(event)),
        # The list of decisions is long, and the walk opens two.
        *(
            reverse(f"staff:{name}", args=[event.slug, row.decision.number, *([row.entry.number] if whose else [])])
            for row in Appeal.objects.filter(decision__event=event).select_related("decision", "entry")
            for name, whose in (("decision", False), ("settle-appeal", True))
        ),
        # The walk opens two players, of whom none may have left.
        *(reverse("staff:player", args=[event.slug, one.number]) for one in event.entries.filter(withdrawn=True)[:1]),
        reverse("staff:round", args=[event.slug, 99]),
        *(reverse("staff:publish-rounds", args=[event.slug, number]) for number in (1, 2)),
        reverse("staff:reseat", args=[event.slug]),
        *(f"{reverse('staff:exchange-places', args=[event.slug, number])}?one=1&other=6" for number in (1, 2)),
        # Once the final is played, no link leads there any more.
        *(reverse("staff:undo-cut", args=[event.slug, cut.stage]) for cut in cuts),
        *(reverse("staff:replace-finalist", args=[event.slug, cut.stage, cut.finalists[0]]) for cut in cuts),
        *(reverse("staff:state", args=[event.slug, state]) for state in ("live", "closed", "archived", "nonsense")),
        # Where a job leads to is known only to who asked for it.
        *(reverse(f"staff:{name}", args=[event.slug, "0" * 32]) for name in ("job", "job-file")),
    ]


@pytest.mark.long
@at_each_stage
def test_the_public_reads_its_own_language(nobodys: None, stage: Stage) -> None:
    event = stage()
    walked(None, public_addresses(event))


@pytest.mark.long
@at_each_stage
def test_captains_read_their_own_language(nobodys: None, stage: Stage) -> None:
    event = stage()
    walked(None, [*captains_pages(event), *players_pages(event), *captains_choices(event)])


@pytest.mark.long
@at_each_stage
def test_organisers_read_their_own_language(nobodys: None, stage: Stage) -> None:
    event = stage()
    walked(founding(event), staff_addresses(event))


@pytest.mark.long
@pytest.mark.parametrize(
    "member", [cast.desk, cast.juror, cast.head_juror, cast.auditor, lambda _event: cast.outsider()]
)
def test_members_read_their_own_language(nobodys: None, member: Callable[[Event], User]) -> None:
    event = stages.midway()
    walked(member(event), staff_addresses(event), send=False)


def clubs_addresses(slug: str) -> list[str]:
    """Where a club's stewards come in, what no link leads to, and the administrator's pages."""
    return [
        *(page.address for page in club_roles.pages(Organisation.objects.get(slug=slug)) if page.method == "get"),
        *(reverse(name, args=[slug]) for name in ("organisation", "club-colour", "club-logo")),
        *(reverse("club:invitation-code", args=[slug, user.pk]) for user in User.objects.filter(username="newcomer")),
        reverse("installation:organisation", args=[slug]),
        reverse("staff:home"),
    ]


def members_addresses(club: Organisation) -> list[str]:
    """Where a club's people come in without an account: the door, their own page, a table, the season; dead links."""
    series, person, spoken = club.series.get(), club.persons.get(number=1), pseudo.LANGUAGE
    day = club_evenings.today(series)
    door = [club.slug, links.door_token(series, day)]
    tokens = [links.person_token(person), "1-no"]
    season = [reverse(name, args=[club.slug, series.slug]) for name in ("season", "season-file")]
    return [
        *(reverse(f"members:{name}", args=door) for name in ("door", "door-screen", "door-picture")),
        *(reverse("members:came", args=[*door, number, links.undo_token(door[1], number)]) for number in (1, 2)),
        *(reverse(f"members:{name}", args=[token]) for token in tokens for name in ("own", "here", "reply", "shown")),
        *(reverse("sticker", args=[code]) for code in (links.sticker_code(club.stickers.get()), "1-no")),
        reverse("members:door-code", args=[club.slug]),
        *season,
        *(reverse(name, args=[club.slug, series.slug]) for name in ("api:season", "season-manifest")),
        *(reverse(name, args=[spoken, club.slug, series.slug]) for name in ("embed-season", "season-card")),
        *(reverse(name, args=[spoken, club.slug]) for name in ("calendar", "club-results")),
        *(reverse(name, args=[club.slug]) for name in ("api:organisation", "club-manifest")),
        *(reverse("own-calendar", args=[token, spoken]) for token in tokens),
        reverse("api:person", args=[club.slug, series.slug, 1]),
        *(reverse("season-person", args=[club.slug, series.slug, number]) for number in (1, 99)),
    ]


@pytest.mark.long
def test_members_of_a_club_read_their_own_language(nobodys: None) -> None:
    walked(None, members_addresses(club_roles.filled("de-linde")))


@pytest.mark.long
def test_stewards_and_administrators_read_their_own_language(nobodys: None) -> None:
    club = club_roles.filled("de-linde")
    walked(_stewarding(club), clubs_addresses(club.slug))


def _stewarding(club: Organisation) -> User:
    """An owner of the club who administers the installation; somebody else is only invited to both."""
    invited = members.invite("newcomer")
    appoint_steward(club, "system", invited, "owner")
    owner = clubs.steward(club)
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    return User.objects.get(pk=owner.pk)


@pytest.mark.long
def test_the_way_in_is_in_the_visitors_language(nobodys: None) -> None:
    stages.unborn()
    walked(None, [reverse("sign-in"), reverse("invitation", args=["1-nonsense"])])


@pytest.mark.long
def test_the_guides_are_in_the_visitors_language(nobodys: None) -> None:
    walked(None, [reverse("guide", args=[who]) for who in GUIDES])


def test_another_password_is_asked_for_in_the_visitors_language(nobodys: None) -> None:
    walked(cast.outsider(), [reverse("password")])


@pytest.mark.long
def test_the_one_time_links_are_in_the_visitors_language(nobodys: None) -> None:
    token = links.first_organiser_token()
    assert token
    walked(None, [reverse("first-organiser", args=[token]), reverse("first-organiser", args=["0-nonsense"])])
    walked(None, [reverse("restore-backup", args=[token]), reverse("reached")])
    guest = members.invite("greet")
    walked(None, [reverse("invitation", args=[links.invitation_token(guest.pk, guest.password)])])


@pytest.mark.long
@pytest.mark.parametrize("kind", papers.KINDS)
def test_every_paper_is_in_the_readers_language(nobodys: None, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    event = stages.midway()
    pages, write, pressed = html_to_pdf.pages, Pen.write, []

    def read_first(html: str, *styles: Any, **more: Any) -> bytes:
        pressed.append(html)
        return pages(html, *styles, **more)

    def read_also(pen: Pen, text: str, *styles: Any) -> float:
        pressed.append(f"<p>{escape(text)}</p>")
        return write(pen, text, *styles)

    # The press itself runs; what it is given can be read here, the PDF it makes cannot.
    monkeypatch.setattr(html_to_pdf, "pages", read_first)
    monkeypatch.setattr(Pen, "write", read_also)
    with translation.override(pseudo.LANGUAGE):
        order = Order(event, cast.round_of(event), cast.entry(event, 1))
        if kind == "room":
            with pytest.raises(UserError, match="⟦"):
                papers.KINDS[kind].make(order)
            return
        papers.KINDS[kind].make(order)
        # Of a name without a number the first letters are in a bubble.
        bubbles = {column.text for page in score_sheets.pages(order) for column in page.shape.columns}
    assert pressed
    known = [*UNTRANSLATED, *typed_in(), version(cast.round_of(event)), facts.ruleset(event).short_hash, *bubbles]
    known.append(str(seals.seal(event)))
    # A text that was cut for its place has lost the sign of its end.
    whole = [re.sub(f"⟦([^⟦⟧<]*){CUT}", r"⟦\1⟧", html) for html in pressed]
    assert [text for html in whole for text in pseudo.plain_words(html, known)] == []


@pytest.mark.long
def test_every_list_is_in_the_readers_language(nobodys: None) -> None:
    event = stages.midway()
    with translation.override(pseudo.LANGUAGE):
        lists = listings(event)
        said = [text for one in lists for text in (one.title, *(column.heading for column in one.columns))]
        said += [value for one in lists for row in one.rows for value in row if isinstance(value, str)]
    assert [text for text in said if pseudo.plain_words(escape(text), [*UNTRANSLATED, *typed_in()])] == []


@pytest.mark.long
def test_no_page_is_forgotten(nobodys: None) -> None:
    """Whoever adds a page that no link leads to names it among the addresses above, and so has it looked at."""
    # The tests above, and tests of the way in.
    met = {"sign-out", "language", "first-organiser", "restore-backup", "reached", "invitation", "revoke-device"}
    # Codes for a transfer, without a word: those of tests/people/.
    met |= {"players:transfer-code", "staff:transfer-code"}
    # Those of tests/sheet_reading/.
    met |= {f"staff:{page}" for page in ("scans", "scanned-sheet", "scan-picture", "keep-picture", "sheet-picture")}
    met.add("staff:sheet-questions")
    met |= {f"staff:{page}" for page in (*ELSEWHERE, "start-backup", "machine")}
    for stage in (one for one in STAGES if one not in (stages.unborn, stages.over)):
        event = stage()
        met |= walked(None, [*public_addresses(event), *captains_pages(event), *players_pages(event)], send=False)
        # A list is looked at on a page of its own, which no link leads to; an event is taken out of the bin on another.
        met |= walked(founding(event), staff_addresses(event), send=stage is stages.gathering)
    club = club_roles.filled("de-linde")
    met |= walked(_stewarding(club), clubs_addresses(club.slug))
    met |= walked(None, members_addresses(club), send=False)
    assert tour.named_pages() - met == set()


def founding(event: Event) -> User:
    """An organiser of the event who may make others."""
    return cast.member(event, "organiser", cast.founder().username)


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    assert list(translations.faults(language, pseudo.sentences())) == []


@pytest.mark.parametrize(
    ("html", "plain"),
    [
        ("<p>⟦Round ⟧3</p><b>An Peeters</b>", []),
        ("<p>⟦Round ⟧3 of 4</p>", ["⟦Round ⟧3 of 4"]),
        ('<img alt="hearts"><a title="Next" href="/next/">⟦Next⟧</a>', ["hearts", "Next"]),
        ('<input type="submit" value="Send"><input value="typed" placeholder="Name">', ["Send", "Name"]),
        ('<option label="Club">⟦Club⟧</option><nav aria-label="Menu"></nav>', ["Club", "Menu"]),
        ("<title>⟦Ranking⟧ · DEMO</title><script>const word = 1;</script>", ["⟦Ranking⟧ · DEMO"]),
        ("<p>https://example.org/t/1-abc/ 14:30 R</p>", []),
    ],
)
def test_a_plain_word_is_heard(html: str, plain: list[str]) -> None:
    assert pseudo.plain_words(html, ["An Peeters"]) == plain
