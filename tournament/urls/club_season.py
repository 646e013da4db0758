"""URLs of the seasons of an organisation, for its stewards."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.views.club import season

OF_SERIES = [
    path("", season.season, name="season"),
    path("rules/", season.rules, name="season-rules"),
    path("season.<str:kind>/make/", season.make, name="make-season-file"),
    path("files/<str:id>/", season.progress, name="season-job"),
    path("files/<str:id>/file/", season.file, name="season-file"),
    path("totals/", season.totals, name="season-totals"),
    path("totals/evening/", season.evening, name="season-evening"),
    path("totals/<slug:day>/withdraw/", season.withdraw, name="withdraw-totals"),
]

SEASON: list[URLPattern | URLResolver] = [
    path("", season.seasons, name="seasons"),
    path("<slug:series>/", include(OF_SERIES)),
]
