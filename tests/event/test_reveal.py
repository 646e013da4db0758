"""The finale: later results are on no public page while the ranking is frozen, and places are revealed one by one."""

import re
from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.paper import printed
from tournament import links
from tournament.acts.event import declaration, events, reveal
from tournament.acts.jury import rulings
from tournament.acts.jury.appeals import appeal
from tournament.acts.rounds import rounds
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Decision, Event
from tournament.reading.logbook import seals
from tournament.reading.people import player_page
from tournament.reading.ranking import reveal as reading
from tournament.reading.table import sheets

pytestmark = pytest.mark.django_db
BY = "system"
# The points of the second round, and the sums with them.
LATER = re.compile(r"(?<![\w.-])7[07]\d\d(?![\w-])")


def frozen(slug: str = "ledegem", *, closed: bool = True) -> Event:
    """Two rounds: 1 to 8 have 80 … 10 points in the first, and 7001 … 7008 more in the second, which is kept back."""
    event = cast.playing(players=8, slug=slug, deals=1, rules="points-only", tie_breaks=[])
    _play(event, 1, lambda number: 90 - 10 * number)
    rounds.close_round(cast.round_of(event), BY)
    cast.next_round(event)
    reveal.freeze_ranking(event, BY, 1)
    _play(event, 2, lambda number: 7000 + number)
    table = next(one for one in cast.round_of(event, 2).tables.all() if 3 in cast.seated(one).values())
    rulings.penalise(event, BY, "house", {3: 7777}, "Later.", table=table)
    if closed:
        rounds.close_round(cast.round_of(event, 2), BY)
    return cast.fresh(event)


def _play(event: Event, round: int, points: object) -> None:
    for table in (cast.table(event, 1, round), cast.table(event, 2, round)):
        given = {str(seat): points(number) for seat, number in cast.seated(table).items()}  # type: ignore[operator]
        cast.write(table, 1, {"points": given})


def public_paths(event: Event) -> list[str]:
    """Every public page on which results could be."""
    pages = [
        "",
        "rows/",
        "all/",
        "find/?q=3",
        "around/3/",
        "text/",
        "clubs/",
        "draws/",
        "seating/",
        "seating/2/",
        "finale/",
        "seal/",
        "rules/",
    ]
    pages += ["hall/", "hall/?show=ranking&show=seating", "said/"]
    players = [f"player/{number}/{more}" for number in range(1, 9) for more in ("", "?since=1")]
    return [f"/e/{event.slug}/{page}" for page in (*pages, *players)]


@pytest.mark.long
def test_nothing_that_is_kept_back_is_on_a_public_page() -> None:
    event = frozen()
    for who in (None, cast.outsider()):
        for path in public_paths(event):
            answer = cast.client(who).get(path)
            assert answer.status_code == 200, path
            text = answer.content.decode()
            assert not LATER.search(text), path
    card = cast.shown(cast.client().get(f"/e/{event.slug}/player/1/"))
    assert "The results of this round are revealed later." in card and "Table" in card
    page = cast.shown(cast.client().get(f"/e/{event.slug}/"))
    assert "Ranking after round 1" in page and "until the places are revealed" in page


def test_the_ranking_of_the_clubs_says_of_which_round_it_is() -> None:
    page = cast.shown(cast.client().get(f"/e/{frozen().slug}/clubs/"))
    assert "Ranking of the clubs after round 1" in page and "until the places are revealed" in page


def test_the_code_on_a_table_shows_names_and_progress_until_the_places_are_revealed() -> None:
    event = frozen(closed=False)
    table = next(one for one in cast.round_of(event, 2).tables.all() if 3 in cast.seated(one).values())
    path = f"/r/{links.reading_token(table)}/"

    def page() -> str:
        return cast.shown(cast.client().get(path))

    assert LATER.search(page()), "who sits there follows the sheet"
    rounds.close_round(cast.round_of(event, 2), BY)
    withheld = page()
    assert "are revealed later" in withheld and "1/1" in withheld
    assert not LATER.search(withheld) and "7777" not in withheld
    names = sheets.sheet(cast.table(event, table.number, 2), public=False).names(1).values()
    assert all(name in withheld for name in names)
    mark = seals.sealed(cast.fresh(event), player_page.mark(cast.table(event, table.number, 2), 0))
    assert cast.client().get(path, {"since": mark}).status_code == 204
    reveal.freeze_ranking(cast.fresh(event), BY, None)
    answer = cast.client().get(path, {"since": mark})
    assert answer.status_code == 200 and LATER.search(cast.shown(answer))
    rounds.show_round(cast.round_of(event, 2), BY, visible=False)
    assert not LATER.search(page()), "a round that is hidden is kept back as well"


