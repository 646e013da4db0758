"""The season of a series on paper: its ranking with both lists, and the presences. Names as people want them shown."""

from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Organisation
from tournament.printing.paper import as_of, print_paper
from tournament.reading.season.lists import lists, presence_rows
from tournament.reading.season.seasons import SeasonView, read_state, season_view
from tournament.reading.season.words import sentences
from tournament.wording import language


@dataclass(frozen=True, slots=True)
class ClubPaper:
    """The frame of a paper of an organisation: what `Paper` is to an event. It shows no seal of an event."""

    event: Organisation
    title: str
    language: str
    about: str
    where: str
    wide: bool = False
    doubt: str = ""
    compared: str = ""
    logo: str = ""
    sponsors: str = ""
    draft: bool = False
    seal: None = None
    check: str = ""
    marks: str = ""

    @property
    def stamp(self) -> str:
        """When it was printed."""
        return as_of()


def season(pk: int) -> bytes:
    """The season of the series with this primary key, in the active language."""
    view = season_view(read_state(pk))
    rules, presences = list(sentences(view.season.options)), presence_rows(view)
    return print_paper(
        "season.html", _frame(view), "ranking.css", lists=lists(view), presences=presences, sentences=rules
    )


def _frame(view: SeasonView) -> ClubPaper:
    about = _("provisional") if view.running else ""
    return ClubPaper(view.series.organisation, view.series.name, language(), about, _days(view.season.dates))


def _days(dates: tuple[date, ...]) -> str:
    """From the first evening to the last."""
    return " – ".join(dict.fromkeys(date_format(day, "DATE_FORMAT") for day in (*dates[:1], *dates[-1:])))
