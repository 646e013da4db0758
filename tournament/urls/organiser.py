"""URLs of the staff's pages. A slug has no underscore, so `new_event` can never hide an event."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.urls import desk_tables, organiser_format, organiser_rules
from tournament.views.desk import scans, tables
from tournament.views.jury import appeals, calls, decisions, dossier, ruling, superseded_rulings, table_answers
from tournament.views.organiser.event import (
    backups,
    bin,
    deadline,
    event,
    home,
    logbook,
    members,
    notices,
    pictures,
    prizes,
    ranking,
    reveal,
    succession,
)
from tournament.views.organiser.people import (
    admission,
    arrivals,
    attendance,
    clubs,
    fees,
    names,
    no_shows,
    people_list,
    personal_links,
    players,
)
from tournament.views.organiser.rounds import by_hand, draws, papers, reseating, room, rounds, timer

app_name = "staff"

PLAYERS = [
    path("", players.players, name="players"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("names/", names.remove, name="remove-names"),
    path("add/", players.add, name="add-player"),
    path("registration/", admission.registration, name="registration"),
    path("registration/settings/", admission.settings, name="admission"),
    path("registration/code.svg", admission.code, name="registration-code"),
    path("fees/", fees.fees, name="fees"),
    path("fees/count/", fees.count, name="count-cash"),
    path("<int:number>/fee/", fees.fee, name="fee"),
    path("<int:number>/move_up/", admission.move_up, name="move-up"),
    path("list/players.xlsx", succession.invited, name="invited-list"),
    path("list/", people_list.choose, name="people-list"),
    path("list/enter/", people_list.enter, name="enter-people"),
    path("list/empty.<slug:form>", people_list.empty_list, name="empty-list"),
    path("<int:number>/", players.player, name="player"),
    path("<int:number>/link/", personal_links.renew, name="renew-personal-link"),
    path("<int:number>/link.svg", personal_links.code, name="personal-code"),
    path("<int:number>/kept.json", names.file, name="player-data"),
    path("<int:number>/name/", names.remove, name="remove-name"),
    path("<int:number>/delete/", players.delete, name="delete-player"),
    path("<int:number>/withdraw/", attendance.leave, name="withdraw"),
    path("<int:number>/readmit/", attendance.come_back, name="readmit"),
    path("<int:number>/decisions/", dossier.page, name="dossier"),
    path("<int:number>/prizes/", prizes.lists, name="prize-lists"),
    path("<int:number>/exclude/", attendance.send_away, name="exclude"),
]

ROUNDS: list[URLPattern | URLResolver] = [
    path("", rounds.rounds, name="rounds"),
    path("seat/", draws.seat, name="seat-round"),
    path("seat/joker/", draws.add_joker, name="add-joker"),
    path("reseat/", reseating.reseat, name="reseat"),
    path("room/", room.room, name="room"),
    path("promise/", draws.promise, name="promise-draw"),
    path("draws/<int:number>.json", draws.whole_draw, name="whole-draw"),
    path("sheet/", tables.find_sheet, name="find-sheet"),
    path("scans/", scans.choose, name="read-sheets"),
    path("scans/<slug:id>/", scans.batch_page, name="scans"),
    path("scans/<slug:id>/<int:page>/", scans.look, name="scanned-sheet"),
    path("scans/<slug:id>/<int:page>.jpg", scans.picture, name="scan-picture"),
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
    path("<int:round>/clock/", deadline.clock, name="deadline"),
    path("<int:round>/timer/", timer.timer, name="timer"),
    path("<int:round>/tables/", include(desk_tables)),
]

DECISIONS = [
    path("", decisions.decisions, name="decisions"),
    path("calls/", calls.queue, name="calls"),
    path("calls/plays/", calls.plays, name="juror-plays"),
    path("calls/<int:number>/take/", calls.take, name="take-call"),
    path("calls/<int:number>/hand_on/", calls.hand_on, name="hand-on-call"),
    path("calls/<int:number>/settle/", calls.settle, name="settle-call"),
    path("calls/<int:number>/answer/", calls.answer, name="answer-call"),
    path("new/", decisions.choose, name="new-decision"),
    path("penalty/<str:kind>/", decisions.penalty, name="penalty"),
    path("said/", table_answers.page, name="table-answers"),
    path("endings/", superseded_rulings.page, name="superseded-rulings"),
    path("ruling/", ruling.find_deal, name="find-deal"),
    path("ruling/<int:round>/<int:table>/", calls.table, name="table-rulings"),
    path("ruling/<int:round>/<int:table>/<int:deal>/", ruling.rulings, name="rulings"),
    path("ruling/<int:round>/<int:table>/<int:deal>/<str:kind>/", ruling.ruling, name="ruling"),
    path("<int:number>/", decisions.decision, name="decision"),
    path("<int:number>/cancel/", decisions.cancel, name="cancel-decision"),
    path("<int:number>/appeal/", appeals.record, name="record-appeal"),
    path("<int:number>/appeal/<int:entry>/", appeals.settle, name="settle-appeal"),
]

MEMBERS = [
    path("", members.members, name="members"),
    path("<int:user>/", members.member, name="member"),
    path("<int:user>/invitation.svg", members.invitation_code, name="invitation-code"),
    path("<int:user>/<slug:role>/revoke/", members.revoke, name="revoke-role"),
]

PAPERS = [
    path("", papers.papers, name="papers"),
    path("<slug:key>/make/", papers.ask, name="make-paper"),
    path("made/<slug:id>/", papers.progress, name="job"),
    path("made/<slug:id>/file/", papers.file, name="job-file"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("", event.overview, name="event"),
    path("plan/", event.plan, name="plan"),
    path("rules/", include(organiser_rules)),
    path("format/", include(organiser_format)),
    path("state/<slug:state>/", event.state, name="state"),
    path("rehearsal/bring_back/", event.bring_back, name="bring-back"),
    path("next/", succession.make, name="next-event"),
    path("bin/", bin.move, name="bin-event"),
    path("bin/restore/", bin.restore, name="restore-event"),
    path("players/", include(PLAYERS)),
    path("attendance/", attendance.attendance, name="attendance"),
    path("attendance/<int:number>/", attendance.mark, name="mark-present"),
    path("attendance/arrive/", arrivals.arrive, name="arrive"),
    path("attendance/everybody/", no_shows.everybody, name="check-in-everybody"),
    path("attendance/close/", no_shows.close, name="close-desk"),
    path("attendance/reopen/", no_shows.reopen, name="reopen-desk"),
    path("rounds/", include(ROUNDS)),
    path("ranking/", ranking.ranking, name="ranking"),
    path("finale/", reveal.page, name="reveal"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/change/", prizes.change, name="change-prizes"),
    path("ranking/final/", deadline.final, name="declaration"),
    path("ranking/final/take_back/", deadline.take_back, name="withdraw-declaration"),
    path("notices/", notices.page, name="notices"),
    path("notices/<int:number>/take_back/", notices.take_back, name="take-back-notice"),
    path("papers/", include(PAPERS)),
    path("logo/", pictures.choose, {"kind": "logo"}, name="logo"),
    path("logo/remove/", pictures.remove, {"kind": "logo"}, name="remove-logo"),
    path("sponsors/", pictures.choose, {"kind": "sponsors"}, name="sponsors"),
    path("sponsors/remove/", pictures.remove, {"kind": "sponsors"}, name="remove-sponsors"),
    path("decisions/", include(DECISIONS)),
    path("members/", include(MEMBERS)),
    path("logbook/", logbook.logbook, name="logbook"),
    path("logbook/restored/", logbook.restored, name="record-restored"),
    path("logbook/event.json", logbook.event_file, name="event-file"),
    path("logbook/logbook.jsonl", logbook.logbook_lines, name="logbook-file"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("new_event/", home.make, name="make-event"),
    path("backup_folder/", backups.backups, name="backups"),
    path("backup_folder/now/", backups.start, name="start-backup"),
    path("own_rules/", include(organiser_rules.OWN)),
    path("<slug:slug>/", include(EVENT)),
]
