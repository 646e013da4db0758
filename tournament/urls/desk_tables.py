"""URLs of the tables of a round, for the desk: …/rounds/2/tables/…"""

from django.urls import URLPattern, URLResolver, include, path

from tournament.views.desk import confirmed, deal, ended, pictures, rows, signatures, table, tables
from tournament.views.jury import calls
from tournament.views.organiser.rounds import swapped_seats, timer

DEAL: list[URLPattern | URLResolver] = [
    path("", deal.deal, name="deal"),
    path("correct/", deal.correct, name="correct-deal"),
    path("undo/", deal.undo, name="undo-deal"),
    path("pass/", deal.all_pass, name="pass-deal"),
    path("pass/undo/", deal.undo_pass, name="undo-pass"),
    path("misdeal/", deal.misdeal, name="misdeal"),
    path("misdeal/undo/", deal.undo_misdeal, name="undo-misdeal"),
]

TABLE: list[URLPattern | URLResolver] = [
    path("", table.table, name="table"),
    path("type/", table.type_deal, name="type-deal"),
    path("rows/", rows.rows, name="type-rows"),
    path("picture/", pictures.keep, name="keep-picture"),
    path("picture/<slug:digest>.jpg", pictures.picture, name="sheet-picture"),
    path("verify/", rows.verify, name="verify-table"),
    path("captain/", table.captain, name="choose-captain"),
    path("substitute/", table.substitute, name="substitute"),
    path("fill-in/<int:position>/", table.fill_in, name="fill-in"),
    path("link/", confirmed.renew_link, name="renew-link"),
    path("link.svg", tables.table_code, name="table-code"),
    path("close/", confirmed.close, name="close-table"),
    path("close/paper/", signatures.paper, name="close-on-paper"),
    path("close/unsigned/", signatures.unsigned, name="close-unsigned"),
    path("dispute/<int:number>/", signatures.resolve, name="resolve-dispute"),
    path("call/", calls.call_for, name="call-jury"),
    path("empty/", confirmed.empty, name="empty-table"),
    path("swap/", swapped_seats.swap, name="swap-seats"),
    path("end/", ended.end, name="end-table"),
    path("play-on/", ended.play_on, name="play-on"),
    path("time/", timer.extra, name="extra-time"),
    path("reopen/", confirmed.reopen, name="reopen-table"),
    path("deals/<int:deal>/", include(DEAL)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", tables.tables, name="tables"),
    path("links/", tables.table_links, name="table-links"),
    path("<int:table>/", include(TABLE)),
]
