"""URLs of the public pages."""

from django.urls import path

from tournament.views import apply, hall, public, public_bidding, public_draws, public_room, public_seal

urlpatterns = [
    path("e/<slug:slug>/", public.ranking, name="ranking"),
    path("e/<slug:slug>/rows/", public.rows, name="ranking-rows"),
    path("e/<slug:slug>/player/<int:number>/", public.player, name="player"),
    path("e/<slug:slug>/register/", apply.form, name="register"),
    path("e/<slug:slug>/seating/", public.seating, name="seating"),
    path("e/<slug:slug>/seating/<int:number>/", public.seating, name="seating-round"),
    path("e/<slug:slug>/seating/<int:number>/names/", public.seating, {"kind": "names"}, name="seating-names"),
    path("e/<slug:slug>/finale/", public.finale_page, name="finale"),
    path("e/<slug:slug>/clubs/", public.clubs, name="clubs"),
    path("e/<slug:slug>/said/", public.said, name="said"),
    path("e/<slug:slug>/hall/", hall.screen, name="hall"),
    path("e/<slug:slug>/hall/code.svg", hall.code, name="hall-code"),
    path("e/<slug:slug>/room/", public_room.room, name="room-map"),
    path("e/<slug:slug>/draws/", public_draws.draws, name="draws"),
    path("e/<slug:slug>/draws/<int:number>.json", public_draws.file, name="draw-file"),
    path("e/<slug:slug>/seal/", public_seal.check, name="seal"),
    path("e/<slug:slug>/rules/", public.rules, name="rules"),
    path("e/<slug:slug>/bidding/", public_bidding.bidding, name="bidding"),
    path("e/<slug:slug>/bidding/sw.js", public_bidding.worker, name="bidding-worker"),
    path("e/<slug:slug>/logo.png", public.logo, name="event-logo"),
    path("e/<slug:slug>/rules.json", public.rules_table, name="rules-table"),
]
