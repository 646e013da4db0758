"""The machine itself: its disk, its clock, its battery, and whether it can make and print papers."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.doctor.findings import Finding, absent, advice, bad, good, read_text
from tournament.errors import UserError
from tournament.models import LogEntry
from tournament.printing.pdf import html_to_pdf

# Bytes: what an evening with its backups takes, and what leaves room for score sheets as pictures.
MIN_FREE, MIN_ROOM = 200_000_000, 2_000_000_000
# A clock may go back so much when it is set right.
MAX_BACK = timedelta(minutes=1)
# adjtimex(2): the clock follows no other one. The call takes a structure of 208 bytes, which asks only, if it is empty.
UNSYNCHRONISED, TIMEX = 5, 256
SUPPLIES = Path("/sys/class/power_supply")
# Percent of a battery that lasts for a round.
MIN_CHARGE = 50
PATIENCE = 5.0


def look_at_disk() -> Iterator[Finding]:
    """Whether there is room where the database and the files are."""
    folders = [Path(settings.VAR_DIR)]
    if connection.vendor == "sqlite":
        folders.append(Path(str(connection.settings_dict["NAME"])).parent)
    free, folder = min((shutil.disk_usage(folder).free, folder) for folder in folders)
    room = {"room": filesizeformat(free), "folder": folder}
    if free < MIN_FREE:
        yield bad(_("Only %(room)s are free on the disk of %(folder)s: delete something.") % room)
    elif free < MIN_ROOM:
        yield advice(_("%(room)s are free: enough for an evening, not for pictures of score sheets.") % room)
    else:
        yield good(_("%(room)s are free.") % room)


def look_at_clock() -> Iterator[Finding]:
    """Whether the clock is after the newest line, and follows another one."""
    at = timezone.now()
    newest = LogEntry.objects.aggregate(at=Max("at"))["at"]
    moment = {"moment": date_format(timezone.localtime(at), "j F Y H:i"), "zone": settings.TIME_ZONE}
    if newest and newest > at + MAX_BACK:
        yield bad(_("It is %(moment)s here (%(zone)s), before the newest line of a logbook: set the clock.") % moment)
    elif ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX)) == UNSYNCHRONISED:
        yield advice(_("%(moment)s (%(zone)s). It is set by no other clock: compare it with your watch.") % moment)
    else:
        yield good(_("%(moment)s (%(zone)s), set by the network.") % moment)


def look_at_power(supplies: Path = SUPPLIES) -> Iterator[Finding]:
    """Whether the machine runs on its battery, as `supplies` (of Linux) says."""
    batteries = [folder for folder in sorted(supplies.glob("*")) if read_text(folder / "type") == "Battery"]
    # A mouse has a battery too, which says that it is its device's own.
    batteries = [folder for folder in batteries if read_text(folder / "scope") != "Device"]
    charges = [int(text) for folder in batteries if (text := read_text(folder / "capacity")).isdigit()]
    charge = {"charge": min(charges, default=0)}
    if not batteries:
        yield absent(_("No battery is known: a power cut stops this machine."))
    elif any(read_text(folder / "status") == "Discharging" for folder in batteries):
        low = charge["charge"] < MIN_CHARGE
        yield (bad if low else advice)(_("It runs on its battery (%(charge)s%%): plug it in.") % charge)
    else:
        yield good(_("It is plugged in, the battery has %(charge)s%%.") % charge)


def look_at_papers() -> Iterator[Finding]:
    """Whether PDFs can be made: Pango is there, and the fonts."""
    try:
        html_to_pdf.length("<p>♠</p>")
    except UserError as refusal:
        yield bad(str(refusal))
    else:
        yield good(_("PDFs can be made."))


def look_at_printer() -> Iterator[Finding]:
    """Whether CUPS knows a printer that takes something. None is needed: a PDF can be carried on a stick."""
    accepting = _said_by("lpstat", "-a").splitlines()
    if accepting:
        yield good(", ".join(line.partition(" ")[0] for line in accepting))
    else:
        yield absent(_("None is set up here: PDFs can be printed elsewhere."))


def _said_by(program: str, *arguments: str) -> str:
    """What a program prints, in English; "" if it is not there, fails, or says nothing in time."""
    try:
        call, plain = [program, *arguments], os.environ | {"LC_ALL": "C"}
        done = subprocess.run(call, env=plain, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
