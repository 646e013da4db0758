"""A season in words: names, figures, how it is counted, and what somebody needs to pass the next."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.reading.register.shown_names import distinct_names
from tournament.reading.season.seasons import SeasonView
from tournament.season.ahead import Ahead, Unknown
from tournament.season.counting import Fate, SeasonStanding
from tournament.season.evenings import round_score
from tournament.season.options import Period, SeasonOptions
from tournament.season.readings import our_readings

SCORE_NAMES = {
    "points": gettext_lazy("Points"),
    "mean": gettext_lazy("Average per deal"),
    "places": gettext_lazy("Place points"),
    "table": gettext_lazy("Points for places"),
}
FATE_NAMES = {
    Fate.COUNTS: gettext_lazy("counts"),
    Fate.WORSE: gettext_lazy("falls out: better evenings count"),
    Fate.ABSENT: gettext_lazy("not there"),
    Fate.JOKER: gettext_lazy("as a joker: does not count"),
    Fate.NO_DEALS: gettext_lazy("no deal played"),
    Fate.OUTSIDE: gettext_lazy("after the last period"),
}
TIE_NAMES = {
    "wins": gettext_lazy("most evenings won"),
    "best_evening": gettext_lazy("best evening"),
    "presences": gettext_lazy("most presences"),
    "average": gettext_lazy("best average per deal"),
}
UNKNOWN_SENTENCES = {
    Unknown.FIRST: gettext_lazy("Nobody is ahead."),
    Unknown.OVER: gettext_lazy("The season has no further evening."),
    Unknown.ABSENCES: gettext_lazy(
        "What the next evening must give cannot be said exactly: it also changes what evenings missed are worth."
    ),
    Unknown.FULL: gettext_lazy(
        "What the next evening must give cannot be said exactly: which evening it pushes out depends on its result."
    ),
}


def amount(figure: Fraction | int | None, digits: int | None = None) -> str:
    """An exact number for people, halves away from zero; "" for None. `digits`: those of its column (`digits_of`)."""
    if figure is None:
        return ""
    decimals = digits_of([figure]) if digits is None else digits
    return number_format(round_score(Fraction(figure)), decimals).replace("-", "−")


def digits_of(amounts: Iterable[Fraction | int | None]) -> int:
    """How many decimals the figures of one column have, so that they stand in line: two if any is not whole."""
    return 2 if any(figure is not None and Fraction(figure).denominator > 1 for figure in amounts) else 0


def day_month(day: date) -> str:
    """A date without its year, such as "26 november"."""
    return date_format(day, "j F")


def sentences(options: SeasonOptions, moved: Mapping[date, date]) -> Iterator[str]:
    """How a season is counted, sentence by sentence; an evening that was `moved` is named by the date it is held on."""
    yield _score_rule(options)
    if options.best:
        yield ngettext(
            "Everybody’s best evening counts.", "Everybody’s best %(best)s evenings count.", options.best
        ) % {"best": options.best}
    for number, period in enumerate(options.periods, 1):
        yield _period(number, period)
    if options.periods:
        yield _("Evenings after the last period do not count.")
    for day, weight in sorted(options.weights.items()):
        yield _("The evening of %(day)s counts %(weight)s times.") % {
            "day": day_month(moved.get(day, day)),
            "weight": weight,
        }
    yield from _special_rules(options)
    if options.ties:
        ties = ", ".join(str(TIE_NAMES[tie]) for tie in options.ties)
        yield _("What breaks a tie, in this order: %(ties)s.") % {"ties": ties}
    yield _("Figures are rounded to two decimals only to be shown; the exact ones decide.")
    for reading in our_readings(options):
        yield _("Our reading: %(reading)s") % {"reading": reading}


def _special_rules(options: SeasonOptions) -> Iterator[str]:
    if options.absence == "average":
        yield _("An evening missed gives the average of one’s own evenings.")
    elif options.absence == "fixed":
        yield _("An evening missed gives %(points)s points.") % {"points": amount(options.absence_points)}
    if options.jokers == "out":
        yield _("An evening as a joker is a presence, and gives no points.")
    if options.least:
        yield _("A rank takes at least %(least)s presences.") % {"least": options.least}
    if options.meal:
        yield _("The meal takes %(meal)s presences.") % {"meal": options.meal}


def _score_rule(options: SeasonOptions) -> str:
    if options.score == "mean":
        return _("What counts is the average per deal: the points of all deals that count, divided by their number.")
    if options.score == "places":
        return _("Each evening gives its first 1000 points, its last 0, and equal steps between; ties share.")
    if options.score == "table":
        points = ", ".join(map(str, options.table))
        return _("Each evening gives points for the places: %(points)s; ties share.") % {"points": points}
    return _("The points of the evenings are added up.")


def _period(number: int, period: Period) -> str:
    name = period.name or _("Period %(number)s") % {"number": number}
    long = (
        _("until %(day)s") % {"day": day_month(period.ends_on)}
        if period.ends_on
        else ngettext("one evening", "%(count)s evenings", period.evenings) % {"count": period.evenings}
    )
    best = _("the best %(best)s count") % {"best": period.best} if period.best else _("all count")
    return f"{name}: {long}, {best}."


def ahead_sentences(view: SeasonView, standing: SeasonStanding) -> list[str]:
    """What somebody needs at the next evening to pass whoever is before them, as far as it can be said exactly."""
    ahead = view.ahead(standing)
    said = []
    if ahead.unknown == Unknown.UNRANKED:
        return [_missing(standing)]
    if ahead.passes and ahead.gap is not None:
        gap = {"gap": amount(ahead.gap), "names": names_of(view, ahead.passes)}
        said.append(
            _("%(gap)s behind %(names)s.") % gap if ahead.gap else _("Only a tie-break behind %(names)s.") % gap
        )
    return [*said, str(UNKNOWN_SENTENCES[ahead.unknown]) if ahead.unknown else _needs(view, ahead)]


def names_of(view: SeasonView, numbers: Iterable[int]) -> str:
    """The shown names of some people."""
    names = distinct_names(view.persons)
    return ", ".join(names[number] for number in numbers)


def _missing(standing: SeasonStanding) -> str:
    if not standing.missing_presences:
        return _("No evening counts yet.")
    return ngettext(
        "One more presence is needed for a rank.",
        "%(count)s more presences are needed for a rank.",
        standing.missing_presences,
    ) % {"count": standing.missing_presences}


def _needs(view: SeasonView, ahead: Ahead) -> str:
    """The sentence on the next evening. It supposes that the other's score stays as it is, and says so."""
    if not ahead.reachable:
        return _("No place at the next evening gives enough to pass: it takes more than one.")
    facts = {
        "day": day_month(view.moved.get(view.next_date, view.next_date)) if view.next_date else "",
        "points": amount(ahead.more_than),
        "deals": ahead.deals,
        "place": ahead.least_place,
    }
    if ahead.deals is not None:
        needs = _("More than %(points)s points in the %(deals)s deals of %(day)s would pass.")
    elif ahead.least_place is not None:
        needs = _("Place %(place)s or better on %(day)s, unshared, would pass.")
    else:
        needs = _("More than %(points)s on %(day)s would pass.")
    parts = [needs % facts]
    if ahead.replaces is not None:
        replaced = day_month(view.nights[ahead.replaces - 1].plays_on)
        parts.append(_("It would push out the evening of %(day)s.") % {"day": replaced})
    parts.append(_("This supposes that the other stays as they are."))
    return " ".join(parts)
