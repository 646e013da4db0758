"""The ranking in parts, what stands around somebody, and a search of names: by the same sight as the page."""

import re

import pytest

from tests.ranking.test_movement import BY, play, two_rounds
from tests.support.events import cast, finals
from tests.support.pages.reading import ranking, read, rename, row_of, text_of, words_in
from tournament.acts.event import events, reveal
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.deletion import delete_entry, entry_token
from tournament.acts.rounds import rounds
from tournament.models import Event, Player
from tournament.reading.parts import MAX_FOUND, MAX_QUERIES, RowIndex, row_spans

pytestmark = pytest.mark.django_db
BASE = "/e/ledegem/"
PIECE = {"hx-request": "true"}


def numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr (?:class="is-own" )?(?:id="n|data-number=")(\d+)"', page)]


def piece(address: str, status: int = 200, language: str = "en") -> str:
    """What an open page fetches."""
    answer = cast.client(language=language).get(f"{BASE}{address}", headers=PIECE)
    assert answer.status_code == status
    page = answer.content.decode()
    assert "<html" not in page or status != 200
    return page


def test_parts_have_twenty_rows_and_the_last_not_much_more_or_less() -> None:
    spans = {count: [span[1:] for span in row_spans(count)] for count in (0, 8, 29, 30, 49, 320)}
    assert spans[0] == [(1, 0)] and spans[8] == [(1, 8)] and spans[29] == [(1, 29)]
    assert spans[30] == [(1, 20), (21, 30)] and spans[49] == [(1, 20), (21, 49)]
    assert len(spans[320]) == 16 and spans[320][-1] == (301, 320)


def test_a_long_ranking_comes_in_parts_that_lead_to_each_other_and_to_the_whole() -> None:
    event = cast.playing(players=48, deals=1, rules="points-only", tie_breaks=[])
    entered = [numbers(cast.client().get(f"{BASE}{part}").content.decode()) for part in ("", "part/2/", "all/")]
    assert (len(entered[0]), len(entered[1])) == (20, 28) and entered[2] == entered[0] + entered[1]
    play(event, 1, lambda number: 100 - number)
    first, second, whole = (cast.client().get(f"{BASE}{part}").content.decode() for part in ("", "part/2/", "all/"))
    assert numbers(first) == list(range(1, 21)) and numbers(second) == list(range(21, 49))
    assert numbers(whole) == list(range(1, 49))
    for page, current in ((first, "1–20"), (second, "21–48"), (whole, "all 48")):
        links = re.findall(r'<a class="part" href="([^"]+)"', page)
        assert links == [BASE, f"{BASE}part/2/", f"{BASE}all/"]
        assert words_in(re.findall(r'<a class="part"[^>]*aria-current="page">.*?</a>', page, re.S)[0]) == current
    # Each part asks for its own news, and is told nothing while there is none.
    for page, part in ((first, ""), (second, "part/2/"), (whole, "all/")):
        asks = re.findall(rf'hx-get="({BASE}{part}rows/\?v=\w+)"', page)
        assert len(asks) == 1 and cast.client().get(asks[0]).status_code == 204


def test_there_is_no_part_beyond_the_last_and_the_first_is_the_page_itself() -> None:
    cast.playing(players=8)
    assert "The ranking is not so long." in read(f"{BASE}part/2/", status=404)
    assert cast.client().get(f"{BASE}part/{10**30}/rows/").status_code == 404
    for part in (0, 1):
        answer = cast.client().get(f"{BASE}part/{part}/")
        assert (answer.status_code, answer["Location"]) == (302, BASE)


@pytest.mark.long
def test_a_cut_is_a_line_in_the_part_in_which_it_falls() -> None:
    event = finals.planned(finals.stages(cut=24), players=48, slug="ledegem", tie_breaks=[])
    play(event, 1, lambda number: 100 - number, close=False)
    parts = [cast.client().get(f"{BASE}{part}").content.decode() for part in ("", "part/2/", "all/")]
    assert ["The best 24 play the final." in page for page in parts] == [False, True, True]
    rows = re.findall(r'<tr (?:id="n(\d+)"|class="(cut)")', parts[1])
    assert rows[3:5] == [("24", ""), ("", "cut")]


