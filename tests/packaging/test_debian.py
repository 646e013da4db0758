"""The Debian package, in a bare Debian: installed, served, upgraded, given an older clone's data, removed."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.support.server import ROOT, environment_for, free_port, manage, wait_for_server
from tests.packaging.roots import NEEDS_ROOT, BareDebian, build_deb, fresh_folder, make_root
from tests.support.servers.waiting import PATIENCE

pytestmark = [pytest.mark.long, NEEDS_ROOT]

UNIT = "/lib/systemd/system/troel.service"
# As the unit has it, for a machine on which systemd is not the first process.
START = """
exec_start=$(sed -n 's/^ExecStart=//p' {unit}); set -a; . /etc/troel/environment
VAR_DIR=/var/lib/troel HOME=/var/lib/troel LISTEN=127.0.0.1:{port}; exec runuser -u troel -- $exec_start
"""
NEWER = """
cd /tmp; rm -rf newer; dpkg-deb --raw-extract troel.deb newer; sed -i 's/^Version: .*/&.1/' newer/DEBIAN/control
dpkg-deb --root-owner-group -Znone --build newer newer.deb; rm -rf newer
"""
MOVE = """
cp -a /srv/troel/var/. /var/lib/troel/
rm -rf /var/lib/troel/static /var/lib/troel/stamps
chown -R troel:troel /var/lib/troel
"""
# A restored installation is an empty one before; `FILE` is what the upgrade made.
WAY_BACK = """
systemctl stop troel
mv /var/lib/troel /var/lib/troel.newer
install -d -o troel -g troel -m 700 /var/lib/troel
troel restore /var/lib/troel.newer/backups/before-upgrade-….zip
systemctl start troel
"""


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BareDebian]:
    """A bare Debian with the package, and nothing that it does not ask for but systemd's programs."""
    with fresh_folder(tmp_path_factory.getbasetemp(), "debian") as folder:
        root = make_root(folder)
        (folder / "tmp/troel.deb").write_bytes(build_deb().read_bytes())
        root.run("apt-get install --yes --quiet --no-install-recommends /tmp/troel.deb systemd")
        yield root


@contextmanager
def served(debian: BareDebian, log: Path) -> Iterator[str]:
    """The address of the service, started as its unit starts it."""
    port = free_port()
    process = debian.start(START.format(unit=UNIT, port=port), log)
    try:
        wait_for_server(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_the_unit_is_sound_and_has_few_rights(debian: BareDebian) -> None:
    assert debian.run(f"systemd-analyze verify {UNIT}") == ""
    rated = debian.run("systemd-analyze security --offline=true --no-pager troel.service")
    assert float(rated.rpartition("level for troel.service: ")[2].split()[0]) < 4
    unit = (debian.folder / UNIT[1:]).read_text().splitlines()
    (guide,) = (line.partition("file://")[2] for line in unit if line.startswith("Documentation="))
    assert (debian.folder / guide[1:]).exists() and (debian.folder / guide[1:]).with_name("hall.md").exists()
    assert {"User=troel", "ProtectSystem=strict", "NoNewPrivileges=yes", "StateDirectory=troel"} <= set(unit)
    assert any(line.startswith("MemoryMax=") for line in unit)


def test_the_service_serves_and_the_command_works_on_its_data(debian: BareDebian, tmp_path: Path) -> None:
    with served(debian, tmp_path / "log") as url:
        with urllib.request.urlopen(f"{url}/health/ready", timeout=PATIENCE) as answer:
            assert json.load(answer)["status"] == "ok"
        debian.run("troel demo --players 8 --rounds 1 --deals 2")
        with urllib.request.urlopen(f"{url}/e/demo/", timeout=PATIENCE) as answer:
            assert answer.status == 200
    debian.run("cd /var/lib/troel && troel print demo ranking -o ranking.pdf")
    assert (debian.folder / "var/lib/troel/ranking.pdf").read_bytes().startswith(b"%PDF")
    owners = debian.run("stat -c %U:%a /var/lib/troel /var/lib/troel/troel.sqlite3 /var/lib/troel/ranking.pdf")
    assert owners.split() == ["troel:700", "troel:600", "troel:600"]
    assert "every seal holds" in debian.run("troel verify")
    # Somebody else has data of their own, and does not see these.
    debian.run("useradd --create-home anna")
    assert debian.run("runuser -u anna -- env HOME=/home/anna troel migrate --verbosity 0") == ""
    assert (debian.folder / "home/anna/.local/share/troel/troel.sqlite3").exists()


def test_an_upgrade_backs_up_first_or_is_not_made(debian: BareDebian) -> None:
    debian.run("troel migrate --verbosity 0")
    debian.run(NEWER)
    backups = debian.folder / "var/lib/troel/backups"
    before = {*backups.glob("before-upgrade-*.zip")}
    debian.run("cd /var/lib/troel; install -d -o troel backups; mv backups /root/aside; touch backups")
    assert "not upgraded" in debian.run("dpkg --install /tmp/newer.deb", status=1)
    debian.run("rm /var/lib/troel/backups; mv /root/aside /var/lib/troel/backups")
    version = "dpkg-query --show --showformat='${Status} ${Version}' troel"
    assert debian.run(version).startswith("install ok installed") and not debian.run(version).endswith(".1")
    debian.run("apt-get install --yes --quiet /tmp/newer.deb")
    assert debian.run(version).endswith(".1")
    (file,) = {*backups.glob("before-upgrade-*.zip")} - before
    assert "The newest backup is of" in debian.run("troel upgrade-check --language en")
    # The way back: the older package, a new folder, the file. Nothing is a service here.
    debian.run("apt-get install --yes --quiet --allow-downgrades /tmp/troel.deb")
    assert WAY_BACK in (ROOT / "docs/running.md").read_text()
    lines = [line for line in WAY_BACK.splitlines() if not line.startswith("systemctl")]
    assert "Restored" in debian.run("\n".join(lines).replace("before-upgrade-….zip", file.name))


def test_data_of_a_clone_move_in_and_stay_when_the_package_goes(debian: BareDebian, tmp_path: Path) -> None:
    clone = debian.folder / "srv/troel/var"
    clone.mkdir(parents=True)
    # With keys of its own, as a clone has them.
    there = {name: value for name, value in environment_for(clone).items() if name not in ("SECRET_KEY", "LINK_KEY")}
    manage(there, "migrate", "--verbosity", "0")
    manage(there, "demo", "--slug", "van-vroeger", "--players", "8", "--rounds", "1", "--deals", "2")
    debian.run("rm -rf /var/lib/troel/*")
    assert MOVE in (ROOT / "docs/running.md").read_text()
    debian.run(MOVE)
    assert "van-vroeger: " in debian.run("troel verify")
    with served(debian, tmp_path / "log") as url, urllib.request.urlopen(f"{url}/e/van-vroeger/") as answer:
        assert answer.status == 200
    for word in ("remove", "purge"):
        said = debian.run(f"apt-get {word} --yes --quiet troel")
        assert "stay in /var/lib/troel" in said
        assert (debian.folder / "var/lib/troel/troel.sqlite3").exists()
        assert not (debian.folder / "usr/bin/troel").exists() and not (debian.folder / "opt/troel").exists()
