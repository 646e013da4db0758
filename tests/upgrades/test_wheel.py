"""The wheel of this tree: built, installed with pip's own means in an empty venv, and used far from the source."""

import os
import re
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.version import Version

from tests.browser.support.server import ROOT, STOP_SECONDS, free_port, wait_for_server
from tests.support.servers.waiting import PATIENCE
from tests.upgrades import previous
from tournament import __version__

pytestmark = pytest.mark.long

MAX_WHEEL_BYTES = 8_000_000
FEWEST_STATIC_FILES = 300
# A demo has 160 players; the machine may have much else to do.
DEMO_SECONDS = 600


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*build, "-w", folder, ROOT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("troel-*.whl")
    return file


@pytest.fixture(scope="module")
def there(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """The command `troel` of a venv with the wheel and what that asks for, and an environment with a home only."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=True)
    uv = [str(ROOT / ".venv/bin/uv"), "--no-config", "--system-certs", "--quiet"]
    install = [*uv, "pip", "install", "--compile-bytecode", "--python", str(folder / "venv/bin/python"), str(wheel)]
    variables = {name: value for name, value in os.environ.items() if name != "UV_FIND_LINKS"}
    variables.setdefault("SSL_CERT_FILE", os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt"))
    done = subprocess.run(install, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    yield folder / "venv/bin/troel", {"HOME": str(folder / "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def ran(there: tuple[Path, dict[str, str]], *words: str, status: int = 0) -> str:
    """What the installed command says, called from a folder that has nothing to do with it."""
    troel, environment = there
    done = subprocess.run([troel, *words], cwd="/", env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_a_wheel_has_all_files_and_asks_for_tested_versions(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        (described,) = (packed.read(name).decode() for name in names if name.endswith("/METADATA"))
    assert wheel.stat().st_size < MAX_WHEEL_BYTES
    versions = [Version(file.name.split("-")[1]) for file in (previous.WHEEL, wheel)]
    assert versions[0] < versions[1], "pip leaves an installed release alone unless a wheel is of another version"
    assert sum(name.startswith("tournament/collected/") for name in names) > FEWEST_STATIC_FILES
    assert {name.split("/")[0] for name in names} == {"scoring", "tournament", names[-1].split("/")[0]}
    assert {Path(name).suffix for name in names} >= {".mo", ".toml", ".html", ".gz", ".npz"}
    locked = (ROOT / "requirements.txt").read_text()
    needs = re.findall(r"^Requires-Dist: ([\w-]+)==(\S+)$", described, re.MULTILINE)
    assert len(needs) > 15 and all(f"{name}=={version} " in locked for name, version in needs)
    assert "babel" not in {name.lower() for name, _version in needs}, "its translations are compiled"
    assert set(re.findall(r"^Provides-Extra: (\w+)$", described, re.MULTILINE)) == {"pdf", "postgres", "reading"}


def test_the_demo_of_an_empty_venv_serves_its_first_page(there: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    troel, environment = there
    port, log = free_port(), tmp_path / "log"
    with log.open("w") as output:
        call = [str(troel), "demo", "--listen", f"127.0.0.1:{port}"]
        process = subprocess.Popen(call, cwd=tmp_path, env=environment, stdout=output, stderr=output)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for_server(url, process, log, DEMO_SECONDS)
        request = urllib.request.Request(f"{url}/e/demo/", headers={"Accept-Language": "nl"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        assert 'lang="nl"' in page and "Klassement" in page
        style = next(iter(re.findall(r"/static/troel/app\.\w+\.css", page)))
        with urllib.request.urlopen(f"{url}{style}", timeout=PATIENCE) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)
    assert (Path(environment["HOME"]) / ".local/share/troel/demo.sqlite3").exists()


def test_an_installation_is_made_backed_up_and_goes_on_elsewhere(
    there: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    var, other = f"--var={tmp_path / 'var'}", f"--var={tmp_path / 'other'}"
    assert ran(there, "--version").startswith(f"Troel {__version__} (")
    ran(there, "migrate", "--verbosity", "0", var)
    ran(there, var, "demo", "--players", "8", "--rounds", "1", "--deals", "2")
    assert "troel restore reads it" in ran(there, var, "backup", str(tmp_path / "backup.zip"))
    ran(there, other, "restore", str(tmp_path / "backup.zip"))
    assert "every seal holds" in ran(there, "verify", other)
    paper = str(tmp_path / "ranking.pdf")
    said = ran(there, var, "print", "demo", "ranking", "--language", "en", "-o", paper, status=2)
    assert "without papers: pip install 'troel[pdf]'" in said and "Traceback" not in said
