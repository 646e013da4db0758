"""Rows about files: a paper that another server hands out or makes again, a picture that goes everywhere, PINs."""

import http.client
import re
import subprocess
import time
import zipfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.failover.installation import Node, alone, nodes, there
from tests.failover.row import Figure, Place, at_most, exactly
from tests.support.servers import postgres
from tests.support.servers.postgres import Postgres
from tournament.rehearse.visitor import Visitor

SLUG = "ledegem"
MADE_SECONDS = 180.0
AGAIN_SECONDS = 90.0
LOOK_EVERY = 0.2
AT_WORK = "v=at-work"
PLAYERS_NAME = "Vandenbroucke"


def papers(place: Place) -> Iterator[Figure]:
    """A paper asked for on A is fetched on B; and another, while A that makes it is killed."""
    with alone(place.folder) as (a, b):
        a.organise(f"seat([{SLUG!r}], 20, 16)")
        asked = a.organiser(SLUG)
        elsewhere = there(asked, b)
        job = ask(asked, a, "sheets")
        made(elsewhere, b, job)
        status, paper = fetched(elsewhere, b, f"{job}file/")
        yield exactly("asked on A, fetched on B", (status, paper[:5]), (200, b"%PDF-"))
        job = ask(asked, a, "slips")
        until_at_work(asked, a, job)
        a.kill()
        killed = time.monotonic()
        made(elsewhere, b, job)
        yield at_most("made again on B after A was killed", time.monotonic() - killed, AGAIN_SECONDS)
        status, paper = fetched(elsewhere, b, f"{job}file/")
        yield exactly("what B then hands out", (status, paper[:5]), (200, b"%PDF-"))


def ask(visitor: Visitor, node: Node, kind: str) -> str:
    """Has a paper of the first round made; the path of its page."""
    page = visitor.get(f"{node.url}/staff/{SLUG}/papers/")
    form = page.form("/papers/")
    form.action = f"{node.url}/staff/{SLUG}/papers/{kind}/make/"
    return urlsplit(visitor.done(form, round="1").address).path


def made(visitor: Visitor, node: Node, path: str) -> None:
    """Returns once a job's page says that it is made. Raises AssertionError if it never does."""
    end = time.monotonic() + MADE_SECONDS
    while True:
        page = visitor.get(f"{node.url}{path}")
        if "hx-get" not in page.text and AT_WORK not in page.text:
            assert "notice error" not in page.text, page.text[-2000:]
            return
        assert time.monotonic() < end, f"{path} was not made"
        time.sleep(LOOK_EVERY)


def until_at_work(visitor: Visitor, node: Node, path: str) -> None:
    """Returns while a job is being made."""
    end = time.monotonic() + MADE_SECONDS
    while AT_WORK not in visitor.get(f"{node.url}{path}").text:
        assert time.monotonic() < end, f"{path} was not begun"
        time.sleep(0.02)


def fetched(visitor: Visitor, node: Node, path: str) -> tuple[int, bytes]:
    """Status and bytes of a file."""
    where = urlsplit(node.url)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    line.request("GET", path, headers={"Cookie": _cookies(visitor)})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, body


def _cookies(visitor: Visitor) -> str:
    return "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())


def pictures(place: Place) -> Iterator[Figure]:
    """The picture of a sheet is kept on A, names are removed on B: no server, table, file or new backup has them."""
    with postgres.running() as server, nodes(place.folder, server.create("troel")) as (a, b):
        a.organise(f"seat([{SLUG!r}], 2, 4)")
        at_a = a.organiser(SLUG)
        at_b = there(at_a, b)
        path, picture = kept(at_a, a)
        yield exactly("the picture on B", fetched(at_b, b, path) == (200, picture), True)
        before = hits(server, place.folder, place.folder / "before.zip", a, picture)
        yield exactly("found before in tables, files and backup", before > 0, True)
        a.organise(f"close({SLUG!r})")
        at_b.done(at_b.get(f"{b.url}/staff/{SLUG}/players/names/").form("/names/"))
        (place.folder / "before.zip").unlink(missing_ok=True)
        for node, visitor in ((a, at_a), (b, at_b)):
            yield exactly(f"the picture on {node.folder.name} afterwards", fetched(visitor, node, path)[0], 404)
        after = hits(server, place.folder, place.folder / "after.zip", a, picture)
        yield exactly("found afterwards in tables, files and a new backup", after, 0)


