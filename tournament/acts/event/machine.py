"""What the administrator sets up on the machine. It is in no chain: the log of the server says who did it."""

import logging

from django.conf import settings

from tournament.site import environment, process, renderer
from tournament.site.environment import MachineChoices
from tournament.version_tokens import require_unchanged, token_of

_log = logging.getLogger(__name__)


def set_up_machine(actor: str, choices: MachineChoices, *, seen: str | None = None) -> bool:
    """Chooses the address and the time zone of this machine; returns whether that is news, and else changes nothing.

    `seen` is the token (`machine_token`) of what was looked at: refused if it has changed since. Raises OSError.
    """
    if choices == settings.CHOICES:
        return False
    require_unchanged(seen, machine_token())
    environment.store_choices(settings.VAR_DIR, choices)
    process.adopt_choices(choices)
    renderer.renew()
    _log.warning("%s set up this machine: links lead to %s, zone %s", actor, settings.BASE_URL, settings.TIME_ZONE)
    return True


def machine_token() -> str:
    """A token of what was chosen."""
    return token_of(settings.CHOICES.host, settings.CHOICES.zone)
