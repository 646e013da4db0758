"""The rows of the public ranking as markup.

Not a template: that took 50 ms for a thousand rows, after every deal and in every language; this takes 8 ms. The table
around them is `public/ranking/table.html`, their style ranking.css.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.reading.ranking.groups import RankingColumn, RankingGroup
from tournament.reading.ranking.movement import RankingStep
from tournament.reading.ranking.ranking_rows import NOT_PLAYED
from tournament.reading.rounds.seating import ListedPlayer
from tournament.wording import plain

ROW = (
    '<tr{row_id}><td class="rank">{rank}{shared}</td><td class="move">{moved}</td>'
    '<th class="name" scope="row"><a{link_id} href="{cards}{number}/">{name}</a>'
    '<span class="about"><small class="club">{club}</small><small class="rounds">{summary}</small>{tie}{inside}</span>'
    '</th>{rounds}<td class="gap">{gap}</td><td class="sum">{sum}</td></tr>\n'
)
PLAYER = (
    '<tr{row_id}><td class="rank">{number}</td><th class="name" scope="row">'
    '<a{link_id} href="{cards}{number}/">{name}</a><span class="about"><small class="club">{club}</small></span></th>'
    "</tr>\n"
)
MOVED = '<span class="{way}"><span class="visually-hidden">{word} </span>{places}</span>'
# The columns that a phone shows, and the rest.
LINE = '<tr class="cut"><td colspan="4">{told}</td><td class="gap" colspan="{more}"></td></tr>\n'
NO_STEP = RankingStep(None, None)


@dataclass(frozen=True, slots=True)
class RowMarkup:
    """What the rows of one page have in common: the address under which the players' cards are, and the
    steps of each.

    Where a row stands in a list besides the ranking's own it is `brief`: without an id, and its rounds under the name.
    """

    cards: str
    by_entry: Mapping[int, RankingStep]
    brief: bool = False

    def group(self, group: RankingGroup) -> SafeString:
        """The rows of a group, with a line at its cut."""
        return mark_safe("".join(self._lines(group)))  # noqa: S308 - escaped

    def rows(self, group: RankingGroup) -> Iterator[tuple[int, str]]:
        """The rows of a group by entry number, without the line."""
        shares, goes_on = escape(_("shared")), escape(_("plays the final"))
        shared = f'<abbr class="tie-mark" title="{shares}">=</abbr>'
        inside = f'<small class="qualification">{goes_on}</small>'
        up, down = escape(_("up")), escape(_("down"))
        columns = [replace(column, head=escape(column.head)) for column in group.columns]
        for row, figures in group.ranking_rows:
            step = self.by_entry.get(row.number, NO_STEP)
            yield (
                row.number,
                ROW.format(
                    **self._ids(row.number),
                    **_figures(columns, figures, brief=self.brief),
                    number=row.number,
                    rank=row.rank,
                    shared=shared if row.shared else "",
                    moved=_moved(step.moved, up, down),
                    name=escape(row.name),
                    club=escape(row.club),
                    tie=f'<small class="tie-break">{escape(row.tie)}</small>' if row.tie else "",
                    inside=inside if group.cut and row.number in group.cut.inside else "",
                    gap="=" if step.gap == 0 else plain(step.gap and -step.gap),
                    sum=row.sum,
                ),
            )

    def entered(self, listed_players: Iterable[ListedPlayer]) -> Iterator[tuple[int, str]]:
        """The rows of those who are entered, by number, while there is no ranking."""
        for player in listed_players:
            name, club = escape(player.name), escape(player.club)
            yield player.number, PLAYER.format(**self._ids(player.number), number=player.number, name=name, club=club)

    def _lines(self, group: RankingGroup) -> Iterator[str]:
        for at, (_number, row) in enumerate(self.rows(group), 1):
            yield row
            if group.cut and group.cut.after == at:
                yield LINE.format(more=len(group.columns) + 1, told=escape(group.cut.text))

    def _ids(self, number: int) -> dict[str, str]:
        if self.brief:
            return {"row_id": f' data-number="{number}"', "link_id": "", "cards": self.cards}
        return {"row_id": f' id="n{number}"', "link_id": f' id="p{number}"', "cards": self.cards}


def _figures(columns: Sequence[RankingColumn], figures: Sequence[str], *, brief: bool) -> dict[str, str]:
    """The figures of a row in columns, and in one line below the name: on a phone, and in a brief row."""
    texts = [
        (figure or (NOT_PLAYED if column.of_round else "")) for column, figure in zip(columns, figures, strict=True)
    ]
    headed = [
        f"({head})" if column.past else head
        for column, figure in zip(columns, texts, strict=True)
        if figure and (head := f"{column.head}\N{NO-BREAK SPACE}{figure}")
    ]
    cells = [
        f'<td class="round{" is-past" if column.past else ""}">{figure}</td>'
        for column, figure in zip(columns, texts, strict=True)
    ]
    return {"summary": " · ".join(headed), "rounds": "" if brief else "".join(cells)}


def _moved(places: int | None, up: str, down: str) -> str:
    if not places:
        return ""
    way, word = ("up", up) if places > 0 else ("down", down)
    return MOVED.format(way=way, word=word, places=abs(places))