def test_a_card_says_after_which_round_and_has_no_figure_for_a_later_one() -> None:
    event = frozen(closed=False)
    player = cast.client().get(f"/e/{event.slug}/player/1/")
    assert re.search(r"Ranking after round 1 frozen .* Rank 1 Points 80 ", cast.shown(player))
    heads = re.findall(r'<h2 id="round-.*?</h2>', player.content.decode(), re.DOTALL)
    assert [re.findall(r">([^<]*)</span>", head) for head in heads] == [["–"], ["+80"]]


@pytest.mark.long
def test_nor_on_a_public_paper(tmp_path: Path) -> None:
    event = frozen()
    for what, more in (("ranking", ()), ("clubs", ()), ("player", ("--player", "3"))):
        assert not LATER.search(printed(event, what, tmp_path, *more).text)
    card = printed(event, "player", tmp_path, "--player", "3").text
    assert "Ranking after round 1" in card and re.search(r"Round 2, table \d · –", card)
    with pytest.raises(Exception, match="not shown"):
        printed(event, "ranking", tmp_path, "--round", "2")


def test_places_are_revealed_from_the_last_and_taken_back() -> None:
    event = frozen()
    ranked = [8, 7, 6, 5, 4, 2, 1]
    staff, desk, hall = cast.client(cast.organiser(event)), cast.client(cast.desk(event)), cast.client()
    path, screen = f"/staff/{event.slug}/finale/", f"/e/{event.slug}/finale/"
    assert "No place has been revealed yet" in cast.shown(hall.get(screen))
    turning = f"/e/{event.slug}/hall/"
    assert hall.get(turning).status_code == 200
    now = reading.finale(event)
    assert (now.forward, now.back, [place.entry.number for place in now.coming]) == (1, None, [8])
    seen = {"seen": reveal.places_token(event)}
    assert staff.post(path, {"of": "0", "places": "1", **seen}).status_code == 303
    assert _names(event, hall.get(screen).content.decode()) == {8}
    assert hall.get(f"{turning}?v=any").headers["Location"] == screen
    assert hall.get(f"{turning}?show=seating").status_code == 200
    with cast.nothing_written():
        assert staff.post(path, {"of": "0", "places": "1", **seen}).status_code == 303
        assert staff.post(path, {"of": "0", "places": "2", **seen}).status_code == 409
        assert staff.post(path, {"of": "1", "places": "2"}).status_code == 422
        assert staff.post(path, {"of": "1", "places": "99", **seen}).status_code == 422
        assert staff.post(path, {"of": "1"}).status_code == 422
        assert desk.post(path, {"of": "1", "places": "2"}).status_code == 403
    assert staff.post(path, {"of": "1", "rank": "3", **seen}).status_code == 303
    assert _names(event, hall.get(screen).content.decode()) == set(ranked[:5])
    assert "Reveal place 3" in cast.shown(staff.get(path))
    with cast.nothing_written():
        assert staff.post(path, {"of": "5", "rank": "6", **seen}).status_code == 409
    assert staff.post(path, {"of": "5", "places": "4", **seen}).status_code == 303
    assert _names(event, hall.get(screen).content.decode()) == set(ranked[:4])
    version = cast.fresh(event).version_token
    assert hall.get(f"{screen}?v={version}").status_code == 204
    assert staff.post(path, {"of": "1", "after": "0"}).status_code == 303
    assert hall.get(turning).status_code == 200
    assert LATER.search(hall.get(f"/e/{event.slug}/").content.decode())
    assert "shows all places" in cast.shown(hall.get(screen))


def _names(event: Event, page: str) -> set[int]:
    return {number for number in range(1, 9) if cast.entry(event, number).player.name in page}


def test_nobody_is_revealed_who_was_not_on_the_page() -> None:
    event = frozen()
    staff, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/finale/"
    shown = cast.filled_in(staff.get(path))
    cast.penalty(event, 8, 9)
    with cast.nothing_written():
        assert staff.post(path, {"of": "0", "places": "1", "seen": shown["seen"]}).status_code == 409
    assert cast.sent_from(staff, path, of="0", places="2").status_code == 303


def test_those_who_share_a_rank_are_revealed_together() -> None:
    event = frozen()
    cast.penalty(event, 8, 9)  # as much as 7 has
    now = reading.finale(cast.fresh(event))
    assert [place.entry.number for place in now.coming] == [7, 8] and now.forward == 2
    reveal.reveal_places(event, BY, 2, replaces=0)
    assert len(reading.finale(cast.fresh(event)).newest) == 2


