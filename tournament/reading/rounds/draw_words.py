"""The report on a draw in plain sentences in the visitor's language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournament.models import Draw
from tournament.ranking.format import Format
from tournament.ranking.round_names import round_name
from tournament.reading.rounds.draws import DrawReport

# How the ranking determined the tables, by the kind of the draw.
BY_RANKING: Mapping[str, Any] = {
    Draw.Method.SNAKE: gettext_lazy(
        "Drawn by the ranking: the tables are equally strong, and players who have met before are kept apart as far as"
        " possible."
    ),
    Draw.Method.STRICT: gettext_lazy(
        "Drawn by the ranking alone: four in a row at each table, even if they have met before."
    ),
    Draw.Method.RANKED: gettext_lazy(
        "Drawn by the ranking: neighbours sit together, and players who have met before are kept apart as far as "
        "possible."
    ),
}

# What is counted of a seating and can be wished, in words.
COUNTS: Mapping[str, Any] = {
    "club_meetings": gettext_lazy("Pairs from one club at a table"),
    "family_meetings": gettext_lazy("Pairs from one family at a table"),
    "apart_meetings": gettext_lazy("Pairs at a table who asked not to meet"),
    "without_captain": gettext_lazy("Tables with nobody willing to keep score"),
}
# Of each wish that a draw had: what is said where it is met, and where it is not; "" for nothing.
WISHES: Mapping[str, tuple[Any, Any]] = {
    "families": (
        gettext_lazy("Nobody meets anyone from the same family."),
        ngettext_lazy(
            "%(pairs)s pair from the same family meets.", "%(pairs)s pairs from the same family meet.", "pairs"
        ),
    ),
    "apart": (
        gettext_lazy("Players who asked not to meet do not meet."),
        ngettext_lazy(
            "%(pairs)s pair meets despite asking not to.", "%(pairs)s pairs meet despite asking not to.", "pairs"
        ),
    ),
    "captains": (
        gettext_lazy("Every table has somebody willing to keep score."),
        ngettext_lazy(
            "%(count)s of %(tables)s tables in these rounds has nobody willing to keep score: the player in the last "
            "seat does.",
            "%(count)s of %(tables)s tables in these rounds have nobody willing to keep score: the player in the last "
            "seat does.",
            "count",
        ),
    ),
    "languages": (
        gettext_lazy("Every table has a common language."),
        ngettext_lazy(
            "%(count)s of %(tables)s tables in these rounds shares no language.",
            "%(count)s of %(tables)s tables in these rounds share no language.",
            "count",
        ),
    ),
    "season": (
        gettext_lazy("Nobody meets anyone from an earlier evening of this season."),
        ngettext_lazy(
            "%(pairs)s pair met at an earlier evening of this season; there were as few of these as could be found.",
            "%(pairs)s pairs met at earlier evenings of this season; there were as few of these as could be found.",
            "pairs",
        ),
    ),
    "stays": ("", gettext_lazy("Not everyone sits at the table where they should stay.")),
}


def sentences(report: DrawReport, planned: Format) -> list[str]:
    """Sentences on the quality of the draw, the most important first.

    Rounds are named by `planned`, the format of the event.
    """
    return [
        *_size(report),
        *_meetings(report),
        *_clubs(report),
        *_wishes(report),
        *_seats(report),
        *_uneven(report, planned),
    ]


def _size(report: DrawReport) -> Iterator[str]:
    rounds = len(report.rounds)
    numbers = {"players": report.players, "tables": report.tables, "rounds": rounds}
    yield (
        ngettext(
            "%(players)s players, %(tables)s tables, %(rounds)s round.",
            "%(players)s players, %(tables)s tables, %(rounds)s rounds.",
            rounds,
        )
        % numbers
    )
    if report.draw and report.draw.kind in BY_RANKING:
        yield str(BY_RANKING[report.draw.kind])


def _meetings(report: DrawReport) -> Iterator[str]:
    again = len(report.repeats)
    if not again:
        yield _("No two players meet twice.")
        return
    yield ngettext("%(pairs)s pair meets again.", "%(pairs)s pairs meet again.", again) % {"pairs": again}
    if report.fewest:
        sentence = _(
            "Over all rounds at least %(fewest)s of these cannot be avoided: there are not enough others to meet."
        )
        yield sentence % {"fewest": report.fewest}


def _clubs(report: DrawReport) -> Iterator[str]:
    pairs, club = len(report.clubmates), report.largest
    if not pairs and club:
        yield _("Nobody meets anyone from the same club.")
    if not pairs or not club:
        return
    yield ngettext("%(pairs)s pair from the same club meets.", "%(pairs)s pairs from the same club meet.", pairs) % {
        "pairs": pairs
    }
    if report.club_bound:
        numbers = {"club": club.name, "members": club.members, "tables": club.tables, "fewest": report.club_bound}
        yield (
            ngettext(
                "At least %(fewest)s of these cannot be avoided: %(club)s, for example, has %(members)s players, and "
                "there is only %(tables)s table.",
                "At least %(fewest)s of these cannot be avoided: %(club)s, for example, has %(members)s players, and "
                "there are only %(tables)s tables.",
                club.tables,
            )
            % numbers
        )


def _wishes(report: DrawReport) -> Iterator[str]:
    """Whether the wishes that this draw had are met."""
    for name, count in report.unmet.items():
        met, unmet = WISHES[name]
        numbers = {"count": count, "pairs": count, "tables": report.drawn_tables}
        yield from filter(None, [str(unmet % numbers if count else met)])


def _seats(report: DrawReport) -> Iterator[str]:
    """How evenly seats and tables are shared out; nothing for the first round alone."""
    if report.rounds == (1,):
        return
    if report.writers_last and report.imbalance <= 1:
        yield _(
            "Everyone has each seat except the last equally often, give or take one; the last seat is for the captain."
        )
    elif report.writers_last:
        sentence = _(
            "Somebody has one seat %(more)s times more often than another; the last seat, for the captain, is not "
            "counted."
        )
        yield sentence % {"more": report.imbalance}
    elif report.imbalance <= 1:
        yield _("Everyone has each seat equally often, give or take one.")
    else:
        yield _("Somebody has one seat %(more)s times more often than another.") % {"more": report.imbalance}
    if not report.returns:
        yield _("Nobody returns to a table.")
    elif report.tables > 1:
        sentence = ngettext(
            "Somebody returns to a table %(times)s time.",
            "Somebody returns to a table %(times)s times.",
            report.returns,
        )
        yield sentence % {"times": report.returns}


def _uneven(report: DrawReport, planned: Format) -> Iterator[str]:
    """Tables of five, players who sit out, jokers."""
    if report.fives:
        sentence = ngettext(
            "In each round there is %(tables)s table of five, where the dealer sits out.",
            "In each round there are %(tables)s tables of five, where the dealer sits out.",
            report.fives,
        )
        yield sentence % {"tables": report.fives}
    if report.fives and report.deals_at_five > report.deals:
        numbers = {"deals": report.deals, "at_five": report.deals_at_five}
        yield _("So that nobody plays fewer deals: %(at_five)s at a table of five, %(deals)s at the others.") % numbers
    for round, people in report.resting.items():
        sentence = ngettext("%(round)s: %(people)s sits out.", "%(round)s: %(people)s sit out.", len(people))
        yield sentence % {"round": round_name(planned, round), "people": _people(report, people)}
    if report.jokers:
        yield _("Jokers who play: %(people)s.") % {"people": _people(report, report.jokers)}
    if report.spare:
        yield _("Jokers who are not needed: %(people)s.") % {"people": _people(report, report.spare)}


def _people(report: DrawReport, numbers: tuple[int, ...]) -> str:
    return ", ".join(report.named(numbers))
