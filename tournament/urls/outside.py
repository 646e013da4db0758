"""URLs for other sites and programs: open data, calendars, news, pictures, what is embedded, and how to share."""

from django.urls import include, path, register_converter

from tournament.views.outside import api, feeds, pictures, share
from tournament.views.outside.cookieless import LanguageConverter

register_converter(LanguageConverter, "language")

API = [
    path("openapi.json", api.openapi, name="openapi"),
    path("events/", api.events, name="events"),
    path("events/<slug:slug>/", api.event, {"kind": "event"}, name="event"),
    path("events/<slug:slug>/ranking/", api.ranking, name="ranking"),
    path("events/<slug:slug>/rounds/<int:number>/", api.seating, name="seating"),
    path("events/<slug:slug>/players/<int:number>/", api.player, name="player"),
    path("events/<slug:slug>/clubs/", api.event, {"kind": "clubs"}, name="clubs"),
    path("events/<slug:slug>/rules/", api.event, {"kind": "rules"}, name="rules"),
    path("organisations/", api.organisations, name="organisations"),
    path("organisations/<slug:slug>/", api.organisation, name="organisation"),
    path("organisations/<slug:organisation>/seasons/<slug:slug>/", api.season, name="season"),
    path("organisations/<slug:organisation>/seasons/<slug:slug>/<int:number>/", api.person, name="person"),
]

urlpatterns = [
    path("api/1/", include((API, "api"))),
    path("embed/<language:language>/e/<slug:slug>/", share.embed_event, name="embed"),
    path("embed/<language:language>/o/<slug:organisation>/<slug:slug>/", share.embed_season, name="embed-season"),
    path("feeds/<language:language>/results.atom", feeds.results, name="results"),
    path("feeds/<language:language>/o/<slug:slug>/results.atom", feeds.results, name="club-results"),
    path("feeds/<language:language>/o/<slug:slug>/calendar.ics", feeds.calendar, name="calendar"),
    path("cards/<language:language>/e/<slug:slug>.png", pictures.event, name="event-card"),
    path("cards/<language:language>/e/<slug:slug>/<int:number>.png", pictures.player, name="player-card"),
    path("cards/<language:language>/o/<slug:organisation>/<slug:slug>.png", pictures.season, name="season-card"),
    path("manifest.webmanifest", pictures.manifest, name="manifest"),
    path("e/<slug:slug>/manifest.webmanifest", pictures.manifest, name="event-manifest"),
    path("o/<slug:club>/manifest.webmanifest", pictures.manifest, name="club-manifest"),
    path("o/<slug:organisation>/<slug:slug>/manifest.webmanifest", pictures.manifest, name="season-manifest"),
    path("e/<slug:slug>/share/", share.share_event, name="share-event"),
    path("o/<slug:slug>/share/", share.share_organisation, name="share-organisation"),
    path("o/<slug:organisation>/<slug:slug>/share/", share.share_season, name="share-season"),
    path("m/<str:token>/<language:language>.ics", feeds.own_calendar, name="own-calendar"),
]
