"""URLs of the pages of an organisation's stewards, and of the administrator's."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.urls.club_season import SEASON
from tournament.views.club import (
    installation,
    linking,
    logo,
    member_list,
    members,
    own_links,
    plan,
    series,
    stewards,
    stickers,
    tonight,
)

app_name = "club"

MEMBERS = [
    path("", members.members, name="members"),
    path("add/", members.add, name="add-member"),
    path("own_links/", own_links.own_links, name="own-links"),
    path("own_links/slips.pdf", own_links.slips, name="own-link-slips"),
    path("list/", member_list.choose, name="member-list"),
    path("list/enter/", member_list.enter, name="enter-members"),
    path("list/empty.<slug:form>", member_list.empty_list, name="empty-member-list"),
    path("forget/", members.forget_overdue, name="forget-overdue"),
    path("<int:number>/", members.member, name="member"),
    path("<int:number>/link/", members.renew, name="renew-member-link"),
    path("<int:number>/code.svg", members.code, name="member-code"),
    path("<int:number>/kept.json", members.kept, name="member-data"),
    path("<int:number>/forget/", members.forget, name="forget-member"),
]

STEWARDS = [
    path("", stewards.stewards, name="stewards"),
    path("<int:user>/", stewards.steward, name="steward"),
    path("<int:user>/invitation.svg", stewards.invitation_code, name="invitation-code"),
    path("<int:user>/<slug:role>/remove/", stewards.remove, name="remove-steward"),
]

LINKS = [
    path("", linking.events, name="links"),
    path("<slug:event>/", linking.link, name="link-event"),
    path("<slug:event>/<int:number>/undo/", linking.unlink, name="unlink"),
]

STICKERS = [
    path("", stickers.stickers, name="stickers"),
    path("stickers.pdf", stickers.sheet, name="sticker-sheet"),
    path("<int:number>/renew/", stickers.renew, name="renew-sticker"),
]

TONIGHT = [
    path("", tonight.tonight, name="tonight"),
    path("<slug:series>/<str:day>/", tonight.evening, name="evening"),
    path("<slug:series>/<str:day>/here/", tonight.receive, name="receive"),
    path("<slug:series>/<str:day>/guest/", tonight.guest, name="guest"),
    path("<slug:series>/<str:day>/draw/", tonight.draw, name="draw"),
    path("<slug:series>/<str:day>/end/", tonight.end, name="end"),
    path("<slug:series>/<str:day>/move/", tonight.move, name="move-evening"),
    path("<slug:series>/<str:day>/cancel/", tonight.cancel, name="cancel-evening"),
]

SERIES = [
    path("", series.all_series, name="all-series"),
    path("new_series/", series.make, name="make-series"),
    path("<slug:series>/", series.one_series, name="series"),
    path("<slug:series>/change/", series.change, name="change-series"),
    path("<slug:series>/skip/", series.skip, name="skip-dates"),
]

ORGANISATION: list[URLPattern | URLResolver] = [
    path("", tonight.tonight, name="home"),
    path("tonight/", include(TONIGHT)),
    path("series/", include(SERIES)),
    path("members/", include(MEMBERS)),
    path("stewards/", include(STEWARDS)),
    path("links/", include(LINKS)),
    path("season/", include(SEASON)),
    path("plan/", plan.plan, name="plan"),
    path("restored/", plan.restored, name="restored"),
    path("logo/", logo.choose, name="logo"),
    path("logo/remove/", logo.remove, name="remove-logo"),
    path("stickers/", include(STICKERS)),
]

urlpatterns = [path("<slug:slug>/", include(ORGANISATION))]

# The administrator's, below an address of their own.
INSTALLATION = [
    path("", installation.organisations, name="organisations"),
    path("user_rights/", installation.accounts, name="accounts"),
    path("user_rights/<int:user>/", installation.account, name="account"),
    path("<slug:slug>/", installation.organisation, name="organisation"),
    path("<slug:slug>/<int:user>/invitation.svg", installation.invitation_code, name="invitation-code"),
]
