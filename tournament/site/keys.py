"""The two keys of an installation: SECRET_KEY signs sessions and forms, LINK_KEY proves links, PINs and draws.

A key is the variable of its name, or what is in the file that the variable with _FILE names, or else what is in a file
of VAR_DIR. Faults raise ImproperlyConfigured with one sentence. `tournament.installation` compares with the database.
"""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

MIN_LENGTH = 50
FILES = {"SECRET_KEY": "secret.key", "LINK_KEY": "link.key"}


def read_key(name: str, folder: Path) -> str:
    """The key of this name; "" if neither the environment nor the folder has one."""
    return configured_key(name) or stored_key(name, folder)


def configured_key(name: str) -> str:
    """The key that the environment gives, itself or by a file that it names; "" if it does not."""
    text, file = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if text and file:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: use one of them.")
    if file:
        return _long_enough(_read(Path(file)), file)
    return _long_enough(text, name) if text else ""


def stored_key(name: str, folder: Path) -> str:
    """The key that is stored in a folder; "" if there is none."""
    path = folder / FILES[name]
    key = _read(path, missing="")
    # Earlier releases took any key of links: what it proves is printed.
    return _long_enough(key, str(path)) if name == "SECRET_KEY" and path.exists() else key


def make_key(name: str, folder: Path) -> str:
    """Makes the key in a file that only its owner can read, unless it is there already; the key."""
    path = folder / FILES[name]
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.touch(0o600)
        draft.write_text(secrets.token_urlsafe(MIN_LENGTH))
        # Two processes may start together: the first makes the secret, and nobody ever reads half of one.
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    except OSError as fault:
        raise _unusable(path, fault.strerror) from fault
    return stored_key(name, folder)


def _read(path: Path, missing: str | None = None) -> str:
    try:
        return path.read_text().strip()
    except UnicodeDecodeError as fault:
        raise _unusable(path, "not a text") from fault
    except OSError as fault:
        if missing is not None and isinstance(fault, FileNotFoundError):
            return missing
        raise _unusable(path, fault.strerror) from fault


def _unusable(path: Path, reason: str | None) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{path} cannot be read or made: {reason}.")


def _long_enough(key: str, source: str) -> str:
    if len(key) < MIN_LENGTH:
        raise ImproperlyConfigured(f"{source} is too short for a secret: use {MIN_LENGTH} characters or more.")
    return key
