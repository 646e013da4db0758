"""The open data of organisations and of their seasons, as records."""

from fractions import Fraction
from typing import Any

from tournament import links
from tournament.models import Organisation, Series
from tournament.progress.evenings_on import evening_plan
from tournament.reading.outside.answers import (
    OpenNight,
    OpenOrganisation,
    OpenOrganisationDetails,
    OpenOrganisations,
    OpenPerson,
    OpenSeason,
    OpenSeries,
    OpenStanding,
)
from tournament.reading.outside.events import part_of
from tournament.reading.register.shown_names import shown_name
from tournament.reading.season.seasons import SeasonState, SeasonView, season_view
from tournament.season.counting import SeasonStanding
from tournament.season.evenings import round_score


def open_organisations(part: int) -> OpenOrganisations:
    """A part of the organisations. Raises LookupError."""
    rows = list(Organisation.objects.select_related("parent").order_by("name", "pk"))
    of_part, which = part_of(rows, part)
    return OpenOrganisations(organisations=[OpenOrganisation(**_summary(club)) for club in of_part], **which)


def open_organisation(club: Organisation) -> OpenOrganisationDetails:
    """An organisation with its series and what is below it."""
    return OpenOrganisationDetails(
        **_summary(club),
        series=[_series(row) for row in club.series.select_related("organisation").order_by("number")],
        below=list(club.parts.order_by("name").values_list("slug", flat=True)),
    )


def open_season(read: SeasonState, part: int = 1) -> OpenSeason:
    """A part of a season's ranking, with its evenings. Raises LookupError."""
    view = season_view(read)
    standings, which = part_of(view.season.standings, part)
    return OpenSeason(
        **_frame(view),
        **which,
        name=view.series.name,
        running=view.running,
        scored_by=view.season.options.score,
        nights=_nights(view),
        standings=[_standing(view, standing) for standing in standings],
    )


def open_person(read: SeasonState, number: int) -> OpenPerson:
    """Somebody in a season, by their number. Raises LookupError if they are not in it."""
    view = season_view(read)
    standing = view.standing(number)
    if standing is None:
        raise LookupError("nobody of this number is in the season")
    return OpenPerson(**_frame(view, f"{number}/"), nights=_nights(view), season_place=_standing(view, standing))


def _summary(club: Organisation) -> dict[str, Any]:
    return {
        "seal": f"{club.revision}-{club.seal[:16]}",
        "names_until": None,
        "page": links.absolute(club.get_absolute_url()),
        "slug": club.slug,
        "kind": str(club.kind),
        "name": club.name,
        "town": club.place,
        "parent": club.parent.slug if club.parent else None,
    }


def _series(series: Series) -> OpenSeries:
    return OpenSeries(
        slug=series.slug,
        name=series.name,
        weekday=series.weekday,
        starts_at=f"{series.starts_at:%H:%M}",
        zone=evening_plan(series).zone,
        town=series.place,
        begins_on=series.begins_on,
        ends_on=series.ends_on,
    )


def _frame(view: SeasonView, rest: str = "") -> dict[str, Any]:
    series = view.series
    about = {"organisation": series.organisation.slug, "slug": series.slug}
    return {
        "seal": view.seal[:16],
        "names_until": None,
        "page": links.absolute(series.get_absolute_url() + rest),
        **about,
    }


def _nights(view: SeasonView) -> list[OpenNight]:
    return [
        OpenNight(
            number=night.number,
            planned=night.planned,
            plays_on=night.plays_on,
            event=night.slug or None,
            final=night.final,
            weight=night.weight,
            attended=night.players,
        )
        for night in view.nights
    ]


def _standing(view: SeasonView, standing: SeasonStanding) -> OpenStanding:
    return OpenStanding(
        rank=standing.rank,
        shared=standing.shared,
        person=standing.person,
        name=shown_name(view.persons[standing.person]),
        score=_rounded(standing.score),
        presences=standing.presences,
        deals=standing.deals,
        worths=[_rounded(slot.worth) for slot in standing.slots],
    )


def _rounded(figure: Fraction | None) -> float | None:
    return None if figure is None else float(round_score(figure))
