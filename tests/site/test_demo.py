"""The demo: a championship in mid-life, the same for the same seed, and every number of it recounted by an outsider."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

import scoring
from tests.support.events import cast
from tests.support.pages.reading import read
from tests.support.servers.in_node import answers, needs_node
from tests.support.servers.nightly import by_day
from tools import verify
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.models import Cut, Decision, Draw, Entry, Event, Round, Table

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def demo(**options: object) -> tuple[Event, str]:
    said = StringIO()
    call_command("demo", stdout=said, stderr=StringIO(), **{"players": 16, "rounds": 2, "deals": 4, **options})
    return Event.objects.get(slug=options.get("slug", "demo")), said.getvalue()


@pytest.mark.parametrize("rules", by_day(scoring.keys(), count=2))
def test_every_number_of_the_ranking_follows_from_the_file(rules: str) -> None:
    event, _ = demo(rules=rules)
    document = json.loads(exporting.text(event))
    assert list(verify.check_export(document)) and document["standings"]


def test_it_is_a_championship_in_mid_life() -> None:
    event, said = demo(players=64, rounds=3, deals=8)
    assert event.demo and event.state == Event.State.LIVE
    assert Entry.objects.filter(event=event, withdrawn=True).count() == 1
    assert Entry.objects.filter(event=event, excluded=True).count() == 1
    assert list(Round.objects.filter(event=event).values_list("closed", flat=True)) == [True, True, False]
    last = Table.objects.filter(round__event=event, round__number=3)
    assert 0 < last.filter(closed=True).count() < last.count()
    kinds = set(Decision.objects.filter(event=event).values_list("kind", flat=True))
    assert kinds >= {"misdeal", "false-play", "noise", "hints", "ruling", "claimed-too-early", "exclusion"}
    assert "capitulation" in kinds
    assert Decision.objects.filter(event=event, cancelled=True).exists()
    logbook = logbook_file.lines(event)
    assert sum('"line"' in line for line in logbook) == event.revision
    for what in ("ranking: http://", "organiser: http://", "captain of table", "password "):
        assert what in said
    assert "█" in said or "▀" in said


def test_the_same_seed_gives_the_same_championship() -> None:
    one, _ = demo(seed="x", slug="one")
    two, _ = demo(seed="x", slug="two")
    other, _ = demo(seed="y", slug="other")
    first, second, third = (exporting.document(event) for event in (one, two, other))
    assert first["rounds"] == second["rounds"] != third["rounds"]
    assert first["standings"] == second["standings"]


@needs_node
def test_everybody_can_check_its_draw() -> None:
    event, _ = demo()
    assert "Promised on" in read("/e/demo/draws/") and "sit elsewhere than drawn" in read("/e/demo/draws/")
    [answer] = answers([{"whole": cast.client().get("/e/demo/draws/1.json").json()}])
    assert answer["ok"] and Draw.objects.get(event=event).words


def test_it_may_end_with_a_final_and_a_bonus() -> None:
    event, _ = demo(final=8, rounds=3)
    assert [len(made.finalists) for made in Cut.objects.filter(event=event)] == [8]
    document = exporting.document(event)
    assert list(verify.check_export(document))
    assert any(place["bonus"] for place in document["standings"])


@pytest.mark.parametrize("options", [{"rounds": 1, "final": 8}, {"final": 6}, {"final": 16}, {"final": -4}])
def test_a_final_that_cannot_be_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="--final goes with"):
        demo(**options)


@pytest.mark.parametrize("options", [{"players": 7}, {"players": 3901}, {"rounds": 0}, {"deals": 1}, {"deals": 65}])
def test_what_cannot_be_shown_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="goes from"):
        demo(**options)
    assert not Event.objects.exists()


def test_a_taken_address_is_refused() -> None:
    demo()
    with pytest.raises(CommandError, match="already an event demo"):
        demo()


@pytest.mark.parametrize("players", by_day([9, 11, 8, 10, 13], count=2))
def test_any_number_of_players_is_seated_with_jokers(players: int) -> None:
    event, _ = demo(players=players)
    assert Entry.objects.filter(event=event, role="competitor").count() == players
