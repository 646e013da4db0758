"""URLs of the captain's pages, behind a table's link."""

from django.urls import path

from tournament.views.captain import announcing, calls, deals, offline, reports, signatures

app_name = "captain"
urlpatterns = [
    path("app", offline.app, name="app-shell"),
    path("sw.js", offline.worker, name="worker"),
    path("<str:token>/app", offline.app, name="app"),
    path("<str:token>/", deals.table, name="table"),
    path("<str:token>/deal/<int:number>/", deals.deal, name="deal"),
    path("<str:token>/deal/<int:number>/correct/", deals.correct, name="correct"),
    path("<str:token>/deal/<int:number>/announce/", announcing.announced, name="announce"),
    path("<str:token>/deal/<int:number>/pass/", reports.all_pass, name="pass"),
    path("<str:token>/deal/<int:number>/misdeal/", reports.misdeal, name="misdeal"),
    path("<str:token>/deal/<int:number>/undo/", reports.undo_deal, name="undo-deal"),
    path("<str:token>/deal/<int:number>/pass/undo/", reports.undo_pass, name="undo-pass"),
    path("<str:token>/deal/<int:number>/misdeal/undo/", reports.undo_misdeal, name="undo-misdeal"),
    path("<str:token>/call/", calls.call, name="call"),
    path("<str:token>/call/<int:number>/withdraw/", calls.withdraw, name="withdraw-call"),
    path("<str:token>/call/<int:number>/answer/", calls.answer, name="answer-call"),
    path("<str:token>/take/", reports.take, name="take"),
    path("<str:token>/undo/", reports.undo, name="undo"),
    path("<str:token>/close/", reports.close, name="close"),
    path("<str:token>/close/unsigned/", signatures.close, name="close-unsigned"),
    path("<str:token>/sign/<int:entry>/", signatures.sign, name="sign"),
    path("<str:token>/sign/<int:entry>/deal/<int:number>/", signatures.sign, name="sign-deal"),
    path("<str:token>/sign/<int:entry>/dispute/<int:number>/", signatures.dispute, name="dispute"),
]
