"""The files from which somebody else can count a season again: `docs/season.md` says what is in them."""

import json
from collections.abc import Iterator

from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.memory import one_moment
from tournament.models import Event, Series
from tournament.reading.season.seasons import read_state, season_data, season_view


def season_files(series: Series) -> Iterator[tuple[str, str]]:
    """The files of a series, each with its name: the register, the exports of its evenings, and its season."""
    with one_moment():
        organisation = series.organisation
        yield "register.log", "".join(line + "\n" for line in logbook_file.lines(organisation))
        evenings = Event.objects.filter(evening__series=series, evening__cancelled=False)
        for event in evenings.order_by("evening__date"):
            yield f"{event.slug}.json", exporting.text(event)
        season = season_data(season_view(read_state(series.pk)))
        yield "season.json", json.dumps(season, indent=1, ensure_ascii=False) + "\n"
