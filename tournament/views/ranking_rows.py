"""The rows of the public ranking as markup.

Not a template: a thousand rows took it 50 ms, each time a deal is written and in every language, and take 8 ms here.
The table around them is `public/ranking_table.html`, the look `.ranking` in app.css.
"""

from collections.abc import Iterable, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.reading.ranked import RankingRow

NOT_PLAYED = "–"
ROW = (
    '<tr id="n{number}"><td class="rank">{rank}{shared}</td>'
    '<th class="name" scope="row"><a id="p{number}" href="{cards}{number}/">{name}</a>'
    '<small class="club">{club}</small><small class="rounds">{summary}</small>{tie}</th>'
    '{rounds}<td class="sum">{sum}</td></tr>\n'
)


def rows_html(rows: Iterable[RankingRow], rounds: Iterable[int], cards: str, *, adjusted: bool) -> SafeString:
    """The rows; `rounds` are the numbers of the rounds in them, `cards` is the address under which the players' cards
    are, `adjusted` makes the jury's column.
    """
    shared = f'<abbr class="shared" title="{escape(_("shared"))}">=</abbr>'
    heads = [escape(head) for head in _heads(rounds)]
    return mark_safe("".join(_row(row, heads, cards, shared, adjusted=adjusted) for row in rows))  # noqa: S308 - escaped


def _heads(rounds: Iterable[int]) -> list[str]:
    """The heads of the columns: of each round, and of the jury."""
    return [*(pgettext("column of a round", "R%(round)s") % {"round": number} for number in rounds), _("Jury")]


def _row(row: RankingRow, heads: Sequence[str], cards: str, shared: str, *, adjusted: bool) -> str:
    rounds = [points or NOT_PLAYED for points in row.rounds]
    told = [*rounds, row.adjustments] if row.adjustments else rounds
    columns = [*rounds, row.adjustments] if adjusted else rounds
    return ROW.format(
        number=row.number,
        rank=row.rank,
        shared=shared if row.shared else "",
        cards=cards,
        name=escape(row.name),
        club=escape(row.club),
        # On a phone the rounds stand in one line below the name.
        summary=" · ".join(f"{head}\N{NO-BREAK SPACE}{points}" for head, points in zip(heads, told, strict=False)),
        tie=f'<small class="tie">{escape(row.tie)}</small>' if row.tie else "",
        rounds=_cells(columns),
        sum=row.sum,
    )


def _cells(texts: Sequence[str]) -> str:
    return "".join(f'<td class="round">{text}</td>' for text in texts)
