"""URLs of what a club's members open without an account: the door of an evening, and their own page."""

from django.urls import path

from tournament.views.member import door, own

app_name = "members"
urlpatterns = [
    path("o/<slug:slug>/door/", door.ask, name="door-code"),
    path("o/<slug:slug>/door/<str:token>/", door.door, name="door"),
    path("o/<slug:slug>/door/<str:token>/code.svg", door.code, name="door-picture"),
    path("o/<slug:slug>/door/<str:token>/screen/", door.screen, name="door-screen"),
    path("o/<slug:slug>/door/<str:token>/<int:number>/<str:undo>/", door.came, name="came"),
    path("m/<str:token>/", own.page, name="own"),
    path("m/<str:token>/here/", own.here, name="here"),
    path("m/<str:token>/reply/", own.answer, name="reply"),
    path("m/<str:token>/shown/", own.shown, name="shown"),
    path("m/<str:token>/kept.json", own.kept, name="kept"),
]
