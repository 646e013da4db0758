"""URLs of the public pages."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from tournament.reading.parts import WHOLE
from tournament.views.captain import practice
from tournament.views.hall import screen
from tournament.views.player import self_registration
from tournament.views.public import (
    bidding,
    draws,
    event,
    organisation,
    player,
    ranking,
    room,
    seal,
    season,
    seating,
    statistics,
)


def in_parts(route: str, view: Callable[..., HttpResponseBase], name: str, **rest: object) -> list[URLPattern]:
    """A list at an address, its further parts, and the whole of it, as `parts.part_address` has them."""
    return [
        path(route, view, rest, name=name),
        path(f"{route}part/<int:part>/", view, rest, name=f"{name}-part"),
        path(f"{route}all/", view, {**rest, "part": WHOLE}, name=f"{name}-whole"),
    ]


urlpatterns = [
    path("practice/", practice.practice, name="practice"),
    path("practice/<slug:rules>/", practice.practice, name="practice-by"),
    path("o/<slug:slug>/", organisation.organisation, name="organisation"),
    path("o/<slug:slug>/colour.css", organisation.colour, name="club-colour"),
    path("o/<slug:slug>/logo.png", organisation.logo, name="club-logo"),
    path("e/<slug:slug>/", ranking.ranking, name="ranking"),
    path("e/<slug:slug>/rows/", ranking.rows, name="ranking-rows"),
    path("e/<slug:slug>/all/", ranking.ranking, {"part": WHOLE}, name="ranking-whole"),
    path("e/<slug:slug>/all/rows/", ranking.rows, {"part": WHOLE}, name="ranking-whole-rows"),
    path("e/<slug:slug>/part/<int:part>/", ranking.one_part, name="ranking-part"),
    path("e/<slug:slug>/part/<int:part>/rows/", ranking.rows, name="ranking-part-rows"),
    path("e/<slug:slug>/find/", ranking.find, name="ranking-find"),
    path("e/<slug:slug>/around/<int:number>/", ranking.around, name="ranking-around"),
    path("e/<slug:slug>/text/", ranking.ranking_text, name="ranking-text"),
    path("e/<slug:slug>/player/<int:number>/", player.player, name="player"),
    path("e/<slug:slug>/statistics/", statistics.statistics_page, name="statistics"),
    path("e/<slug:slug>/register/", self_registration.form, name="register"),
    path("e/<slug:slug>/seating/", seating.seating, name="seating"),
    path("e/<slug:slug>/seating/<int:number>/find/", seating.find, name="seating-find"),
    *in_parts("e/<slug:slug>/seating/<int:number>/", seating.seating, "seating-round"),
    *in_parts("e/<slug:slug>/seating/<int:number>/names/", seating.seating, "seating-names", kind="names"),
    path("e/<slug:slug>/finale/", event.finale_page, name="reveal"),
    path("e/<slug:slug>/clubs/", event.clubs, name="clubs"),
    path("e/<slug:slug>/said/", event.place_news, name="place-news"),
    path("e/<slug:slug>/hall/", screen.screen, name="hall"),
    path("e/<slug:slug>/hall/code.svg", screen.code, name="hall-code"),
    path("e/<slug:slug>/room/", room.room, name="room-map"),
    path("e/<slug:slug>/draws/", draws.draws, name="draws"),
    path("e/<slug:slug>/draws/<int:number>.json", draws.file, name="draw-file"),
    path("e/<slug:slug>/seal/", seal.check, name="seal"),
    path("e/<slug:slug>/rules/", event.rules, name="rules"),
    path("e/<slug:slug>/bidding/", bidding.bidding, name="bidding"),
    path("e/<slug:slug>/bidding/sw.js", bidding.worker, name="bidding-worker"),
    path("e/<slug:slug>/logo.png", event.logo, name="event-logo"),
    path("e/<slug:slug>/rules.json", event.rules_table, name="rules-table"),
    path("o/<slug:organisation>/<slug:slug>/", season.season, name="season"),
    path("o/<slug:organisation>/<slug:slug>/evenings/", season.season, {"part": "evenings"}, name="season-evenings"),
    path("o/<slug:organisation>/<slug:slug>/presences/", season.season, {"part": "presences"}, name="season-presences"),
    path("o/<slug:organisation>/<slug:slug>/season.json", season.file, name="season-file"),
    path("o/<slug:organisation>/<slug:slug>/<int:number>/", season.person, name="season-person"),
]
