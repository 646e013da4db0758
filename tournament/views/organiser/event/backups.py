"""The installation: where its backups go, how old the newest is, one made now; its address and time zone."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event.machine import machine_token, set_up_machine
from tournament.backups import place, watch
from tournament.errors import UserError
from tournament.forms.event.backups import FolderForm
from tournament.forms.event.machine import MachineForm
from tournament.reading.event.printed import names_on_paper
from tournament.site import process
from tournament.site.environment import MachineChoices
from tournament.views.organiser.shell import DONE, carried_out, seen
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.views.shared.qr_codes import codes_to_test

BUSY = 503


@takes("GET", "POST")
def backups(request: HttpRequest) -> HttpResponse:
    """How the backups are, and a form that names their folder (the first one there is made at once); the other form."""
    access.administrator(request)
    form = FolderForm(posted(request), initial={"folder": place.backups().folder})
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: _name(form.cleaned_data["folder"]))
    if status == DONE:
        messages.success(request, _("The folder is saved."))
        return see_other("staff:backups")
    return _page(request, form, MachineForm(None), status)


@takes("GET", "POST")
def machine(request: HttpRequest) -> HttpResponse:
    """Chooses the address in links and codes, and the time zone; pages that are kept are made again with them."""
    by = access.administrator(request)
    if request.method != "POST":
        return see_other("staff:backups")
    form = MachineForm(request.POST)
    if form.is_valid():
        require_password(request)
    status = carried_out(form, lambda: _choose(request, by, form.choices()))
    if status == DONE:
        chosen = {"address": settings.BASE_URL, "zone": settings.TIME_ZONE}
        messages.success(request, _("Links and codes lead to %(address)s; hours are those of %(zone)s.") % chosen)
        return see_other("staff:backups")
    return _page(request, FolderForm(initial={"folder": place.backups().folder}), form, status)


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


def _page(request: HttpRequest, form: FolderForm, machine_form: MachineForm, status: int) -> HttpResponse:
    context = {
        "form": form,
        "backups": place.backups(),
        "machine": machine_form,
        "codes": codes_to_test(machine_form),
        "of": machine_token(),
        "address": settings.BASE_URL,
        "zone": settings.TIME_ZONE,
        "printed": names_on_paper(),
    }
    return render(request, "organiser/event/backups.html", context, status=status)


def _choose(request: HttpRequest, by: str, choices: MachineChoices) -> None:
    try:
        if set_up_machine(by, choices, seen=seen(request)):
            process.start_again()
            messages.info(request, _("Troel starts again now: for a few seconds it does not answer."))
    except OSError as fault:
        raise UserError(_("This cannot be stored: %(reason)s.") % {"reason": fault.strerror}, BUSY) from fault


def _name(folder: str) -> None:
    place.store_folder(folder)
    if folder:
        _start()


def _start() -> None:
    try:
        watch.start()
    except OSError as fault:
        raise UserError(_("The backup cannot be started: %(reason)s.") % {"reason": fault.strerror}, BUSY) from fault
