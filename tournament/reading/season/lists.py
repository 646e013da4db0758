"""The lists of a season as rows of text, for the page, the paper and the workbook."""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.reading.register.shown_names import distinct_names
from tournament.reading.season.seasons import SeasonView
from tournament.reading.season.words import FATE_NAMES, SCORE_NAMES, amount, digits_of
from tournament.season.counting import Fate, SeasonSlot, SeasonStanding


class SlotText(NamedTuple):
    """An evening in somebody's season: its worth, in brackets if it does not count, "×" if it gave who came nothing."""

    text: str
    counts: bool


class SeasonRow(NamedTuple):
    """A row: the number and name of the person, the rank as text, the figure that decides, a remark in small.

    `exact` is the figure as a number; `slots` has the evenings where they are columns.
    """

    person: int
    rank: str
    name: str
    figure: str
    exact: Fraction | int | None
    remark: str = ""
    slots: tuple[SlotText, ...] = ()


class SeasonList(NamedTuple):
    """One list with its title, and the heading of its figure."""

    title: str
    head: str
    listed: list[SeasonRow]


class NightRow(NamedTuple):
    """An evening on somebody's own page: when, the address of its event, its worth, what became of it."""

    day: date
    slug: str
    figure: str
    fate: str
    counts: bool


def lists(view: SeasonView) -> list[SeasonList]:
    """The ranking, then *most points* and *best average*, without the standing that is the ranking itself."""
    season, score = view.season, view.season.options.score
    by_points, by_average = season.most_points, season.best_average
    points = _rows(view, ((standing, str(rank), standing.points, "") for rank, standing in by_points))
    averages = _rows(view, ((each, str(rank), each.average, _deals(each)) for rank, each in by_average))
    others = {
        "points": SeasonList(_("Most points"), _("Points"), points),
        "mean": SeasonList(_("Best average"), _("Average"), averages),
    }
    own = others.pop(score, SeasonList(str(SCORE_NAMES[score]), _("Points"), []))
    return [own._replace(listed=ranking_rows(view)), *others.values()]


def ranking_rows(view: SeasonView) -> list[SeasonRow]:
    """The rows of the ranking; those without a rank come last."""
    standings = view.season.standings
    return _rows(view, ((each, _rank(each), each.score, _counting(each)) for each in standings))


def evening_rows(view: SeasonView) -> list[SeasonRow]:
    """The same with what each evening was worth."""
    rows = zip(ranking_rows(view), view.season.standings, strict=True)
    digits = digits_of(slot.worth for standing in view.season.standings for slot in standing.slots)
    return [row._replace(slots=tuple(_slot(slot, digits) for slot in standing.slots)) for row, standing in rows]


def presence_rows(view: SeasonView) -> list[SeasonRow]:
    """How often each was there, by name; the remark says what they have or lack of the meal and of a rank."""
    by_name = sorted(
        view.season.standings, key=lambda standing: (view.persons[standing.person].sorting, standing.person)
    )
    return _rows(view, ((standing, "", standing.presences, _lacks(view, standing)) for standing in by_name))


def night_rows(view: SeasonView, standing: SeasonStanding) -> Iterator[NightRow]:
    """The evenings of the season for one person, the last first."""
    digits = digits_of(slot.worth for slot in standing.slots)
    for night, slot in reversed(list(zip(view.nights, standing.slots, strict=True))):
        weight = f" × {slot.weight}" if slot.worth is not None and slot.weight > 1 else ""
        fate = _("absent, and compensated") if slot.counts and not slot.present else str(FATE_NAMES[slot.fate])
        place = _("place %(place)s") % {"place": slot.place} if slot.place else ""
        provisional = "" if night.final else _("provisional")
        remark = " · ".join(filter(None, [fate, place, provisional]))
        yield NightRow(night.plays_on, night.slug, amount(slot.worth, digits) + weight, remark, slot.counts)


def _rows(
    view: SeasonView, placed: Iterable[tuple[SeasonStanding, str, Fraction | int | None, str]]
) -> list[SeasonRow]:
    """Rows from standing, rank, figure and remark."""
    rows, names = list(placed), distinct_names(view.persons)
    digits = digits_of(exact for _standing, _rank, exact, _remark in rows)
    return [
        SeasonRow(each.person, rank, names[each.person], amount(exact, digits), exact, remark)
        for each, rank, exact, remark in rows
    ]


def _rank(standing: SeasonStanding) -> str:
    return "–" if standing.rank is None else f"{standing.rank} =" if standing.shared else str(standing.rank)


def _counting(standing: SeasonStanding) -> str:
    """How many of the evenings that somebody played count; or what they lack of a rank."""
    if missing := standing.missing_presences:
        return ngettext("one presence short", "%(count)s presences short", missing) % {"count": missing}
    facts = {"count": sum(slot.counts and slot.present for slot in standing.slots), "all": standing.presences}
    return ngettext("%(count)s of one evening played", "%(count)s of %(all)s evenings played", facts["all"]) % facts


def _deals(standing: SeasonStanding) -> str:
    return ngettext("%(count)s deal", "%(count)s deals", standing.deals) % {"count": standing.deals}


def _slot(slot: SeasonSlot, digits: int) -> SlotText:
    for_nothing = (slot.present and slot.worth is None) or slot.fate == Fate.JOKER
    worth = amount(slot.worth, digits)
    return SlotText("×" if for_nothing else f"({worth})" if worth and not slot.counts else worth, slot.counts)


def _lacks(view: SeasonView, standing: SeasonStanding) -> str:
    meal, remarks = view.season.options.meal, []
    if meal:
        more = {"count": meal - standing.presences}
        remarks.append(_("meal") if standing.meal else _("%(count)s more for the meal") % more)
    if missing := standing.missing_presences:
        remarks.append(_("%(count)s more for a rank") % {"count": missing})
    return " · ".join(remarks)
