"""URLs of the tables of a round, for the desk: …/rounds/2/tables/…"""

from django.urls import URLPattern, URLResolver, include, path

from tournament.views import (
    calls,
    desk,
    desk_confirmed,
    desk_deal,
    desk_pictures,
    desk_rows,
    desk_signatures,
    desk_table,
    ended,
    timer,
)
from tournament.views.organiser import swapped

DEAL: list[URLPattern | URLResolver] = [
    path("", desk_deal.deal, name="deal"),
    path("correct/", desk_deal.correct, name="correct-deal"),
    path("undo/", desk_deal.undo, name="undo-deal"),
    path("pass/", desk_deal.all_pass, name="pass-deal"),
    path("pass/undo/", desk_deal.undo_pass, name="undo-pass"),
    path("misdeal/", desk_deal.misdeal, name="misdeal"),
    path("misdeal/undo/", desk_deal.undo_misdeal, name="undo-misdeal"),
]

TABLE: list[URLPattern | URLResolver] = [
    path("", desk_table.table, name="table"),
    path("type/", desk_table.type_deal, name="type-deal"),
    path("rows/", desk_rows.rows, name="type-rows"),
    path("picture/", desk_pictures.keep, name="keep-picture"),
    path("picture/<slug:digest>.jpg", desk_pictures.picture, name="kept-picture"),
    path("verify/", desk_rows.verify, name="verify-table"),
    path("captain/", desk_table.captain, name="choose-captain"),
    path("substitute/", desk_table.substitute, name="substitute"),
    path("fill-in/<int:position>/", desk_table.fill_in, name="fill-in"),
    path("link/", desk_confirmed.renew_link, name="renew-link"),
    path("link.svg", desk.table_code, name="table-code"),
    path("close/", desk_confirmed.close, name="close-table"),
    path("close/paper/", desk_signatures.paper, name="close-on-paper"),
    path("close/unsigned/", desk_signatures.unsigned, name="close-unsigned"),
    path("dispute/<int:number>/", desk_signatures.resolve, name="resolve-dispute"),
    path("call/", calls.call_for, name="call-jury"),
    path("empty/", desk_confirmed.empty, name="empty-table"),
    path("swap/", swapped.swap, name="swap-seats"),
    path("end/", ended.end, name="end-table"),
    path("play-on/", ended.play_on, name="play-on"),
    path("time/", timer.extra, name="extra-time"),
    path("reopen/", desk_confirmed.reopen, name="reopen-table"),
    path("deals/<int:deal>/", include(DEAL)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", desk.tables, name="tables"),
    path("links/", desk.table_links, name="table-links"),
    path("<int:table>/", include(TABLE)),
]
