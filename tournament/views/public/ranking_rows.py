"""The rows of the public ranking as markup.

Not a template: that took 50 ms for a thousand rows, after every deal and in every language; this takes 8 ms. The table
around them is `public/ranking_table.html`, their style `.ranking` in public.css.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.reading.ranking.groups import RankingColumn, RankingGroup
from tournament.reading.ranking.ranking_rows import NOT_PLAYED, RankingRow

ROW = (
    '<tr id="n{number}"><td class="rank">{rank}{shared}</td>'
    '<th class="name" scope="row"><a id="p{number}" href="{cards}{number}/">{name}</a>'
    '<small class="club">{club}</small><small class="rounds">{summary}</small>{tie}{inside}</th>'
    '{rounds}<td class="sum">{sum}</td></tr>\n'
)
LINE = '<tr class="cut"><td colspan="{columns}">{told}</td></tr>\n'


def rows_html(group: RankingGroup, cards: str) -> SafeString:
    """The rows of a group, with a line at its cut; `cards` is the address under which the players' cards are."""
    return mark_safe("".join(_rows(group, cards)))  # noqa: S308 - escaped


def _rows(group: RankingGroup, cards: str) -> Iterator[str]:
    shares, goes_on = escape(_("shared")), escape(_("plays the final"))
    shared = f'<abbr class="tie-mark" title="{shares}">=</abbr>'
    inside = f'<small class="qualification">{goes_on}</small>'
    cut, columns = group.cut, [replace(column, head=escape(column.head)) for column in group.columns]
    for at, (row, figures) in enumerate(group.ranking_rows, 1):
        mark = inside if cut and row.number in cut.inside else ""
        yield _row(row, columns, figures, cards, shared, mark)
        if cut and cut.after == at:
            yield LINE.format(columns=len(group.columns) + 3, told=escape(cut.text))


def _row(
    row: RankingRow, columns: Sequence[RankingColumn], figures: Sequence[str], cards: str, shared: str, inside: str
) -> str:
    texts = [
        (figure or (NOT_PLAYED if column.of_round else "")) for column, figure in zip(columns, figures, strict=True)
    ]
    headed = [
        f"({head})" if column.past else head
        for column, figure in zip(columns, texts, strict=True)
        if figure and (head := f"{column.head}\N{NO-BREAK SPACE}{figure}")
    ]
    return ROW.format(
        number=row.number,
        rank=row.rank,
        shared=shared if row.shared else "",
        cards=cards,
        name=escape(row.name),
        club=escape(row.club),
        # On a phone the figures are in one line below the name.
        summary=" · ".join(headed),
        tie=f'<small class="tie-break">{escape(row.tie)}</small>' if row.tie else "",
        inside=inside,
        rounds="".join(
            f'<td class="round{" is-past" if column.past else ""}">{figure}</td>'
            for column, figure in zip(columns, texts, strict=True)
        ),
        sum=row.sum,
    )
