"""Practice: how one begins it is told, and what belongs to it says so; the start asks about all that was noted."""

from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.paper import printed
from tests.support.pages.captain_phone import opened
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.rounds import rounds
from tournament.acts.table import redeals
from tournament.models import Event
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db
BY = "system"


def practising() -> Event:
    """A rehearsal of one table, which has written a deal."""
    event = cast.event(4)
    cast.next_round(event)
    cast.write(cast.table(event), 1)
    return cast.fresh(event)


def start_wiped(event: Event) -> None:
    found = rehearsal_data_of(event)
    assert found
    rehearsal.start(event, BY, wipe=True, seen=found.mark)


def test_the_overview_says_that_a_round_is_played_in_rehearsal() -> None:
    event = practising()
    address, organiser = f"/staff/{event.slug}/", cast.client(cast.organiser(event))
    assert "This is a rehearsal. When you start" in cast.shown(organiser.get(address))
    start_wiped(event)
    assert "This is a rehearsal" not in cast.shown(organiser.get(address))


def test_a_round_of_the_rehearsal_can_be_hidden_and_wiped() -> None:
    event = practising()
    rounds.show_round(cast.round_of(event), BY, False)
    start_wiped(event)
    assert {place.standing.row.points for place in event_standings(cast.fresh(event), public=False)} == {0}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "Er zijn 0 oefenspellen genoteerd. Iedereen paste 1 keer. Er werd 2 keer verkeerd gegeven."),
        ("fr", "0 donne d’essai a été notée. Tout le monde a passé 1 fois. Il y a eu 2 maldonnes."),
    ],
)
def test_passes_and_misdeals_alone_are_asked_about_too(language: str, told: str) -> None:
    event = cast.event(4)
    cast.next_round(event)
    redeals.all_pass(cast.table(event), BY, 1)
    for _ in range(2):
        redeals.misdeal(cast.table(event), BY, 1, waived=True)
    page = cast.shown(cast.client(cast.organiser(event), language).get(f"/staff/{event.slug}/state/live/"))
    assert told in page and ("Laatst genoteerd" if language == "nl" else "Dernière donne notée") in page


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "how", "link", "practice", "ranking"),
    [
        (
            "nl",
            "Wilt u eerst oefenen?",
            "Oefenen: een ronde loten",
            "Oefening: er telt nog niets mee.",
            "Proefklassement",
        ),
        ("fr", "d’abord vous exercer", "S’exercer : tirer une manche", "Essai : rien ne compte", "Classement d’essai"),
    ],
)
def test_how_to_practise_is_told_and_what_is_practice(
    tmp_path: Path, language: str, how: str, link: str, practice: str, ranking: str
) -> None:
    event = cast.event(4, deals_per_round=1, planned_rounds=1)
    organiser = cast.client(cast.organiser(event), language)
    overview = organiser.get(f"/staff/{event.slug}/")
    assert how in cast.shown(overview) and link in cast.shown(overview)
    assert f'href="/staff/{event.slug}/rounds/seat/"' in overview.content.decode()
    desk = cast.shown(cast.client(cast.desk(event), language).get(f"/staff/{event.slug}/"))
    assert link not in desk
    cast.next_round(event)
    table = cast.table(event)
    assert practice in opened(table, language=language).words
    cast.write(table, 1)
    assert practice in " ".join(printed(event, "filled", tmp_path, "--language", language).text.split())
    assert ranking in printed(event, "ranking", tmp_path, "--language", language).text
    seen = rehearsal_data_of(event)
    assert seen
    rehearsal.start(event, BY, wipe=True, seen=seen.mark)
    assert practice not in opened(cast.table(event), language=language).words
