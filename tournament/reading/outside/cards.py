"""What stands where a link is shared: in the picture, and in a title and a line beside it."""

from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Entry, Event
from tournament.ranking import live
from tournament.ranking.standings import RankingPlace
from tournament.reading.ranking.finality import Finality, public_finality, ranking_title
from tournament.reading.ranking.ranking_rows import ranking_rows
from tournament.reading.season.lists import lists
from tournament.reading.season.seasons import SeasonState, season_view
from tournament.reading.table.sheets import public_name
from tournament.wording import plain

# So many rows a picture has.
MAX_ROWS = 3


class ShareCard(NamedTuple):
    """What stands on a picture: small above the title, the title, small below it, a line at the foot.

    Between them rows of rank, name and figure; or one large figure with words beside it.
    """

    above: str
    title: str
    below: str
    foot: str
    podium: tuple[tuple[str, str, str], ...] = ()
    figure: str = ""
    beside: str = ""


def event_card(event: Event) -> ShareCard:
    """The picture of an event: its first places as the public sees them."""
    ranking = live.ranking(event, public=True)
    rows = ranking_rows(ranking.places[:MAX_ROWS] if ranking.begun else ())
    hosted = getattr(event, "hosted", None)
    podium = tuple((row.rank_text, row.name, row.sum) for row in rows)
    above = hosted.organisation.name if hosted else ""
    return ShareCard(above, title_of(event), when_and_where(event), _foot(event), podium)


def player_card(event: Event, entry: Entry) -> ShareCard:
    """The picture of a player: their place and points."""
    ranking = live.ranking(event, public=True)
    place = ranking.place(entry.number) if ranking.begun else None
    card = ShareCard(title_of(event), public_name(entry), entry.player.club, _foot(event))
    if place is None:
        return card
    count = {"count": len(ranking.places), "points": plain(place.standing.row.points)}
    beside = _("of %(count)s · %(points)s points") % count
    return card._replace(figure=str(place.standing.rank), beside=beside)


def season_card(read: SeasonState) -> ShareCard:
    """The picture of a season: its first places."""
    view = season_view(read)
    series = view.series
    rows = [row for row in lists(view)[0].listed if row.rank != "–"][:MAX_ROWS]
    foot = _("Season, provisional") if view.running else _("Season")
    podium = tuple((row.rank, row.name, row.figure) for row in rows)
    return ShareCard(series.organisation.name, series.name, series.place or series.organisation.place, foot, podium)


def title_of(event: Event) -> str:
    """The name of an event; an invented one says so."""
    return f"DEMO · {event.name}" if event.demo else event.name


def when_and_where(event: Event) -> str:
    """The place and the day of an event, as far as they are known."""
    day = date_format(event.starts_on, "j F Y") if event.starts_on else ""
    return " · ".join(filter(None, [event.place, day]))


def place_in_words(place: RankingPlace | None) -> str:
    """A place with its points; "" for whoever has none."""
    if place is None:
        return ""
    facts = {"rank": place.standing.rank, "points": plain(place.standing.row.points)}
    return _("Place %(rank)s · %(points)s points") % facts


def _foot(event: Event) -> str:
    title = ranking_title(event)
    return " · ".join([title, _("provisional")]) if public_finality(event) == Finality.PROVISIONAL else title
