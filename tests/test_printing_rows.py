"""The rows of a ranking on paper: each on one page, in order, in the room that there is, with its heads above it."""

from functools import cache
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.printing import ranked_rows
from tournament.printing.figures import figures
from tournament.printing.letters import Letters
from tournament.printing.ranked_rows import HEAD, LINE, ROW, TITLE, Columns, Part, Row
from tournament.printing.setting import Setting

SHORT = Row("1", "Bea", "Hartenaas", ("12",), "12", first=True)
LONG = Row("2 =", "Jean-Baptiste de la Croix-Rouge", "Koninklijke Kaartersclub De Troefaas", ("−3",), "−3", first=False)
CUT = Row("3", "Cis", "", ("–",), "0", first=False, below="The best 3 play the final.")
COLUMNS = Columns(120, figures([["R1"], ["−3"]], 30))


@cache
def words() -> Letters:
    return ranked_rows.letters_of([Part("Final of 3", ("R1",), (SHORT, LONG, CUT))], "en")


def test_a_row_is_as_high_as_what_stands_in_it() -> None:
    high = [ranked_rows.height(Setting(words(), 0), row, COLUMNS) for row in (SHORT, LONG, CUT)]
    assert high == [ROW, ROW + ranked_rows.ABOUT.line, ROW + LINE]


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.sampled_from((SHORT, LONG, CUT)), min_size=1, max_size=40), min_size=1, max_size=3),
    st.integers(50, 120),
)
def test_no_row_is_lost_and_every_page_has_its_room(given_rows: list[list[Row]], room: int) -> None:
    parts = [Part("Final of 3" if len(given_rows) > 1 else "", ("R1",), tuple(rows)) for rows in given_rows]
    pages = ranked_rows.pages(parts, COLUMNS, words(), room - 10, room)
    kept = [row for page in pages for part in page for row in part.rows]
    assert kept == list(chain.from_iterable(given_rows))
    for number, page in enumerate(pages):
        high, drawn = ranked_rows.drawn(page, COLUMNS, words())
        assert page and high <= room - 10 * (number == 0)
        assert drawn.count(b"TJ") >= len(page) * 4
    assert sum(bool(part.title) for page in pages for part in page) == (len(parts) if len(parts) > 1 else 0)


def test_a_part_that_goes_on_has_its_heads_again_but_not_its_title() -> None:
    pages = ranked_rows.pages([Part("Final of 3", ("R1",), (SHORT,) * 9)], COLUMNS, words(), TITLE + HEAD + 2 * ROW, 40)
    assert [[(part.title, len(part.rows)) for part in page] for page in pages] == [
        [("Final of 3", 2)],
        [("", 5)],
        [("", 2)],
    ]


def test_a_part_without_rows_is_still_named() -> None:
    empty = Part("Not in the final", ("R1",), ())
    (page,) = ranked_rows.pages([empty], COLUMNS, words(), 100, 100)
    assert page == [empty]
