"""Disks of their own for tests: small, or not to be written."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def disk(folder: Path, size: str = "4m") -> Iterator[Path]:
    """A disk of its own at this folder, which is soon full; the test is skipped where none may be mounted."""
    folder.mkdir(exist_ok=True)
    call = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(call, capture_output=True, check=False).returncode:
        pytest.skip("this account may mount no disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def read_only(folder: Path) -> None:
    """From now on nothing can be written on the disk at this folder."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
