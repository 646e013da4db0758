"""The wheel of this tree: built, installed in a venv of its own, and served from there."""

import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.browser.support.server import ROOT, environment_for, serving
from tests.support.servers.waiting import PATIENCE
from tests.upgrades import previous


@pytest.mark.long
def test_the_wheel_of_this_tree_has_all_that_it_needs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*build, "-w", tmp_path, ROOT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("troel-*.whl")
    assert "tournament/scan/strokes.npz" in zipfile.ZipFile(wheel).namelist()
    release, var = previous.install(tmp_path / "venv", wheel), tmp_path / "var"
    var.mkdir()
    with serving(var, program=release.program) as server:
        request = urllib.request.Request(f"{server.url}/guide/captain/", headers={"Accept-Language": "nl"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert 'lang="nl"' in answer.read().decode()
        release.manage(server.environment, "demo", "--players", "8", "--rounds", "1", "--deals", "2")
        release.manage(server.environment, "print", "demo", "ranking", "-o", str(tmp_path / "ranking.pdf"))
        release.manage(server.environment, "backup", str(tmp_path / "backup.zip"))
    # Restoring starts a child by the path of manage.py.
    release.manage(environment_for(tmp_path / "again"), "restore", str(tmp_path / "backup.zip"))
    assert "every seal holds" in release.manage(environment_for(tmp_path / "again"), "verify")
