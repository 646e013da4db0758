"""All URLs of the site: one file per audience."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.urls import captain, club, entrance, member, organiser, outside, player, public
from tournament.views.sticker import table

urlpatterns: list[URLPattern | URLResolver] = [
    path("k/<str:code>/", table.table, name="sticker"),
    # Before the series of an organisation, none of which is called "door" or "share".
    path("", include(outside)),
    path("", include(member, namespace="members")),
    path("", include(public)),
    path("", include(entrance)),
    path("", include(player, namespace="players")),
    path("t/", include(captain, namespace="captain")),
    path("staff/organisations/", include((club.INSTALLATION, "installation"))),
    path("staff/o/", include(club, namespace="club")),
    path("staff/", include(organiser, namespace="staff")),
]

handler400 = "tournament.views.shared.failures.bad_request"
handler403 = "tournament.views.shared.failures.forbidden"
handler404 = "tournament.views.shared.failures.not_found"
handler500 = "tournament.views.shared.failures.broken"