def test_what_cannot_be_is_refused() -> None:
    event = frozen(closed=False)
    with cast.nothing_written():
        reveal.freeze_ranking(event, BY, 1)
        with pytest.raises(UserError, match="Round 2 has not been closed yet"):
            reveal.reveal_places(event, BY, 1, replaces=0)
        with pytest.raises(UserError, match="not the last one"):
            reveal.freeze_ranking(event, BY, 2)
        with pytest.raises(UserError, match="in the meantime"):
            reveal.freeze_ranking(event, BY, None, replaces=0)
    rounds.close_round(cast.round_of(event, 2), BY)
    declaration.declare_final(event, cast.by(cast.organiser(event)), "Not signed.")
    reveal.reveal_places(event, BY, 2, replaces=0)
    with cast.refused("show the whole ranking first"):
        events.change_state(event, BY, Event.State.CLOSED)
    reveal.freeze_ranking(event, BY, None)
    with cast.refused("is not frozen"):
        reveal.reveal_places(event, BY, 1, replaces=0)
    events.change_state(event, BY, Event.State.CLOSED)
    with cast.refused("This event is closed"):
        reveal.freeze_ranking(event, BY, 1)


def test_no_place_is_revealed_that_the_public_ranking_would_not_have() -> None:
    event = frozen(closed=False)
    staff, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/finale/"
    page = cast.shown(staff.get(path))
    assert "Round 2 has not been closed yet." in page and "Reveal" not in page
    rounds.close_round(cast.round_of(event, 2), BY)
    assert "Reveal place 8" in cast.shown(staff.get(path))
    rounds.show_round(cast.round_of(event, 1), BY, visible=False)
    page = cast.shown(staff.get(path))
    assert "Round 1 is hidden from the public: show it first." in page and "Reveal" not in page
    with cast.nothing_written(), pytest.raises(UserError, match="is hidden from the public"):
        reveal.reveal_places(event, BY, 1, replaces=0)
    done = cast.shown(staff.post(path, {"of": "1", "after": "0"}, follow=True))
    assert "The public ranking is no longer frozen." in done and "shows all rounds" not in done


def test_what_was_revealed_is_kept_back_again_while_a_round_is_hidden_or_reopened() -> None:
    event = frozen()
    reveal.reveal_places(event, BY, 2, replaces=0)
    for taken, back in (
        (lambda: rounds.show_round(cast.round_of(event, 2), BY, False), lambda: _show(event)),
        (
            lambda: rounds.reopen_round(cast.round_of(event, 2), BY),
            lambda: rounds.close_round(cast.round_of(event, 2), BY),
        ),
    ):
        taken()
        assert _names(event, _screen(event)) == set() and "No place has been revealed yet" in _screen(event)
        back()
        assert _names(event, _screen(event)) == {8, 7}


def _show(event: Event) -> None:
    rounds.show_round(cast.round_of(event, 2), BY, True)


def _screen(event: Event) -> str:
    return cast.client().get(f"/e/{event.slug}/finale/").content.decode()


def test_the_first_place_depends_on_what_is_open() -> None:
    event = frozen()
    Event.objects.filter(pk=event.pk).update(appeal_minutes=60)
    appeal(Decision.objects.get(), cast.entry(event, 3), "Ik was er niet.", "entry:3")
    staff, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/finale/"
    page = cast.shown(staff.get(path))
    assert "This is still open" in page and "More at once" not in page
    asked = cast.filled_in(staff.get(path))
    given = {"of": "0", "places": "1", "opened": asked["opened"], "seen": asked["seen"]}
    with cast.nothing_written():
        assert staff.post(path, {**given, "reason": " "}).status_code == 422
        assert staff.post(path, {**given, "opened": "x", "reason": "De zaal wacht."}).status_code == 409
    assert staff.post(path, {**given, "reason": "De zaal wacht."}).status_code == 303
    assert "This is still open" not in cast.shown(staff.get(path))
    assert cast.sent_from(staff, path, places="2").status_code == 303


@pytest.mark.long
def test_a_file_carries_it() -> None:
    event = frozen()
    reveal.reveal_places(event, BY, 3, replaces=0)
    document = exporting.document(cast.fresh(event))
    importing.judge(document)
    again = importing.load(document, BY, "again")
    assert (again.frozen_after, again.revealed) == (1, 3)
