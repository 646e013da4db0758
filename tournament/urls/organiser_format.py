"""URLs of an event's format and its cuts, below the event's own."""

from django.urls import path

from tournament.views.organiser.event import cuts, format

urlpatterns = [
    path("", format.format_page, name="format"),
    path("cut/<int:stage>/", cuts.cut, name="cut"),
    path("cut/<int:stage>/undo/", cuts.undo, name="undo-cut"),
    path("cut/<int:stage>/replace/<int:number>/", cuts.replace, name="replace-finalist"),
]
