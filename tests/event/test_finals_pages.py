"""A final as it is read: the ranking in its parts, a card that adds up, paper and workbook."""

import re
from pathlib import Path

import pytest

from tests.support.events import cast, finals
from tests.support.events.finals import BY, make_cut, planned, play_final, play_round, stages
from tests.support.events.long_day import long_day
from tests.support.files.paper import printed
from tests.support.files.workbooks_out import columns, exported
from tests.support.pages.reading import ranking, read, row_of, text_of
from tournament.acts.event import format as acts
from tournament.acts.rounds import rounds
from tournament.acts.table.tables import substitute
from tournament.models import Entry, Event
from tournament.ranking import live

pytestmark = pytest.mark.django_db
TENS = {number: 10 * number for number in range(1, 9)}


def heads(page: str) -> list[str]:
    return [text.strip() for text in re.findall(r"<h2[^>]*>(.*?)</h2>", page)]


def order(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="n(\d+)"', page)]


def card(event: Event, number: int) -> str:
    return read(f"{event.get_absolute_url()}player/{number}/")


def test_the_ranking_says_how_many_will_go_on_and_then_who() -> None:
    event = planned(stages())
    play_round(event, TENS)
    page = text_of(ranking(event))
    assert page.index("The best 4 play the final.") < page.index("5 ") and heads(ranking(event)) == []
    make_cut(event)
    page = ranking(event)
    assert "These 4 players are in the final." in text_of(page)
    assert page.index('id="n5"') < page.index('class="cut"') < page.index('id="n4"')


def test_who_came_in_for_another_is_marked() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    acts.replace_finalist(event, BY, 2, 8, 4)
    page = ranking(event)
    assert 'class="cut"' not in page
    marked = [n for n in range(1, 9) if "plays the final" in re.findall(rf'<tr id="n{n}">(.*?)</tr>', page, re.S)[0]]
    assert marked == [4, 5, 6, 7]


def test_finalists_have_a_table_of_their_own() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    play_final(event, [[8, 7, 6, 5]], {5: 40, 8: -1})
    page = ranking(event)
    assert heads(page) == ["Final of 4", "Not in the final"]
    assert order(page) == [5, 8, 7, 6, 4, 3, 2, 1]
    assert "Name R1 Before F1 ↑ Points" in text_of(page) and "Name R1 ↑ Points" in text_of(page)
    assert (row_of(page, 5)["rounds"], row_of(page, 5)["sum"]) == ("(R1 50) · Before 50 · F1 40", "90")
    assert (row_of(page, 4)["rank"], row_of(page, 4)["rounds"]) == ("5", "R1 40")


def test_a_final_from_zero_shows_what_it_gave_alone() -> None:
    event = finals.finished("zero")
    page = ranking(event)
    assert "Name R1 F1 Bonus Jury ↑ Points" in text_of(page) and "Name R1 Bonus ↑ Points" in text_of(page)
    last = live.ranking(event, public=True).places[0].entry.number
    assert (row_of(page, last)["round"], row_of(page, last)["sum"]) == ("7 +90 ", "97")


@pytest.mark.parametrize("points", ["carried", "zero"])
def test_every_card_adds_up_to_what_the_ranking_says(points: str) -> None:
    event = finals.finished(points)
    page = ranking(event)
    for number in range(1, 9):
        shown = cast.client().get(f"{event.get_absolute_url()}player/{number}/").content.decode()
        total = re.findall(r"<dt>Points</dt>\s*<dd>(.*?)</dd>", shown)
        assert total == [row_of(page, number)["sum"]]
        section = shown[shown.index('id="sum"') :].partition("</section>")[0]
        *parts, together = re.findall(r"<td[^>]*>(.*?)</td>", section, re.S)
        values = [int(re.sub(r"<[^>]+>", "", part).strip().replace("−", "-") or 0) for part in parts]
        assert sum(values) == int(together.replace("−", "-"))
        assert "8 players ranked" in text_of(shown)


def test_a_card_tells_the_place_at_the_table_and_what_it_gave() -> None:
    event = finals.finished("zero")
    places = live.ranking(event, public=True).places
    best, second = places[0].entry.number, places[1].entry.number
    assert "Final, table 1 +7 Bonus: place 1 of 4 +90" in card(event, best)
    assert "Bonus: place 2 of 4, shared +45" in card(event, second)
    assert "The final starts from zero 0 Final +7 Bonus for the place at the table +90" in card(event, best)
    assert "This round no longer counts: the final started from zero." in card(event, best)
    told = "Only the points of the deals decide the place at a table, not those of the jury."
    assert card(event, best).count(told) == 1
    Entry.objects.filter(event=event, number=best).update(role=Entry.PlayerRole.JOKER)
    Event.objects.filter(pk=event.pk).update(revision=event.revision + 50, seal="f" * 64)
    assert "Bonus: place 1 of 4 · not ranked, so no bonus" in card(event, best)


@pytest.mark.long
def test_a_card_of_a_substitute_tells_his_part_and_one_of_the_final_that_does_not_count(tmp_path: Path) -> None:
    event = planned(stages(bonus=[90, 60, 30, 0]), deals=2)
    for table in event.rounds.get().tables.all():
        for deal in (1, 2):
            finals.give(cast.table(event, table.number), TENS, deal)
    rounds.close_round(cast.round_of(event), BY)
    make_cut(event)
    four = live.ranking(cast.fresh(event), public=True).contest.cuts[0].finalists
    left = next(number for number in range(1, 9) if number not in four)
    rounds.publish_round(cast.given_round(event, [list(four)]), BY)
    finals.give(cast.table(event, 1, 2), {four[0]: 9})
    substitute(cast.table(event, 1, 2), BY, 1, left, 2)
    finals.give(cast.table(event, 1, 2), {}, 2)
    assert "place 1 of 4 · 1 of 2 deals +45" in card(event, four[0])
    replaced = cast.entry(event, four[0]).player.name
    assert f"(previously: {replaced})" in printed(event, "player", tmp_path, "--player", str(four[0])).text
    assert "This round does not count: the player is not in the final." in card(event, left)


def test_a_plain_event_shows_nothing_of_all_this() -> None:
    event = cast.played(4)
    assert "add up" not in card(event, 1) and "Bonus" not in card(event, 1) and "decide the place" not in card(event, 1)
    assert "Bonus" not in text_of(ranking(event)) and 'class="cut"' not in ranking(event)


def test_the_staff_sees_every_component() -> None:
    event = finals.finished()
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/ranking/"))
    assert "Before R1 F1 Bonus Jury Points" in page
    plain = cast.playing(4, "plain")
    page = cast.shown(cast.client(cast.organiser(plain)).get(f"/staff/{plain.slug}/ranking/"))
    assert "Bonus" not in page and "Before" not in page


@pytest.mark.long
def test_paper_prints_the_final_before_the_others(tmp_path: Path) -> None:
    event = finals.finished()
    paper = printed(event, "ranking", tmp_path, "--language", "en")
    assert paper.text.index("Final of 4") < paper.text.index("Not in the final")
    names = [place.entry.name for place in live.ranking(event, public=True).places]
    at = [paper.text.index(name) for name in names]
    assert at == sorted(at)
    after = printed(event, "ranking", tmp_path, "--language", "en", "--round", "1")
    assert "These 4 players are in the final." in after.text and "Final of 4" not in after.text
    own = printed(event, "player", tmp_path, "--language", "en", "--player", str(names and 1))
    assert "How the points add up" in own.text


@pytest.mark.long
def test_the_workbook_adds_up(tmp_path: Path) -> None:
    event = long_day()
    told = columns(exported(event, tmp_path).worksheets[0])
    assert told["Plays in"][:9] == ["Final of 4"] * 4 + ["Final of 8"] * 4 + [None]
    counting = {"Final of 4": ["Final of 4"], "Final of 8": ["Final of 8"], None: ["Round 1", "Round 2"]}
    for at, points in enumerate(told["Points"]):
        rounds_of = counting[told["Plays in"][at]]  # type: ignore[index]
        parts = [told[name][at] for name in ("Before", *rounds_of, "Bonus", "Jury")]
        assert points == sum(part or 0 for part in parts)  # type: ignore[misc]
    # A finalist keeps the rounds that led there.
    assert all(told["Round 1"][at] is not None or told["Round 2"][at] is not None for at in range(8))
    assert all(told["Final of 8"][at] is not None for at in range(8))


def test_a_final_is_not_drawn_or_published_over_a_hidden_round_without_a_warning() -> None:
    event = planned(stages())
    play_round(event, {number: 10 * number for number in range(1, 9)})
    staff = cast.client(cast.organiser(event))
    make_cut(event)
    seat = f"/staff/{event.slug}/rounds/seat/"
    warning, shows = "Round 1 is hidden from the public, but this seating reveals who went through.", "rounds/1/show/"
    assert warning not in cast.shown(staff.get(seat))
    rounds.show_round(cast.round_of(event), BY, False)
    page = staff.get(seat)
    assert warning in cast.shown(page) and shows in page.content.decode()
    with cast.nothing_written():
        assert staff.post(seat, {"round": "2", "rounds": "1"}).status_code == 409
    cast.next_round(event, publish=False)
    for rest in ("", "publish/", "publish-all/"):
        page = staff.get(f"/staff/{event.slug}/rounds/2/{rest}")
        assert warning in cast.shown(page) and shows in page.content.decode(), rest
    rounds.show_round(cast.round_of(event), BY, True)
    assert warning not in cast.shown(staff.get(f"/staff/{event.slug}/rounds/2/"))
