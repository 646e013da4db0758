"""Backups of the installation: where they go, how old the newest is, and one made now."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament import access
from tournament.backups import place, watch
from tournament.errors import UserError
from tournament.forms.event.backups import FolderForm
from tournament.views.organiser.shell import DONE, carried_out
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, posted, see_other, takes

BUSY = 503


@takes("GET", "POST")
def backups(request: HttpRequest) -> HttpResponse:
    """How the backups are, and a form that names their folder; the first one there is made at once."""
    access.administrator(request)
    current = place.backups()
    form = FolderForm(posted(request), initial={"folder": current.folder})
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: _name(form.cleaned_data["folder"]))
    if status == DONE:
        messages.success(request, _("The folder is saved."))
        return see_other("staff:backups")
    return render(request, "organiser/event/backups.html", {"form": form, "backups": current}, status=status)


@takes("POST")
@answers_refusals
def start(request: HttpRequest) -> HttpResponse:
    """Starts a backup, unless one is being made already."""
    access.administrator(request)
    require_password(request)
    if place.read_folder() is None:
        raise UserError(_("Name a folder first."))
    _start()
    return see_other("staff:backups")


def _name(folder: str) -> None:
    place.store_folder(folder)
    if folder:
        _start()


def _start() -> None:
    try:
        watch.start()
    except OSError as fault:
        raise UserError(_("The backup cannot be started: %(reason)s.") % {"reason": fault.strerror}, BUSY) from fault
