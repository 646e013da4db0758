"""URLs of the pages of players: their own, behind a personal link, and a table's, behind its link for reading."""

from django.urls import path

from tournament.views import appeals, apply, own, reading_link

app_name = "players"
urlpatterns = [
    path("p/<str:token>/", own.page, name="own"),
    path("p/<str:token>/round/<int:number>/", own.earlier, name="earlier"),
    path("p/<str:token>/round/<int:round>/sign/", own.sign, name="sign"),
    path("p/<str:token>/round/<int:round>/sign/<int:number>/", own.sign, name="sign-deal"),
    path("p/<str:token>/round/<int:round>/dispute/<int:number>/", own.dispute, name="dispute"),
    path("p/<str:token>/kept.json", own.kept_of, name="kept"),
    path("p/<str:token>/decisions/", appeals.own, name="own-decisions"),
    path("p/<str:token>/decisions/<int:number>/appeal/", appeals.appeal_here, name="appeal"),
    path("p/<str:token>/code.svg", apply.code, name="own-code"),
    path("p/<str:token>/withdraw/", apply.withdraw, name="withdraw"),
    path("p/<str:token>/write/", own.write, name="write"),
    path("r/<str:token>/", reading_link.table, name="table"),
    path("r/<str:token>/write/", reading_link.write, name="write-here"),
]
