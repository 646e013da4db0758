"""The rows of the public ranking as markup.

Not a template: a thousand rows took it 50 ms, each time a deal is written and in every language, and take 8 ms here.
The table around them is `public/ranking_table.html`, the look `.ranking` in app.css.
"""

from collections.abc import Iterable, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.ranked import RankingRow

ROW = (
    '<tr id="n{number}"><td class="rank">{rank}{shared}</td>'
    '<th class="name" scope="row"><a id="p{number}" href="{cards}{number}/">{name}</a>'
    '<small class="club">{club}</small><small class="rounds">{summary}</small>{tie}</th>'
    '{rounds}<td class="sum">{sum}</td></tr>\n'
)


def rows_html(rows: Iterable[RankingRow], cards: str, *, adjusted: bool) -> SafeString:
    """The rows; `cards` is the address under which the players' cards are, `adjusted` makes the jury's column."""
    shared = f'<abbr class="shared" title="{escape(_("shared"))}">=</abbr>'
    jury = escape(_("Jury"))
    return mark_safe("".join(_row(row, cards, shared, jury, adjusted=adjusted) for row in rows))  # noqa: S308 - escaped


def _row(row: RankingRow, cards: str, shared: str, jury: str, *, adjusted: bool) -> str:
    columns = [*row.rounds, row.adjustments] if adjusted else row.rounds
    return ROW.format(
        number=row.number,
        rank=row.rank,
        shared=shared if row.shared else "",
        cards=cards,
        name=escape(row.name),
        club=escape(row.club),
        # On a phone the rounds stand in one line below the name.
        summary=" · ".join([*row.rounds, f"{jury} {row.adjustments}"] if row.adjustments else row.rounds),
        tie=f'<small class="tie">{escape(row.tie)}</small>' if row.tie else "",
        rounds=_cells(columns),
        sum=row.sum,
    )


def _cells(texts: Sequence[str]) -> str:
    return "".join(f'<td class="round">{text}</td>' for text in texts)