def test_a_row_says_how_far_it_moved_and_how_far_the_next_is() -> None:
    event = two_rounds()
    page = ranking(event)
    assert row_of(page, 8)["move"] == "up 7" and row_of(page, 8)["gap"] == ""
    assert row_of(page, 1)["move"] == "down 1" and row_of(page, 1)["gap"] == "−30"
    rounds.show_round(cast.round_of(event, 2), BY, False)
    page = ranking(event)
    assert row_of(page, 8)["move"] == "" and row_of(page, 8)["gap"] == "−10"


def test_a_row_stands_between_its_neighbours_for_whoever_pinned_it() -> None:
    event = two_rounds()
    assert numbers(piece("around/1/")) == [8, 1, 2] and numbers(piece("around/8/")) == [8, 1]
    own = piece("around/1/")
    assert re.findall(r'<tr class="is-own" data-number="(\d+)"', own) == ["1"]
    asks = re.findall(r'hx-get="([^"]+)"', own)[0]
    assert cast.client().get(asks, headers=PIECE).status_code == 204
    rulings.penalise(event, BY, "house", {7: 1}, "Late.")
    assert cast.client().get(asks, headers=PIECE).status_code == 204, "nothing about them"
    rulings.penalise(event, BY, "house", {1: -15}, "Late.")
    assert numbers(cast.client().get(asks, headers=PIECE).content.decode()) == [2, 1, 3]
    # Without scripts it is a page.
    assert "The whole ranking" in read(f"{BASE}around/1/")


def test_who_has_no_row_now_is_pinned_without_one_and_who_is_gone_or_nameless_is_not() -> None:
    event = two_rounds()
    registration.withdraw(cast.entry(event, 1), BY)
    assert numbers(piece("around/1/")) == [] and "This is not me" in piece("around/1/")
    Player.objects.filter(entries__event=event, entries__number=3).update(name="")
    cast.moved_on(event, "anonymised")
    assert "No player has this number." in piece("around/3/", 404)
    assert "player 3" in piece("around/2/"), "as a neighbour they stand there as in the list"
    assert "No player has this number." in piece("around/999/", 404)


def test_nobody_is_pinned_who_was_deleted_before_the_first_round() -> None:
    event = cast.event(8)
    assert piece("around/3/")
    delete_entry(cast.entry(event, 3), "user:1", entry_token(cast.entry(event, 3)))
    piece("around/3/", 404)


def test_a_name_is_found_with_a_letter_too_few_and_a_club_and_a_number() -> None:
    event = two_rounds()
    rename(event, 4, "Jürgen Strauß", club="De Vier Azen")
    for query in ("strauss", "STRAUS", "straß", "vier azen", "4", "jurgn"):
        assert numbers(piece(f"find/?q={query}")) == [4], query
    assert numbers(cast.client().get(f"{BASE}find/?q=strauss").content.decode()) == [4]
    assert "Nobody here is called “Zzyzx”." in words_in(piece("find/?q=Zzyzx"))
    assert "Niemand" in words_in(piece("find/?q=Zzyzx", language="nl"))
    assert words_in(piece("find/?q=")) == ""


@pytest.mark.parametrize(
    "junk", ["%00", "zq" * 2500, "<script>alert(1)</script>", "%F0%9F%82%A1", "' OR 1=1", "\N{ZERO WIDTH SPACE}"]
)
def test_junk_finds_nobody_and_is_shown_as_text(junk: str) -> None:
    cast.playing(players=8)
    page = piece(f"find/?q={junk}")
    assert numbers(page) == [] and "<script>alert" not in page and len(page) < 2000


def test_a_search_shows_twenty_rows_at_most_and_remembers_a_bounded_number_of_answers() -> None:
    cast.playing(players=48)
    page = piece("find/?q=e")
    assert len(numbers(page)) == MAX_FOUND and "Type more of the name." in page
    index = RowIndex({1: "row"}, ["an claes"])
    for at in range(3 * MAX_QUERIES):
        index.search(f"claes {at}")
    assert len(index._answers) <= MAX_QUERIES
    assert index.search("claes") == [1]


def test_initials_are_searched_as_they_are_shown_and_a_removed_name_is_not_found() -> None:
    event = cast.playing(4)
    rename(event, 2, "Marie Antoinette", initials_only=True)
    Player.objects.filter(entries__event=event, entries__number=3).update(name="")
    removed = cast.entry(event, 3).player.club
    cast.play_round(event)
    assert numbers(piece("find/?q=antoinette")) == []
    assert numbers(piece("find/?q=m a")) != [] and "M. A." in piece("find/?q=2")
    for address in ("find/?q=2", "around/2/", "around/1/", "find/?q=marie", "all/"):
        assert "Antoinette" not in cast.client().get(f"{BASE}{address}").content.decode()
    assert "player 3" in piece(f"find/?q={removed}")


