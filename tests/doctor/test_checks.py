"""What the doctor says: each check where all is well and where it is not, and the command as a person runs it."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.browser.support.server import MANAGE, Server, environment_for, free_port
from tests.support.events import cast
from tests.support.servers import unguarded
from tests.support.servers.disks import disk
from tournament.backups import place
from tournament.backups.place import BackupFault
from tournament.doctor import checks, machine, network, stored
from tournament.doctor.findings import Finding, Mark, Occasion
from tournament.management.commands.doctor import spoken
from tournament.models import LogEntry
from tournament.site import schema
from tournament.site.environment import Listen


def only(findings: Iterator[Finding]) -> Finding:
    """The one thing that a check says."""
    (finding,) = findings
    return finding


@pytest.fixture
def alone(settings: Any) -> int:
    """A port on which nothing answers, as the one on which Troel would listen to the hall."""
    settings.LISTEN = Listen("0.0.0.0", free_port())
    return int(settings.LISTEN.port)


# --- The machine ---------------------------------------------------------------------------------------------------


def supply(root: Path, name: str, **lines: str) -> None:
    """A source of power as Linux shows it."""
    (root / name).mkdir()
    for file, text in lines.items():
        (root / name / file).write_text(f"{text}\n")


@pytest.mark.parametrize(
    ("battery", "mark", "words"),
    [
        ({"type": "Battery", "status": "Discharging", "capacity": "31"}, Mark.BAD, "(31%)"),
        ({"type": "Battery", "status": "Discharging", "capacity": "88"}, Mark.ADVICE, "plug it in"),
        ({"type": "Battery", "status": "Discharging"}, Mark.BAD, "plug it in"),
        ({"type": "Battery", "status": "Charging", "capacity": "31"}, Mark.GOOD, "31%"),
        ({"type": "Battery", "status": "Full", "capacity": "100"}, Mark.GOOD, "100%"),
        ({"type": "Battery", "status": "Discharging", "capacity": "9", "scope": "Device"}, Mark.ABSENT, "power cut"),
        ({"type": "Mains", "online": "1"}, Mark.ABSENT, "power cut"),
    ],
)
def test_a_battery_is_seen_and_a_mouse_is_none(tmp_path: Path, battery: dict[str, str], mark: Mark, words: str) -> None:
    supply(tmp_path, "AC", type="Mains", online="0")
    supply(tmp_path, "BAT0", **battery)
    finding = only(machine.look_at_power(tmp_path))
    assert finding.mark == mark and words in finding.sentence


def test_a_machine_without_any_source_of_power_in_its_files_has_no_battery(tmp_path: Path) -> None:
    assert only(machine.look_at_power(tmp_path / "none")).mark == Mark.ABSENT


@pytest.mark.parametrize(("size", "mark"), [("150m", Mark.BAD), ("900m", Mark.ADVICE)])
def test_room_on_the_disk(settings: Any, tmp_path: Path, size: str, mark: Mark) -> None:
    with disk(tmp_path / "disk", size) as folder:
        settings.VAR_DIR = folder
        finding = only(machine.look_at_disk())
    assert finding.mark == mark and (mark != Mark.BAD or f"on the disk of {folder}: delete" in finding.sentence)


@pytest.mark.django_db
def test_a_clock_behind_the_newest_line_is_wrong() -> None:
    cast.event(players=0)
    assert only(machine.look_at_clock()).mark in (Mark.GOOD, Mark.ADVICE)
    unguarded.take_off()
    LogEntry.objects.update(at=timezone.now() + timedelta(hours=1))
    finding = only(machine.look_at_clock())
    assert finding.mark == Mark.BAD and "set the clock" in finding.sentence


@pytest.mark.parametrize(
    ("script", "mark", "words"),
    [
        ("echo 'Brother accepting requests since Thu'; echo 'PDF accepting requests'", Mark.GOOD, "Brother, PDF"),
        ("exit 1", Mark.ABSENT, "None"),
    ],
)
def test_printers_are_those_that_cups_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, mark: Mark, words: str
) -> None:
    program = tmp_path / "lpstat"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    finding = only(machine.look_at_printer())
    assert finding.mark == mark and words in finding.sentence


# --- The network ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_port_that_is_free_and_one_that_another_program_has(alone: int) -> None:
    assert only(network.look_at_port()) == Finding(Mark.GOOD, f"Port {alone} is free. Troel is not running.")
    with socket.create_server(("0.0.0.0", alone)):
        # It takes the connection and says nothing.
        finding = only(network.look_at_port())
    sentence = f"0.0.0.0:{alone} is in use, perhaps by Troel: stop that, or choose another PORT."
    assert finding == Finding(Mark.BAD, sentence)


def test_a_name_that_is_nowhere_is_a_sentence() -> None:
    assert network.refusal_of(Listen("nowhere.invalid", 8000)).startswith("Nothing can listen on nowhere.invalid:8000:")


@pytest.mark.parametrize(
    ("base", "machines", "mark", "words"),
    [
        ("http://192.168.1.7:8000", ["192.168.1.7"], Mark.GOOD, "with a phone"),
        ("http://192.168.1.7:8000", ["192.168.1.9"], Mark.BAD, "this machine is 192.168.1.9: let the router"),
        ("http://192.168.1.7:8000", [], Mark.BAD, "on no network"),
        ("http://169.254.3.3:8000", ["169.254.3.3"], Mark.BAD, "no address"),
        ("http://127.0.0.1:8000", ["192.168.1.7"], Mark.ADVICE, "HOST=0.0.0.0"),
        ("https://troel.example.be", ["192.168.1.7"], Mark.GOOD, "troel.example.be"),
    ],
)
def test_whether_links_lead_to_this_machine(
    alone: int, settings: Any, monkeypatch: pytest.MonkeyPatch, base: str, machines: list[str], mark: Mark, words: str
) -> None:
    settings.BASE_URL = base
    monkeypatch.setattr(network, "machine_addresses", lambda: machines)
    finding = only(network.look_at_address())
    assert finding.mark == mark and words in finding.sentence


@pytest.mark.parametrize(
    ("file", "text", "command"),
    [
        ("etc/ufw/ufw.conf", "# on\nENABLED=yes\n", "sudo ufw allow"),
        ("etc/ufw/ufw.conf", "ENABLED=no\n", ""),
        ("run/firewalld.pid", "812\n", "sudo firewall-cmd"),
    ],
)
def test_a_firewall_that_is_on(tmp_path: Path, file: str, text: str, command: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text)
    finding = only(network.look_at_firewall(tmp_path))
    assert finding.mark == (Mark.ADVICE if command else Mark.ABSENT) and command in finding.sentence


# --- What is stored ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_backup_is_named_there_and_new(settings: Any, tmp_path: Path, alone: int) -> None:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    assert "No folder is named" in only(stored.look_at_backups()).sentence
    place.store_folder(str(tmp_path / "stick"))
    assert only(stored.look_at_backups()) == Finding(Mark.BAD, str(place.SENTENCES[BackupFault.GONE]))
    (tmp_path / "stick").mkdir()
    assert only(stored.look_at_backups()).mark == Mark.ADVICE
    folder = place.read_folder()
    assert folder
    status = place.store_status(place.read_status(folder), last=time.time() - 7200)
    assert only(stored.look_at_backups()).mark == Mark.GOOD, "Troel is not running"
    place.store_status(status, fault=BackupFault.FULL)
    assert only(stored.look_at_backups()) == Finding(Mark.BAD, str(place.SENTENCES[BackupFault.FULL]))


@pytest.mark.django_db
def test_tables_of_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not list(stored.look_at_release())
    first, later = ("tournament", "0001_initial"), ("tournament", "9999_later")
    monkeypatch.setattr(schema, "_own_migrations", lambda: {first})
    monkeypatch.setattr(schema, "applied_migrations", lambda: {first, later})
    assert only(stored.look_at_release()).mark == Mark.BAD
    assert checks.faults(Occasion.READY) == [], "a server of the release before goes on while others are replaced"


# --- The command ---------------------------------------------------------------------------------------------------


def test_the_language_is_that_of_the_system() -> None:
    assert spoken({"LANG": "nl_BE.UTF-8"}) == "nl" and spoken({"LC_ALL": "C", "LANG": "nl_BE.UTF-8"}) == "en"
    assert spoken({"LC_ALL": "", "LC_MESSAGES": "fr_BE", "LANG": "nl_BE"}) == "fr" and spoken({}) == "en"


def doctor(environment: dict[str, str], *options: str) -> tuple[int, list[str]]:
    """The exit status of the command, and its lines."""
    call = [*MANAGE, "doctor", *options]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.splitlines()


@pytest.mark.long
def test_an_empty_folder_needs_tables_and_changes_nothing(tmp_path: Path) -> None:
    status, lines = doctor(environment_for(tmp_path), "--language", "nl")
    assert status == 1
    assert sum(line.startswith("✗") for line in lines) == 1, lines
    assert not list(tmp_path.glob("*.key"))


@pytest.mark.long
def test_a_database_that_does_not_answer_is_said_once(tmp_path: Path) -> None:
    database = f"postgres://nobody@127.0.0.1:{free_port()}/none"
    status, lines = doctor(environment_for(tmp_path, database=database))
    assert status == 1 and sum("does not answer" in line for line in lines) == 1, lines
    titles = ["Database", "Disk", "Power", "Port", "Address", "Firewall", "Papers", "Printer"]
    assert [line.split()[1] for line in lines] == titles


@pytest.mark.long
def test_a_server_that_runs_is_seen_by_each_person_in_their_language(server: Server) -> None:
    for language, words in (
        ("en", "Troel answers on port"),
        ("nl", "Troel antwoordt op poort"),
        ("fr", "Troel répond"),
    ):
        status, lines = doctor(server.environment, "--language", language)
        assert status == 1 and any(words in line for line in lines), lines
    # Nobody named a folder for backups, and a server of the tests is for this machine alone.
    assert sum(line.startswith("✗") for line in lines) == 2, lines


@pytest.mark.long
def test_a_server_older_than_the_address_of_its_machine_is_to_be_started_again(
    server: Server, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(server.url.rpartition(":")[2])
    # Another way to write 127.0.0.1, which the server does not know as its own.
    settings.LISTEN, settings.BASE_URL = Listen("127.0.0.1", port), f"http://127.1:{port}"
    monkeypatch.setattr(network, "machine_addresses", lambda: ["127.1"])
    finding = only(network.look_at_address())
    assert finding.mark == Mark.BAD and "start it again" in finding.sentence
    assert network.lets_in(server.url) and network.lets_in(f"http://127.0.0.1:{free_port()}")


@pytest.mark.django_db
def test_the_command_ends_well_where_nothing_is_bad(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    well = tuple(check for check in checks.CHECKS if check.look is machine.look_at_papers)
    monkeypatch.setattr(checks, "CHECKS", well)
    call_command("doctor", "--language", "fr")
    assert capsys.readouterr().out.startswith("✓ ")
