"""The environment variable by variable, the settings that follow from it, and requests that they refuse."""

import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured, RequestDataTooBig
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from tournament.site import environment, keys
from tournament.site.addresses import machine_addresses, machine_names
from tournament.site.proxies import client_address


@pytest.mark.parametrize("text", ["1", "true", "YES", " on "])
def test_a_flag_says_yes(text: str) -> None:
    assert environment.flag("DEBUG", text)


@pytest.mark.parametrize("text", ["", "0", "false", "No", "off"])
def test_a_flag_says_no(text: str) -> None:
    assert not environment.flag("DEBUG", text)


def test_a_flag_refuses_anything_else() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG is 'maybe'"):
        environment.flag("DEBUG", "maybe")


@pytest.mark.parametrize(
    ("text", "host", "port", "everywhere"),
    [
        ("", "127.0.0.1", 8000, False),
        ("0.0.0.0:80", "0.0.0.0", 80, True),
        ("[::]:8000", "::", 8000, True),
        ("hall.local:8123", "hall.local", 8123, False),
    ],
)
def test_listen(text: str, host: str, port: int, everywhere: bool) -> None:
    where = environment.listen(text)
    assert (where.host, where.port, where.everywhere) == (host, port, everywhere)


@pytest.mark.parametrize("text", ["8000", ":8000", "h", "h:0", "h:99999", "h:x", "a b:80", "[::1:80", "h:1/x"])
def test_listen_refuses(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="LISTEN is"):
        environment.listen(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://Troel.Example.be/", "https://troel.example.be"),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("http://[fe80::1]:8000", "http://[fe80::1]:8000"),
    ],
)
def test_base_url(text: str, address: str) -> None:
    assert environment.base_url(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "troel.example.be",
        "ftp://x",
        "https://",
        "https://x/troel",
        "https://x?y",
        "https://u:p@x",
        "http://x:y",
        "http://[x",
    ],
)
def test_base_url_refuses(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BASE_URL is"):
        environment.base_url(text)


def test_database_is_a_file_of_ones_own(tmp_path: Path) -> None:
    found = environment.database(f"sqlite:///{tmp_path}/with%20space.sqlite3", Path("unused"))
    assert found["NAME"] == str(tmp_path / "with space.sqlite3")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_database_without_a_word_is_the_default(tmp_path: Path) -> None:
    assert environment.database("", tmp_path / "troel.sqlite3")["NAME"] == str(tmp_path / "troel.sqlite3")
    assert environment.database("demo", tmp_path / "troel.sqlite3")["NAME"] == str(tmp_path / "demo.sqlite3")


@pytest.mark.parametrize(
    "text", ["junk", "sqlite://", "sqlite:///", "sqlite://host/x", "mysql://x/y", "postgres://h/", "postgres://h:x/y"]
)
def test_database_refuses(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL cannot be read"):
        environment.database(text, Path("unused"))


@pytest.mark.parametrize("path", ["/", "/nowhere/at/all.sqlite3"])
def test_database_refuses_a_place_for_no_file(path: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"where no file can be|cannot be read"):
        environment.database(f"sqlite:///{path}", Path("unused"))


def test_postgres_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: object())
    found = environment.database("postgres://troel:p%40ss@db.local:5433/hall", Path("unused"))
    wanted = {"NAME": "hall", "USER": "troel", "PASSWORD": "p@ss", "HOST": "db.local", "PORT": "5433"}
    assert {name: found[name] for name in wanted} == wanted


@pytest.fixture
def _driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's driver may be missing where this is tested; it is not needed to read an address."""
    monkeypatch.setattr(environment, "find_spec", lambda name: object())


@pytest.mark.usefixtures("_driver")
@pytest.mark.parametrize(
    ("hosts", "known", "ports"),
    [
        ("db.local", "db.local", ""),
        ("db.local:5433", "db.local", "5433"),
        ("10.0.0.1,10.0.0.2", "10.0.0.1,10.0.0.2", "5432,5432"),
        ("h1:5432,h2:5433", "h1,h2", "5432,5433"),
        ("h1,[fe80::1]:5433,h3", "h1,fe80::1,h3", "5432,5433,5432"),
        ("%2Fvar%2Frun%2Fpostgresql", "/var/run/postgresql", ""),
        ("", "", ""),
    ],
)
def test_several_hosts_are_taken_apart_and_put_together_again(hosts: str, known: str, ports: str) -> None:
    found = environment.database(f"postgres://troel:a%40b%2Cc@{hosts}/hall", Path("unused"))
    assert (found["HOST"], found["PORT"], found["PASSWORD"]) == (known, ports, "a@b,c")
    assert found["OPTIONS"].get("target_session_attrs") == ("read-write" if "," in hosts else None)
    assert environment.database(environment.database_url(found), Path("unused")) == found


@pytest.mark.usefixtures("_driver")
def test_options_take_the_place_of_their_defaults_and_reach_a_child() -> None:
    query = "target_session_attrs=primary&sslmode=verify-full&connect_timeout=9&application_name=hall%20A"
    found = environment.database(f"postgres://h1,h2/hall?{query}", Path("unused"))
    chosen = {"target_session_attrs": "primary", "sslmode": "verify-full", "connect_timeout": "9"}
    assert found["OPTIONS"] == environment.POSTGRES_DEFAULTS | chosen | {"application_name": "hall A"}
    assert environment.database(environment.database_url(found), Path("unused")) == found


@pytest.mark.usefixtures("_driver")
def test_only_what_answers_pages_is_bounded_and_its_children_are_not() -> None:
    found = environment.database("postgres://h1,h2/hall", Path("unused"))
    environment.limit_pages([found])
    assert found["OPTIONS"]["deadline"] == 5 and "lock_timeout" in found["OPTIONS"]["options"]
    child = environment.database(environment.database_url(found), Path("unused"))
    assert not {"deadline", "options"} & set(child["OPTIONS"])


@pytest.mark.usefixtures("_driver")
@pytest.mark.parametrize("hosts", ["h:0", "h:70000", "h1,", ",h2", "h1,h2:x", "[::1", "h:1:2", "h1:1,,h2:2", "h%00x"])
def test_hosts_that_cannot_be_read_are_refused(hosts: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL cannot be read"):
        environment.database(f"postgres://{hosts}/hall", Path("unused"))


@pytest.mark.usefixtures("_driver")
@pytest.mark.parametrize(
    "option",
    [
        "sslmode=maybe",
        "connect_timeout=0",
        "connect_timeout=600",
        "target_session_attrs=standby",
        "application_name=",
        "options=-csearch_path%3Dx",
        "password=hidden",
        "sslmode=require&sslmode=disable",
    ],
)
def test_an_option_that_is_not_on_the_list_is_refused_and_named(option: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"DATABASE_URL says {option.partition('=')[0]}\b") as refused:
        environment.database(f"postgres://troel:hidden@h1,h2/hall?{option}", Path("unused"))
    assert "hidden" not in str(refused.value)


def test_postgres_without_its_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match="make setup POSTGRES=1"):
        environment.database("postgres://troel@localhost/troel", Path("unused"))


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    assert keys.read_key("LINK_KEY", tmp_path) == ""
    first = keys.make_key("LINK_KEY", tmp_path)
    assert keys.make_key("LINK_KEY", tmp_path) == keys.read_key("LINK_KEY", tmp_path) == first
    assert stat.S_IMODE((tmp_path / "link.key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["link.key"]


@pytest.mark.parametrize("name", keys.FILES)
def test_a_key_comes_from_the_environment_or_from_a_file_named_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    keys.make_key(name, tmp_path)
    named = tmp_path / "named"
    named.write_text("n" * keys.MIN_LENGTH + "\n")
    monkeypatch.setenv(name, "")
    monkeypatch.setenv(f"{name}_FILE", str(named))
    assert keys.read_key(name, tmp_path) == "n" * keys.MIN_LENGTH
    monkeypatch.setenv(name, "v" * keys.MIN_LENGTH)
    with pytest.raises(ImproperlyConfigured, match=f"{name} and {name}_FILE are both set"):
        keys.read_key(name, tmp_path)
    monkeypatch.setenv(f"{name}_FILE", "")
    assert keys.read_key(name, tmp_path) == "v" * keys.MIN_LENGTH


@pytest.mark.parametrize("name", keys.FILES)
def test_a_key_that_is_short_or_absent_is_refused_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    named = tmp_path / "named"
    monkeypatch.setenv(name, "")
    monkeypatch.setenv(f"{name}_FILE", str(named))
    with pytest.raises(ImproperlyConfigured, match="named cannot be read or made: No such file"):
        keys.read_key(name, tmp_path)
    named.write_text("short")
    with pytest.raises(ImproperlyConfigured, match="named is too short"):
        keys.read_key(name, tmp_path)
    monkeypatch.delenv(f"{name}_FILE")
    monkeypatch.setenv(name, "short")
    with pytest.raises(ImproperlyConfigured, match=f"{name} is too short"):
        keys.read_key(name, tmp_path)


def test_a_secret_that_was_emptied_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY")
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(ImproperlyConfigured, match=r"secret\.key is too short"):
        keys.read_key("SECRET_KEY", tmp_path)


def test_what_earlier_releases_left_open_is_closed_and_nothing_else(tmp_path: Path) -> None:
    ours, other = ("troel.sqlite3", "troel.sqlite3-wal", "link.key"), "notes.txt"
    for name in (*ours, other):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    environment.narrow(tmp_path)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(ours, 0o600) | {other: 0o644}


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="VAR_DIR names"):
        environment.folder("VAR_DIR", str(tmp_path / "file"), tmp_path)


def test_this_machine_has_a_name_and_no_loopback_among_its_addresses() -> None:
    assert all(machine_names())
    assert not [address for address in machine_addresses() if address.startswith("127.")]


# --- Who asks, and for how much ----------------------------------------------------------------------------------


def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("page", "bound"),
    [
        ("/staff/x/players/list/", "UPLOAD_MAX_BYTES"),
        ("/staff/x/rounds/scans/", "SCANS_MAX_BYTES"),
        ("/first-organiser/x/restore/", "RESTORE_MAX_BYTES"),
        ("/e/x/", "DATA_UPLOAD_MAX_MEMORY_SIZE"),
    ],
)
def test_an_upload_that_announces_too_much_is_refused(rf: RequestFactory, settings: Any, page: str, bound: str) -> None:
    setattr(settings, bound, 1000)
    request = rf.post(page, {"file": SimpleUploadedFile("list.xlsx", b"x" * 2000)})
    with pytest.raises(RequestDataTooBig):
        _ = request.FILES


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),  # a stranger's word
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),  # what the stranger wrote before the proxy did
        ("127.0.0.1", "198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_only_a_proxy_that_is_trusted_says_who_asks(settings: Any, peer: str, forwarded: str, client: str) -> None:
    settings.TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")
    assert client_address(peer, forwarded) == client


def test_a_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"TRUSTED_PROXIES is 'proxy\.example'"):
        environment.networks("TRUSTED_PROXIES", "proxy.example")


def test_a_page_waits_for_a_lock_no_longer_than_a_phone_should_and_a_child_not_for_ever(tmp_path: Path) -> None:
    lite = environment.database("", tmp_path / "troel.sqlite3")
    environment.limit_child([lite])
    assert lite["OPTIONS"]["timeout"] == 20
    environment.limit_pages([lite])
    assert lite["OPTIONS"]["timeout"] == 5
    pytest.importorskip("psycopg")
    large = environment.database("postgres://troel@node/troel", tmp_path)
    assert "deadline" not in large["OPTIONS"]
    environment.limit_child([large])
    assert large["OPTIONS"]["deadline"] == 60
