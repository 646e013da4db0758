"""URLs of the captain's pages, behind a table's link."""

from django.urls import path

from tournament.views import captain, captain_announces, captain_calls, captain_says, captain_signs, shell

app_name = "captain"
urlpatterns = [
    path("app", shell.app, name="app-shell"),
    path("sw.js", shell.worker, name="worker"),
    path("<str:token>/app", shell.app, name="app"),
    path("<str:token>/", captain.table, name="table"),
    path("<str:token>/deal/<int:number>/", captain.deal, name="deal"),
    path("<str:token>/deal/<int:number>/correct/", captain.correct, name="correct"),
    path("<str:token>/deal/<int:number>/announce/", captain_announces.announced, name="announce"),
    path("<str:token>/deal/<int:number>/pass/", captain_says.all_pass, name="pass"),
    path("<str:token>/deal/<int:number>/misdeal/", captain_says.misdeal, name="misdeal"),
    path("<str:token>/deal/<int:number>/undo/", captain_says.undo_deal, name="undo-deal"),
    path("<str:token>/deal/<int:number>/pass/undo/", captain_says.undo_pass, name="undo-pass"),
    path("<str:token>/deal/<int:number>/misdeal/undo/", captain_says.undo_misdeal, name="undo-misdeal"),
    path("<str:token>/call/", captain_calls.call, name="call"),
    path("<str:token>/call/<int:number>/withdraw/", captain_calls.withdraw, name="withdraw-call"),
    path("<str:token>/call/<int:number>/answer/", captain_calls.answer, name="answer-call"),
    path("<str:token>/take/", captain_says.take, name="take"),
    path("<str:token>/undo/", captain_says.undo, name="undo"),
    path("<str:token>/close/", captain_says.close, name="close"),
    path("<str:token>/close/unsigned/", captain_signs.close, name="close-unsigned"),
    path("<str:token>/sign/<int:entry>/", captain_signs.sign, name="sign"),
    path("<str:token>/sign/<int:entry>/deal/<int:number>/", captain_signs.sign, name="sign-deal"),
    path("<str:token>/sign/<int:entry>/dispute/<int:number>/", captain_signs.dispute, name="dispute"),
]
