"""URLs of the pages of an organisation's stewards, and of the administrator's."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.views.club import home, installation, linking, member_list, members, plan, stewards

app_name = "club"

MEMBERS = [
    path("", members.members, name="members"),
    path("add/", members.add, name="add-member"),
    path("list/", member_list.choose, name="member-list"),
    path("list/enter/", member_list.enter, name="enter-members"),
    path("list/empty.<slug:form>", member_list.empty_list, name="empty-member-list"),
    path("forget/", members.forget_overdue, name="forget-overdue"),
    path("<int:number>/", members.member, name="member"),
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

ORGANISATION: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("members/", include(MEMBERS)),
    path("stewards/", include(STEWARDS)),
    path("links/", include(LINKS)),
    path("plan/", plan.plan, name="plan"),
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