def test_nothing_of_a_hidden_or_frozen_round_is_in_any_part() -> None:
    event = cast.playing(players=8, deals=1, rules="points-only", tie_breaks=[])
    play(event, 1, lambda number: 90 - 10 * number)
    before = {address: shown(address) for address in PARTS}
    cast.next_round(event)
    reveal.freeze_ranking(event, BY, 1)
    play(cast.fresh(event), 2, lambda number: 7000 + number)
    assert {address: shown(address) for address in PARTS} == before and "70" in text_of(ranking(event))
    reveal.freeze_ranking(cast.fresh(event), BY, None)
    for address in PARTS:
        assert "70" in "".join(shown(address)) and shown(address) != before[address], address
    rounds.show_round(cast.round_of(event, 2), BY, False)
    assert {address: shown(address) for address in PARTS} == before


# The addresses that show the ranking or some rows of it.
PARTS = ("", "rows/", "all/", "find/?q=4", "around/4/")


def shown(address: str) -> list[str]:
    """The rows of an address, word for word."""
    page = cast.client().get(f"{BASE}{address}").content.decode()
    return [words_in(row) for row in re.findall(r"<tr (?:class=|id=|data-).*?</tr>", page, re.S)]


def test_the_first_three_stand_on_a_podium_once_the_ranking_is_final() -> None:
    event = two_rounds()
    assert "podium" not in ranking(event)
    events.change_state(cast.fresh(event), BY, Event.State.CLOSED)
    page = ranking(event)
    podium = re.findall(r'<ol class="podium".*?</ol>', page, re.S)[0]
    assert words_in(podium) == words_in(
        " ".join(f"{rank} {row_of(page, n)['name']} {row_of(page, n)['sum']}" for rank, n in ((1, 8), (2, 1), (3, 2)))
    )


def test_a_podium_that_too_many_share_is_none() -> None:
    event = cast.playing(players=8, deals=1, rules="points-only", tie_breaks=[])
    play(event, 1, lambda _number: 10)
    events.change_state(cast.fresh(event), BY, Event.State.CLOSED)
    assert "Final ranking" in text_of(ranking(event)) and "podium" not in ranking(event)


def story(page: str) -> list[str]:
    lines = re.findall(r'<section class="story".*?</section>', page, re.S)
    return [words_in(line) for line in re.findall(r"<li>.*?</li>", lines[0], re.S)] if lines else []


def test_the_hall_tells_of_rare_contracts_the_newest_first_as_they_count() -> None:
    event = cast.playing(8)
    first, second = cast.table(event, 1), cast.table(event, 2)
    cast.write(first, 1)
    assert story(ranking(event)) == [], "a proposal that was accepted is no news"
    cast.write(first, 2, cast.result("S13", (1,), 13, jury="allowed"))
    cast.write(second, 1, cast.result("GM", (2,), {"2": 3}))
    told = story(ranking(event))
    assert told[0].startswith("Table 2: ") and told[0].endswith(" lost")
    assert told[1].startswith("Table 1: ") and told[1].endswith(" made")
    assert cast.entry(event, 1).player.name not in " ".join(told)
    assert story(cast.client().get(f"{BASE}rows/").content.decode()) == told
    rulings.rule(cast.table(event, 1), BY, 2, "annulled", "Marked cards.")
    assert story(ranking(event)) == told[:1]
    rounds.show_round(cast.round_of(event), BY, False)
    assert story(ranking(event)) == []
    rounds.show_round(cast.round_of(event), BY, True)
    assert story(ranking(event))


def test_nothing_is_told_of_the_hall_behind_a_freeze_or_after_the_end() -> None:
    event = cast.playing(4)
    cast.write(cast.table(event), 1, cast.result("GM", (2,), {"2": 0}))
    assert story(ranking(event))
    rounds.close_round(cast.round_of(event), BY, reason="Late.")
    reveal.freeze_ranking(cast.fresh(event), BY, 1)
    assert story(ranking(event)) == []
