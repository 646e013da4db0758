"""The list of checks, in the order in which somebody would look: whoever needs another one adds a line."""

from collections.abc import Iterator
from contextlib import suppress

from django.db import Error
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.doctor import machine, network, stored, upgrade
from tournament.doctor.findings import Check, Finding, Mark, Occasion, bad
from tournament.site import schema

HALL, READY, UPGRADE = Occasion
CHECKS = (
    Check(gettext_lazy("Database"), stored.look_at_database, {HALL, READY, UPGRADE}),
    Check(gettext_lazy("Data tables"), stored.look_at_tables, {HALL, READY}),
    Check(gettext_lazy("Release"), stored.look_at_release, {HALL, UPGRADE}),
    Check(gettext_lazy("Keys"), stored.look_at_keys, {HALL, READY, UPGRADE}, needs_tables=True),
    Check(gettext_lazy("Changes"), upgrade.look_at_steps, {UPGRADE}),
    Check(gettext_lazy("Way back"), upgrade.look_at_way_back, {UPGRADE}),
    Check(gettext_lazy("Backups"), stored.look_at_backups, {HALL}, needs_tables=True),
    Check(gettext_lazy("Disk"), machine.look_at_disk, {HALL, UPGRADE}),
    Check(gettext_lazy("Clock"), machine.look_at_clock, {HALL}, needs_tables=True),
    Check(gettext_lazy("Power"), machine.look_at_power, {HALL}),
    Check(gettext_lazy("Port"), network.look_at_port, {HALL}),
    Check(gettext_lazy("Address for phones"), network.look_at_address, {HALL}),
    Check(gettext_lazy("Firewall"), network.look_at_firewall, {HALL}),
    Check(gettext_lazy("Papers"), machine.look_at_papers, {HALL}),
    Check(gettext_lazy("Printer"), machine.look_at_printer, {HALL}),
)


def examine(occasion: Occasion) -> Iterator[tuple[str, Finding]]:
    """What is found on an occasion, each with the title of its check, in the language of the moment.

    A database that does not answer is a finding too, once.
    """
    silent = False
    for check in _due(occasion):
        try:
            for finding in check.look():
                yield str(check.title), finding
        except Error as fault:
            if check.needs_tables and not _has_tables():
                continue  # those of an older release may not have what it asks for
            if not silent:
                yield str(check.title), bad(_("The database does not answer: %(reason)s") % {"reason": fault})
            silent = True


def faults(occasion: Occasion) -> list[str]:
    """What is bad, in sentences; [] if nothing is. Raises django.db.Error."""
    return [finding.sentence for check in _due(occasion) for finding in check.look() if finding.mark == Mark.BAD]


def _due(occasion: Occasion) -> Iterator[Check]:
    """The checks of an occasion that can be made: some need all tables of this release."""
    for check in CHECKS:
        if occasion in check.occasions and (not check.needs_tables or occasion == UPGRADE or _has_tables()):
            yield check


def _has_tables() -> bool:
    with suppress(Error):
        return not schema.missing_migrations(schema.applied_migrations())
    return False
