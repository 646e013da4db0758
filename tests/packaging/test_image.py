"""The image, built on a bare Debian that is made here: its size, its user, healthy on a read-only root."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.browser.support.server import ROOT, free_port, wait_for_server
from tests.packaging.roots import NEEDS_ROOT, fresh_folder, make_root
from tests.support.servers.waiting import PATIENCE, eventually

# At night: it is built in minutes, and a day has the Debian package of the same wheel.
pytestmark = [
    pytest.mark.long,
    pytest.mark.nightly,
    NEEDS_ROOT,
    pytest.mark.skipif(not shutil.which("buildah"), reason="an image needs buildah"),
]

MAX_MEGABYTES = 450
USER = "10001:10001"
AUTHORITY = "/run/authority.crt"
# The root read-only, with the volume and /tmp as a container has them.
ENTER = """
mount --rbind "$1" "$1"; mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount --bind "$2" "$1/var/lib/troel"
mount -t tmpfs tmpfs "$1/tmp"; mount -o remount,ro,bind "$1" "$1"; root=$1; user=$3; shift 3
exec chroot --userspec="$user" "$root" "$@"
"""


@dataclass(frozen=True)
class Container:
    """The root of a container of the image, the folder of its volume, and what the image says of itself."""

    root: Path
    volume: Path
    settings: dict[str, Any]

    def call(self, words: list[str], **variables: str) -> list[str]:
        """The command that runs another one inside, with the variables of the image."""
        own = [*self.settings["Env"], *(f"{name}={value}" for name, value in variables.items())]
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter"]
        return [*enter, str(self.root), str(self.volume), USER, "/usr/bin/env", "-i", *own, *words]

    def run(self, words: list[str], status: int = 0) -> str:
        """What a command inside says."""
        done = subprocess.run(self.call(words), capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    with fresh_folder(tmp_path_factory.getbasetemp(), "image") as folder:
        store = ["--root", f"{folder}/store", "--runroot", f"{folder}/run", "--storage-driver", "vfs"]

        def buildah(*words: str) -> str:
            done = subprocess.run(["buildah", *store, *words], cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr[-4000:]
            return done.stdout.strip()

        base = make_root(folder / "base")
        base.run("apt-get clean; rm -rf /var/lib/apt/lists/*")
        scratch = buildah("from", "scratch")
        buildah("add", "--quiet", scratch, str(base.folder), "/")
        buildah("commit", "--quiet", "--rm", scratch, "bare")
        shutil.rmtree(base.folder)
        subprocess.run(["make", "--no-print-directory", "package"], cwd=ROOT, check=True, capture_output=True)
        # The registry's certificate may be one that only this machine knows.
        (folder / "pip.conf").write_text(f"[global]\ncert = {AUTHORITY}\n")
        authority = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
        volumes = ("--volume", f"{authority}:{AUTHORITY}:ro", "--volume", f"{folder}/pip.conf:/etc/pip.conf:ro")
        options = ("--isolation", "chroot", "--format", "docker", "--pull-never", "--build-arg", "BASE=localhost/bare")
        buildah("bud", *options, *volumes, "--file", "deploy/Containerfile", "--tag", "troel", ".")
        described = json.loads(buildah("inspect", "--type", "image", "troel"))
        root = Path(buildah("mount", buildah("from", "localhost/troel")))
        volume = folder / "volume"
        volume.mkdir(0o700)
        os.chown(volume, *map(int, USER.split(":")))
        yield Container(root, volume, described["Docker"]["config"])


def test_it_is_small_and_nobody_but_its_user(container: Container) -> None:
    taken = subprocess.run(["du", "-sm", str(container.root)], capture_output=True, text=True, check=True).stdout
    assert int(taken.split()[0]) <= MAX_MEGABYTES
    assert container.settings["User"] == "troel" and "troel:x:10001:" in (container.root / "etc/passwd").read_text()
    assert list(container.settings["Volumes"]) == ["/var/lib/troel"]
    assert not list((container.root / "opt/troel").rglob("pip")), "what installs stays in the first stage"


def test_it_serves_from_a_read_only_root_and_is_healthy(container: Container, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    words = [*container.settings["Entrypoint"], *container.settings["Cmd"]]
    with log.open("w") as output:
        process = subprocess.Popen(container.call(words, LISTEN=f"127.0.0.1:{port}"), stdout=output, stderr=output)
    try:
        wait_for_server(f"http://127.0.0.1:{port}", process, log)
        # As it is written, but for the port, which other tests may hold.
        kind, *check = container.settings["Healthcheck"]["Test"]
        assert kind == "CMD" and ":8000/health/live" in check[-1]
        healthy = [*check[:-1], check[-1].replace(":8000", f":{port}")]
        eventually(lambda: container.run(healthy) == "")
        troel = container.settings["Entrypoint"]
        container.run([*troel, "demo", "--players", "8", "--rounds", "1", "--deals", "2"])
        container.run([*troel, "print", "demo", "ranking", "-o", "/var/lib/troel/ranking.pdf"])
        assert (container.volume / "ranking.pdf").read_bytes().startswith(b"%PDF")
        container.run(["touch", "/opt/troel/x"], status=1)
    finally:
        process.kill()
        process.wait(PATIENCE)
    assert (container.volume / "troel.sqlite3").stat().st_uid == int(USER.split(":")[0])
