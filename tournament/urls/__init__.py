"""All URLs of the site: one file per audience."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.urls import captain, entrance, players, public, staff

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(public)),
    path("", include(entrance)),
    path("", include(players, namespace="players")),
    path("t/", include(captain, namespace="captain")),
    path("staff/", include(staff, namespace="staff")),
]

handler400 = "tournament.views.failures.bad_request"
handler403 = "tournament.views.failures.forbidden"
handler404 = "tournament.views.failures.not_found"
handler500 = "tournament.views.failures.broken"
