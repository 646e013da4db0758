"""URLs of the first page, signing in and one-time links."""

from django.urls import path

from tournament.views import entrance

urlpatterns = [
    path("", entrance.home, name="home"),
    path("sign-in/", entrance.sign_in, name="sign-in"),
    path("sign-out/", entrance.sign_out, name="sign-out"),
    path("password/", entrance.password, name="password"),
    path("first-organiser/<str:token>/", entrance.first_organiser, name="first-organiser"),
    path("invitation/<str:token>/", entrance.invitation, name="invitation"),
    path("language/<str:code>/", entrance.language, name="language"),
]
