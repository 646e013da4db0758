"""URLs of the first page, signing in and one-time links."""

from django.urls import path

from tournament.views.entrance import entrance, guides, remembered_devices

urlpatterns = [
    path("", entrance.home, name="home"),
    path("find/", entrance.find, name="find"),
    path("style/", entrance.style, name="style"),
    path("privacy/", entrance.privacy, name="privacy"),
    path("guide/<slug:who>/", guides.guide, name="guide"),
    path("sign-in/", entrance.sign_in, name="sign-in"),
    path("sign-out/", entrance.sign_out, name="sign-out"),
    path("password/", entrance.password, name="password"),
    path("devices/", remembered_devices.devices, name="devices"),
    path("devices/revoke/", remembered_devices.revoke, name="revoke-device"),
    path("first-organiser/<str:token>/", entrance.first_organiser, name="first-organiser"),
    path("first-organiser/<str:token>/restore/", entrance.restore, name="restore-backup"),
    path("reached/", entrance.reached, name="reached"),
    path("invitation/<str:token>/", entrance.invitation, name="invitation"),
    path("language/<str:code>/", entrance.language, name="language"),
]
