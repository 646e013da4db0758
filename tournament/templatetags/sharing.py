"""What a public page says of itself where its link is shared."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Event, Organisation
from tournament.ranking.standings import RankingPlace
from tournament.reading.outside.cards import place_in_words, title_of, when_and_where
from tournament.reading.ranking.cards import Card
from tournament.reading.season.seasons import SeasonView
from tournament.wording import language

register = template.Library()
TAGS = "outside/tags.html"


@register.inclusion_tag(TAGS)
def share_event(event: Event, card: Card | str = "", place: RankingPlace | str = "") -> dict[str, Any]:
    """Of an event; on a player's page, of their card and place."""
    address, version = event.get_absolute_url(), f"?v={event.seal[:8]}"
    hosted = getattr(event, "hosted", None)
    tags = {"manifest": reverse("event-manifest", args=[event.slug]), "organisation": hosted and hosted.organisation}
    if not isinstance(card, Card):
        picture = reverse("event-card", args=[language(), event.slug]) + version
        return _tags(title_of(event), when_and_where(event), address, picture) | tags
    number = card.entry.number
    picture = reverse("player-card", args=[language(), event.slug, number]) + version
    about = place_in_words(place if isinstance(place, RankingPlace) else None)
    path = reverse("player", args=[event.slug, number])
    return _tags(f"{card.name} · {title_of(event)}", about, path, picture) | tags


@register.inclusion_tag(TAGS)
def share_season(view: SeasonView) -> dict[str, Any]:
    """Of a season."""
    series = view.series
    where = [series.organisation.slug, series.slug]
    picture = f"{reverse('season-card', args=[language(), *where])}?v={view.seal[:8]}"
    about = " · ".join(filter(None, [_("Season"), series.organisation.name, series.place or series.organisation.place]))
    return _tags(series.name, about, series.get_absolute_url(), picture) | {
        "manifest": reverse("season-manifest", args=where),
        "organisation": series.organisation,
    }


@register.inclusion_tag(TAGS)
def share_club(organisation: Organisation) -> dict[str, Any]:
    """Of an organisation."""
    tags = {"manifest": reverse("club-manifest", args=[organisation.slug]), "organisation": organisation}
    return _tags(organisation.name, organisation.place, organisation.get_absolute_url()) | tags


@register.inclusion_tag(TAGS)
def share_site() -> dict[str, Any]:
    """Of the site."""
    return _tags("Troel", _("Troel, tournament software for colour whist"), "/") | {"manifest": reverse("manifest")}


def _tags(title: str, about: str, path: str, picture: str = "") -> dict[str, Any]:
    picture = links.absolute(picture) if picture else ""
    return {"title": title, "about": about, "address": links.absolute(path), "picture": picture}
