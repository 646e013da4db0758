"""URLs of a season for the stewards of its organisation."""

from django.urls import path

from tournament.views.club import season

SEASON = [
    path("", season.season, name="season"),
    path("rules/", season.rules, name="season-rules"),
    path("season.pdf", season.printed, name="season-pdf"),
    path("season.xlsx", season.workbook, name="season-workbook"),
    path("totals/", season.totals, name="season-totals"),
    path("totals/evening/", season.evening, name="season-evening"),
    path("totals/<slug:day>/withdraw/", season.withdraw, name="withdraw-totals"),
]