def kept(visitor: Visitor, node: Node) -> tuple[str, bytes]:
    """Prints the sheets, reads them as if they had been scanned, and keeps the first; its path, and its bytes."""
    job = ask(visitor, node, "sheets")
    made(visitor, node, job)
    _status, paper = fetched(visitor, node, f"{job}file/")
    page = visitor.get(f"{node.url}/staff/{SLUG}/rounds/scans/")
    [token] = {value for form in page.forms for name, value in form.fields if name == "csrfmiddlewaretoken"}
    batch = _uploaded(visitor, node, paper, token)
    made(visitor, node, batch)
    scan = batch.rstrip("/").rpartition("/")[2]
    form = page.form("scans")
    form.action = f"{node.url}/staff/{SLUG}/rounds/1/tables/1/picture/"
    visitor.done(form, scan=scan, page="1", key="the-picture-of-a-sheet")
    table = visitor.get(f"{node.url}/staff/{SLUG}/rounds/1/tables/1/").text
    found = re.search(r"/staff/[^\"]*/picture/[0-9a-f]+\.jpg", table)
    assert found, "The table's page names no picture."
    status, picture = fetched(visitor, node, found[0])
    assert (status, picture[:2]) == (200, b"\xff\xd8"), status
    return found[0], picture


def _uploaded(visitor: Visitor, node: Node, paper: bytes, token: str) -> str:
    where, edge = urlsplit(node.url), "the-edge-of-a-part"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="'
    parts = f'{head}csrfmiddlewaretoken"\r\n\r\n{token}\r\n{head}scans"; filename="scan.pdf"\r\n'
    body = f"{parts}Content-Type: application/pdf\r\n\r\n".encode() + paper + f"\r\n--{edge}--\r\n".encode()
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    kind = f"multipart/form-data; boundary={edge}"
    line.request("POST", f"/staff/{SLUG}/rounds/scans/", body, {"Cookie": _cookies(visitor), "Content-Type": kind})
    answer = line.getresponse()
    assert answer.status == 303, f"{answer.status}: {answer.read()[-1000:]!r}"
    return str(answer.headers["Location"])


def hits(server: Postgres, folder: Path, backup: Path, node: Node, picture: bytes) -> int:
    """How often a piece of a picture, or a player's name, is in the database, the servers' folders and a new backup."""
    piece = picture[len(picture) // 2 :][:48]
    node.manage("backup", str(backup))
    texts = [dumped(server, "troel")]
    with zipfile.ZipFile(backup) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            texts.append(restored_text(folder, data) if data[:5] == b"PGDMP" else data)
    texts += [path.read_bytes() for path in folder.rglob("*") if path.is_file() and path != backup]
    sought = (piece, piece.hex().encode(), PLAYERS_NAME.encode())
    return sum(text.count(one) for text in texts for one in sought)


def dumped(server: Postgres, database: str) -> bytes:
    """A database as the text of SQL."""
    call = [postgres.program("pg_dump"), server.url(database)]
    return subprocess.run(call, capture_output=True, check=True).stdout


def restored_text(folder: Path, dump: bytes) -> bytes:
    """A dump of pg_dump's own format as the text of SQL."""
    call = [postgres.program("pg_restore"), "--file=-"]
    return subprocess.run(call, input=dump, capture_output=True, check=True, cwd=folder).stdout


def pins(place: Place) -> Iterator[Figure]:
    """Wrong PINs over A and B in turn are answered as on one server: 12 from one address, and from many addresses."""
    with alone(place.folder) as (a, b):
        seated = a.organise(f"seat([{SLUG!r}], 4, 1, confirmation='players')")[SLUG]
        pin = a.organise(f"wrong_pin({SLUG!r})")
        readings = [reading for _token, _seats, reading in seated]
        one = [wrong(a, readings[0], pin, "192.0.2.1") for _ in range(12)]
        both = [wrong((a, b)[at % 2], readings[1], pin, "192.0.2.1") for at in range(12)]
        yield exactly("12 wrong PINs over A and B", _statuses(both), _statuses(one))
        waits = [abs(mine - other) for (_, mine), (_, other) in zip(one, both, strict=True)]
        yield at_most("… and the waits differ by", max(waits), 2.0)
        many = [f"192.0.2.{address + 1}" for address in range(place.size.addresses) for _time in range(6)]
        single = [wrong(a, readings[2], pin, address)[0] for address in many]
        double = [wrong((a, b)[at % 2], readings[3], pin, address)[0] for at, address in enumerate(many)]
        yield exactly(f"tried from {place.size.addresses} addresses on A", single.count(422), 40)
        yield exactly(f"tried from {place.size.addresses} addresses over A and B", double.count(422), 40)


def _statuses(answers: Sequence[tuple[int, int]]) -> str:
    """Statuses as they came, as `6 × 422, 6 × 429`."""
    return ", ".join(f"{len(list(same))} × {status}" for status, same in groupby(status for status, _ in answers))


SECONDS = re.compile(r"Wait (\d+) seconds")


def wrong(node: Node, reading: str, pin: str, address: str) -> tuple[int, int]:
    """Types a wrong PIN behind a reading link from an address; the status, and the seconds to wait that are shown."""
    where = urlsplit(node.url)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": address, "Accept-Language": "en"}
    body = urlencode({"pin": pin, "csrfmiddlewaretoken": "a" * 32})
    line.request("POST", f"/r/{reading}/write/", body, {**headers, "Cookie": f"troel_csrf={'a' * 32}"})
    answer = line.getresponse()
    found = SECONDS.search(answer.read().decode())
    line.close()
    return answer.status, int(found[1]) if found else 0
