"""Bare Debians in folders, each entered with processes and mounts of its own."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.support.server import ROOT

SUITE = "bookworm"
# Django’s settings narrow that of the tests; whoever installs has the usual one.
UMASK = 0o022
# In a namespace of its own, so that nothing stays mounted and no process is left.
ENTER = """
mount --bind "$1" "$1"; mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
root=$1; shift; exec chroot "$root" "$@"
"""
# Whatever the tests set for themselves stays outside.
VARIABLES = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def can_enter() -> bool:
    """Whether a bare Debian can be made and entered: by root, and where mounts of one's own are allowed."""
    tools = os.geteuid() == 0 and shutil.which("debootstrap") and shutil.which("dpkg-deb")
    return (
        bool(tools) and not subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode
    )


NEEDS_ROOT = pytest.mark.skipif(not can_enter(), reason="a bare Debian needs root, debootstrap and mounts of its own")


@dataclass(frozen=True)
class BareDebian:
    """A Debian in a folder; it shares the network of this machine."""

    folder: Path

    def call(self, *words: str) -> list[str]:
        """The command that runs another one inside."""
        return [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "bash",
            "-c",
            ENTER,
            "enter",
            str(self.folder),
            *words,
        ]

    def run(self, script: str, status: int = 0) -> str:
        """What a script of bash says that is run as root inside; fails unless it ends with the status."""
        done = subprocess.run(
            self.call("bash", "-euc", script),
            env=VARIABLES,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            umask=UMASK,
        )
        said = done.stdout + done.stderr
        assert done.returncode == status, said
        return said

    def start(self, script: str, log: Path) -> "subprocess.Popen[bytes]":
        """A script of bash that goes on inside, until this process is killed."""
        with log.open("w") as output:
            return subprocess.Popen(self.call("bash", "-euc", script), env=VARIABLES, stdout=output, stderr=output)


def make_root(folder: Path) -> BareDebian:
    """A Debian of the smallest kind, with the package lists of its mirror."""
    done = subprocess.run(
        ["debootstrap", "--variant=minbase", SUITE, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        umask=UMASK,
    )
    assert done.returncode == 0, done.stdout
    root = BareDebian(folder)
    root.run("apt-get update --quiet")
    return root


def build_deb() -> Path:
    """The Debian package of this tree, newly made."""
    build = [str(ROOT / "deploy/debian/build")]
    done = subprocess.run(build, capture_output=True, text=True, check=False, umask=UMASK)
    assert done.returncode == 0, done.stderr
    return ROOT / done.stdout.splitlines()[-1]


@contextmanager
def fresh_folder(parent: Path, name: str) -> Iterator[Path]:
    """A folder that is gone afterwards: a Debian is large."""
    folder = parent / name
    folder.mkdir()
    folder.chmod(0o755)  # it becomes the root of everybody there
    yield folder
    shutil.rmtree(folder)
