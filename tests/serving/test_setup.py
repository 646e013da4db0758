"""Set-up, settings and the server: on real processes, as whoever installs Troel meets them."""

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.browser.support.server import MANAGE, ROOT, Server, environment_for, free_port, manage, wait_for_server
from tests.support.servers.captains import seat
from tests.support.servers.waiting import PATIENCE, eventually
from tournament.management.commands import serve
from tournament.site import release
from tournament.site.addresses import machine_names

pytestmark = pytest.mark.long

PRINT_SETTINGS = (
    "from django.conf import settings as s;"
    "print(s.BASE_URL, s.ALLOWED_HOSTS, s.SESSION_COOKIE_SECURE, s.CSRF_TRUSTED_ORIGINS, s.DEBUG, sep='|')"
)


def settings_with(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """What the settings become with these variables, or the sentence with which they refuse."""
    clean = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DJANGO_SETTINGS_MODULE")}
    call = [*MANAGE, "shell", "--no-imports", "--command", PRINT_SETTINGS]
    variables = {"VAR_DIR": str(folder), "DATABASE_URL": ""} | variables
    return subprocess.run(call, env=clean | variables, capture_output=True, text=True, check=False)


# --- The settings, in a process of their own ---------------------------------------------------------------------


def test_safe_when_nothing_is_set(tmp_path: Path) -> None:
    done = settings_with(tmp_path)
    base, hosts, secure, _, debug = done.stdout.strip().split("|")
    assert (base, secure, debug) == ("http://127.0.0.1:8000", "False", "False"), done.stderr
    assert "*" not in hosts
    assert list(tmp_path.iterdir()) == [], "keys are made by the first start alone"


def test_everything_follows_base_url(tmp_path: Path) -> None:
    done = settings_with(tmp_path, BASE_URL="https://troel.example.be/")
    base, hosts, secure, origins, _ = done.stdout.strip().split("|")
    assert (base, secure, origins) == ("https://troel.example.be", "True", "['https://troel.example.be']"), done.stderr
    assert "'troel.example.be'" in hosts


def test_listening_everywhere_allows_the_names_of_this_machine(tmp_path: Path) -> None:
    done = settings_with(tmp_path, LISTEN="0.0.0.0:8042")
    base, hosts, *_ = done.stdout.strip().split("|")
    assert base.endswith(":8042") and "0.0.0.0" not in base, done.stderr
    assert machine_names()[0] in hosts and "*" not in hosts


@pytest.mark.parametrize(
    "variables",
    [
        {"DEBUG": "perhaps"},
        {"BASE_URL": "::::"},
        {"LISTEN": "nowhere"},
        {"DATABASE_URL": "mysql://x/y"},
        {"DATABASE_URL": "sqlite:////nowhere/at/all"},
        {"SECRET_KEY": "x"},
        {"VAR_DIR": "/dev/null"},
    ],
)
def test_junk_in_the_environment_ends_in_one_sentence(tmp_path: Path, variables: dict[str, str]) -> None:
    done = settings_with(tmp_path, **variables)
    assert done.returncode == 1
    assert done.stderr.startswith("Troel cannot start: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.django_db
def test_sqlite_survives_a_power_cut_and_lets_readers_go_on() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    with connection.cursor() as cursor:
        names = ("journal_mode", "synchronous", "foreign_keys")
        found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_nothing_inline_is_allowed() -> None:
    policy: Any = settings.CONTENT_SECURITY_POLICY
    assert "'unsafe-inline'" not in str(policy) and "'unsafe-eval'" not in str(policy)


# --- The server --------------------------------------------------------------------------------------------------


def test_all_that_a_run_writes_is_for_its_owner_alone(server: Server, tmp_path: Path) -> None:
    seat(server, players=8, deals=4)
    server.manage("export", "ledegem", "-o", str(tmp_path / "event.json"))
    server.manage("print", "ledegem", "ranking", "-o", str(tmp_path / "ranking.pdf"))
    folder = Path(server.environment["VAR_DIR"])
    made = [tmp_path / "event.json", tmp_path / "ranking.pdf", *(folder.rglob("*"))]
    # Of the fixture: the copy of an empty folder, and what the tests have the server's output written to.
    made = [path for path in made if path.name != "server.log"]
    assert {"troel.sqlite3", "troel.sqlite3-wal", "link.key"} <= {path.name for path in made}
    assert [path.name for path in made if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_every_migrate_lays_the_guards_again(empty_database: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_database, tmp_path / "var")
    there = environment_for(tmp_path / "var")
    assert manage(there, "verify") == ""
    with closing(sqlite3.connect(tmp_path / "var" / "troel.sqlite3")) as database:
        database.execute("DROP TRIGGER logbook_no_update")
    manage(there, "demo", "--players", "8", "--rounds", "1", "--deals", "2")
    with pytest.raises(AssertionError, match="does not guard the logbook: logbook_no_update missing"):
        manage(there, "verify")
    manage(there, "migrate", "--plan")
    with pytest.raises(AssertionError, match="does not guard"):
        manage(there, "verify")
    manage(there, "migrate")
    assert "every seal holds" in manage(there, "verify")
    manage(there, "migrate", "tournament", "zero")  # leaves no table to guard


def test_the_server_says_where_it_is_and_greets_the_first_organiser(announced_server: Server) -> None:
    log = (Path(announced_server.environment["VAR_DIR"]) / "server.log").read_text()
    assert f"Troel is at {announced_server.url}/" in log
    assert "Only this machine can open these; HOST=0.0.0.0 lets the whole network in." in log
    assert "Nobody has an account yet." in log


def test_the_server_says_what_the_reader_of_sheets_is_not_shut_off_from(announced_server: Server) -> None:
    log = (Path(announced_server.environment["VAR_DIR"]) / "server.log").read_text()
    probe = [sys.executable, "-m", "tournament.scan.bounds"]
    lacking = subprocess.run(probe, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert lacking in log and log.count("What reads score sheets") == lacking.count("\n") <= 1


def test_the_server_says_where_links_lead_that_others_can_open(settings: Any) -> None:
    settings.BASE_URL = "http://192.168.1.7:8000"
    assert serve.reach().startswith("Links and codes lead to http://192.168.1.7:8000;")


def test_the_server_sends_the_headers_that_protect(server: Server) -> None:
    with urllib.request.urlopen(server.url, timeout=PATIENCE) as answer:
        headers = answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_port_in_use_is_one_sentence(server: Server) -> None:
    done = subprocess.run([*MANAGE, "serve"], env=server.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is in use, perhaps by Troel: stop that, or choose another PORT." in done.stderr
    assert "Traceback" not in done.stderr


def test_a_start_beside_the_release_before_leaves_its_tables_alone(server: Server, tmp_path: Path) -> None:
    there = server.environment | {"VAR_DIR": str(tmp_path), "DATABASE_URL": ""}
    done = subprocess.run([*MANAGE, "serve"], env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "is in use" in done.stderr
    assert not [*tmp_path.glob("*.sqlite3")]


def test_help_lists_what_a_keeper_needs() -> None:
    lines = {line.split()[0]: line for line in run_help().splitlines() if line.startswith("  ")}
    assert {"serve", "backup", "restore", "upgrade-check", "changepassword"} <= lines.keys()
    assert not {"do-job", "messages", "startapp"} & lines.keys()
    assert all(len(line) <= 120 and line.endswith(".") for line in lines.values())
    assert "before an upgrade" in " ".join(run_help("upgrade-check").split())
    assert "startapp" in run_help("--commands")


def run_help(*words: str) -> str:
    """What `help` says."""
    return subprocess.run([*MANAGE, "help", *words], capture_output=True, text=True, check=True).stdout


def test_a_database_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "troel.sqlite3").write_bytes(b"a shopping list, not a database" * 100)
    done = subprocess.run(
        [*MANAGE, "serve"], env=environment_for(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "cannot be used" in done.stderr and "Traceback" not in done.stderr


def test_a_start_without_migrations_says_that_the_second_file_is_missing(empty_database: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_database, tmp_path / "var")
    for file in (tmp_path / "var").glob("files.sqlite3*"):
        file.unlink()
    call = [*MANAGE, "serve", "--no-migrate"]
    done = subprocess.run(call, env=environment_for(tmp_path / "var"), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "manage.py migrate" in done.stderr and "Traceback" not in done.stderr and "no such table" not in done.stderr


def test_a_server_that_is_started_from_another_folder_is_this_one(empty_database: Path, tmp_path: Path) -> None:
    (tmp_path / "tournament").mkdir()
    (tmp_path / "tournament" / "__init__.py").write_text("raise SystemExit('another clone')")
    shutil.copytree(empty_database, tmp_path / "var")
    environment = environment_for(tmp_path / "var") | {"VAR_DIR": "var", "DATABASE_URL": "sqlite:///var/troel.sqlite3"}
    call = [sys.executable, str(ROOT / "manage.py"), "serve"]
    port = free_port()
    with subprocess.Popen(call, cwd=tmp_path, env=environment | {"LISTEN": f"127.0.0.1:{port}"}) as process:
        try:
            eventually(lambda: is_live(port))
        finally:
            process.terminate()
    assert not list(tmp_path.glob("*.sqlite3")) and (tmp_path / "var" / "troel.sqlite3").exists()


def is_live(port: int) -> bool:
    """Whether a server answers there."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_who_reads_only_the_beginning_of_what_a_command_says_is_no_fault(empty_database: Path, tmp_path: Path) -> None:
    shutil.copytree(empty_database, tmp_path / "var")
    there = environment_for(tmp_path / "var")
    manage(there, "demo", "--players", "8", "--rounds", "1", "--deals", "2")
    with subprocess.Popen([*MANAGE, "verify"], env=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        said = process.stderr.read().decode()
    assert (process.returncode, said) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize(
    ("head", "files"),
    [
        ("ref: refs/heads/main\n", {"refs/heads/main": f"{'ab' * 20}\n"}),
        ("ref: refs/heads/main\n", {"packed-refs": f"# pack-refs with: peeled\n{'ab' * 20} refs/heads/main\n"}),
        (f"{'ab' * 20}\n", {}),
    ],
)
def test_after_a_pull_the_commit_is_the_one_that_is_there(tmp_path: Path, head: str, files: dict[str, str]) -> None:
    written = tmp_path / "commit.txt"
    written.write_text("of an older set-up")
    assert release.read_commit(tmp_path / ".git", written) == "of an older set-up"
    for name, text in {"HEAD": head, **files}.items():
        file = tmp_path / ".git" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert release.read_commit(tmp_path / ".git", written) == "ab" * 6


# --- The files that set-up reads ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.txt")), ids=lambda path: path.name)
def test_every_package_is_pinned_by_hash_and_no_host_is_named(path: Path) -> None:
    text = path.read_text()
    packages = [line for line in text.splitlines() if "==" in line]
    assert packages and text.count("==") == len(packages)
    assert text.count("--hash=sha256:") >= len(packages)
    assert "://" not in text and "--find-links" not in text


def test_set_up_a_second_time_does_nothing() -> None:
    done = subprocess.run([ROOT / "bin" / "setup", "tools"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.nightly
def test_a_fresh_clone_sets_itself_up_also_after_half_a_set_up(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    for broken in (lambda: None, lambda: (clone / ".venv" / "made").unlink()):
        broken()
        done = subprocess.run(["make", "setup"], cwd=clone, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    check = [str(clone / ".venv/bin/python"), "manage.py", "check"]
    checked = subprocess.run(check, cwd=clone, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert (clone / "var/static/staticfiles.json").exists()
    assert (clone / "tournament/locale/nl/LC_MESSAGES/django.mo").exists()


def test_the_package_itself_imports_nothing() -> None:
    code = "import sys, tournament; print(sorted(name for name in sys.modules if name.startswith('django')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


SMALL_DEMO = ("demo", "--serve", "--players", "16", "--rounds", "2", "--deals", "4")


def status(address: str) -> int:
    try:
        return int(urllib.request.urlopen(address).status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_the_demo_is_served_and_then_a_second_one_is_made(tmp_path: Path) -> None:
    environment, log = environment_for(tmp_path), tmp_path / "log"
    url = f"http://{environment['LISTEN']}"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*MANAGE, *SMALL_DEMO], env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        wait_for_server(url, process, log, PATIENCE)
        assert status(f"{url}/e/demo/") == 200
        eventually(lambda: status(f"{url}/e/demo-finale/") == 200)
        assert "every seal holds" in manage(environment | {"DATABASE_URL": "demo"}, "verify")
        again = subprocess.run([*MANAGE, *SMALL_DEMO], env=environment, capture_output=True, text=True, check=False)
        assert again.returncode == 1 and "in use" in again.stderr
        assert status(f"{url}/e/demo/") == 200, "a demo that cannot be served removes none"
        eventually(lambda: "playing its final" in log.read_text())
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE)
    assert (tmp_path / "demo.sqlite3").exists() and not (tmp_path / "troel.sqlite3").exists()
    said = log.read_text()
    steps = ["Making the tables", "Making a championship", "ranking: http", "Troel is at"]
    assert sorted(steps, key=said.index) == steps


def test_what_is_served_as_demo_is_never_another_database(tmp_path: Path) -> None:
    """Called past our own entry, it would remake what DATABASE_URL names."""
    environment = environment_for(tmp_path) | {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    call = [sys.executable, "-m", "django", *SMALL_DEMO]
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "DATABASE_URL=demo" in done.stderr
    assert list(tmp_path.glob("*.sqlite3")) == []
