"""URLs of the pages of players: their own, behind a personal link, and a table's, behind its link for reading."""

from django.urls import path

from tournament.views.jury import appeals
from tournament.views.player import page, reading_link, self_registration

app_name = "players"
urlpatterns = [
    path("p/<str:token>/", page.page, name="own"),
    path("p/<str:token>/round/<int:number>/", page.earlier, name="earlier"),
    path("p/<str:token>/round/<int:round>/sign/", page.sign, name="sign"),
    path("p/<str:token>/round/<int:round>/sign/<int:number>/", page.sign, name="sign-deal"),
    path("p/<str:token>/round/<int:round>/dispute/<int:number>/", page.dispute, name="dispute"),
    path("p/<str:token>/kept.json", page.kept_of, name="personal-data"),
    path("p/<str:token>/decisions/", appeals.own, name="own-decisions"),
    path("p/<str:token>/decisions/<int:number>/appeal/", appeals.appeal_here, name="appeal"),
    path("p/<str:token>/code.svg", self_registration.code, name="own-code"),
    path("p/<str:token>/transfer.svg", self_registration.transfer_code, name="transfer-code"),
    path("p/<str:token>/withdraw/", self_registration.withdraw, name="withdraw"),
    path("p/<str:token>/write/", page.write, name="write"),
    path("r/<str:token>/", reading_link.table, name="table"),
    path("r/<str:token>/write/", reading_link.write, name="write-table"),
]
