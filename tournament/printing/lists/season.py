"""The season of a series on paper: its ranking with both lists, and the presences. Names as people want them shown."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.acts.event.pictures import picture_of
from tournament.printing.paper import Paper, print_paper
from tournament.reading.season.lists import lists, presence_rows
from tournament.reading.season.seasons import SeasonView
from tournament.reading.season.words import sentences
from tournament.wording import language


def print_season(view: SeasonView) -> bytes:
    """The season as PDF, in the active language."""
    about, days = _("provisional") if view.running else "", _days(view.season.dates)
    club = view.series.organisation
    frame = Paper(club, view.series.name, language(), about, days, logo=picture_of(club))
    rules, presences = list(sentences(view.season.options, view.moved)), presence_rows(view)
    return print_paper("season.html", frame, "ranking.css", lists=lists(view), presences=presences, sentences=rules)


def _days(dates: tuple[date, ...]) -> str:
    """From the first evening to the last."""
    return " – ".join(dict.fromkeys(date_format(day, "DATE_FORMAT") for day in (*dates[:1], *dates[-1:])))
