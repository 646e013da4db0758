"""URLs of the staff's pages. A slug has no underscore, so `new_event` and `own_rules` can never hide an event."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.urls import staff_format, staff_rules, staff_tables
from tournament.views import desk, jury, ruling
from tournament.views.organiser import (
    attendance,
    bin,
    by_hand,
    clubs,
    draws,
    event,
    home,
    logbook,
    logo,
    members,
    no_shows,
    papers,
    people_list,
    personal,
    players,
    ranking,
    reseat,
    room,
    rounds,
)

app_name = "staff"

PLAYERS = [
    path("", players.players, name="players"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("add/", players.add, name="add-player"),
    path("list/", people_list.choose, name="people-list"),
    path("list/enter/", people_list.enter, name="enter-people"),
    path("list/empty.<slug:form>", people_list.empty_list, name="empty-list"),
    path("<int:number>/", players.player, name="player"),
    path("<int:number>/link/", personal.renew, name="renew-personal-link"),
    path("<int:number>/link.svg", personal.code, name="personal-code"),
    path("<int:number>/delete/", players.delete, name="delete-player"),
    path("<int:number>/withdraw/", attendance.leave, name="withdraw"),
    path("<int:number>/readmit/", attendance.come_back, name="readmit"),
    path("<int:number>/exclude/", attendance.send_away, name="exclude"),
]

ROUNDS: list[URLPattern | URLResolver] = [
    path("", rounds.rounds, name="rounds"),
    path("seat/", draws.seat, name="seat-round"),
    path("seat/joker/", draws.add_joker, name="add-joker"),
    path("reseat/", reseat.reseat, name="reseat"),
    path("room/", room.room, name="room"),
    path("promise/", draws.promise, name="promise-draw"),
    path("draws/<int:number>.json", draws.whole_draw, name="whole-draw"),
    path("sheet/", desk.find_sheet, name="find-sheet"),
    path("<int:round>/", rounds.round_page, name="round"),
    path("<int:round>/publish/", rounds.publish, name="publish-round"),
    path("<int:round>/withdraw/", by_hand.withdraw, name="withdraw-publication"),
    path("<int:round>/exchange/", by_hand.exchange, name="exchange-places"),
    path("<int:round>/publish-all/", rounds.publish_all, name="publish-rounds"),
    path("<int:round>/reject/", rounds.reject, name="reject-draw"),
    path("<int:round>/show/", rounds.show, name="show-round"),
    path("<int:round>/hide/", rounds.hide, name="hide-round"),
    path("<int:round>/close/", rounds.close, name="close-round"),
    path("<int:round>/reopen/", rounds.reopen, name="reopen-round"),
    path("<int:round>/tables/", include(staff_tables)),
]

DECISIONS = [
    path("", jury.decisions, name="decisions"),
    path("new/", jury.choose, name="new-decision"),
    path("penalty/<str:kind>/", jury.penalty, name="penalty"),
    path("ruling/", ruling.find_deal, name="find-deal"),
    path("ruling/<int:round>/<int:table>/<int:deal>/", ruling.rulings, name="rulings"),
    path("ruling/<int:round>/<int:table>/<int:deal>/<str:kind>/", ruling.ruling, name="ruling"),
    path("<int:number>/", jury.decision, name="decision"),
    path("<int:number>/cancel/", jury.cancel, name="cancel-decision"),
]

MEMBERS = [
    path("", members.members, name="members"),
    path("<int:user>/", members.member, name="member"),
    path("<int:user>/invitation.svg", members.invitation_code, name="invitation-code"),
    path("<int:user>/<slug:role>/revoke/", members.revoke, name="revoke-role"),
]

PAPERS = [
    path("", papers.papers, name="papers"),
    path("<slug:key>/make/", papers.ask, name="ask-paper"),
    path("made/<slug:id>/", papers.errand, name="errand"),
    path("made/<slug:id>/file/", papers.made, name="made-file"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("", event.overview, name="event"),
    path("plan/", event.plan, name="plan"),
    path("rules/", include(staff_rules)),
    path("format/", include(staff_format)),
    path("state/<slug:state>/", event.state, name="state"),
    path("rehearsal/bring_back/", event.bring_back, name="bring-back"),
    path("bin/", bin.move, name="bin-event"),
    path("bin/restore/", bin.restore, name="restore-event"),
    path("players/", include(PLAYERS)),
    path("attendance/", attendance.attendance, name="attendance"),
    path("attendance/<int:number>/", attendance.mark, name="mark-present"),
    path("attendance/close/", no_shows.close, name="close-desk"),
    path("attendance/reopen/", no_shows.reopen, name="reopen-desk"),
    path("rounds/", include(ROUNDS)),
    path("ranking/", ranking.ranking, name="ranking"),
    path("papers/", include(PAPERS)),
    path("logo/", logo.logo, name="logo"),
    path("logo/remove/", logo.remove, name="remove-logo"),
    path("decisions/", include(DECISIONS)),
    path("members/", include(MEMBERS)),
    path("logbook/", logbook.logbook, name="logbook"),
    path("logbook/event.json", logbook.event_file, name="event-file"),
    path("logbook/logbook.jsonl", logbook.logbook_lines, name="logbook-file"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("new_event/", home.make, name="make-event"),
    path("own_rules/", include(staff_rules.OWN)),
    path("<slug:slug>/", include(EVENT)),
]
