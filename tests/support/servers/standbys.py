"""A primary of PostgreSQL with standbys beside it: killed, frozen, thawed, promoted, and following again.

with replicated(standbys=2) as cluster:
    url = cluster.create("hall")      # names every server; the tables are on each of them
    cluster.primary.freeze()
    cluster.promote(cluster.standbys[0])
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.servers import postgres
from tests.support.servers.postgres import USER, Postgres, run

PATIENCE = 30
PAUSE = 0.02


@dataclass
class Cluster:
    """The server that is written to, and those that follow it."""

    primary: Postgres
    standbys: list[Postgres] = field(default_factory=list)
    # In this order for whoever connects, whichever of them is the primary.
    servers: list[Postgres] = field(default_factory=list)

    def url(self, database: str, options: str = "") -> str:
        """What DATABASE_URL says for a database of these servers; `options` as after its question mark."""
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self.servers)
        return f"postgres://{USER}:{self.primary.password}@{hosts}/{database}{options and '?'}{options}"

    def create(self, database: str) -> str:
        """Makes an empty database; its DATABASE_URL, with all hosts."""
        self.primary.create(database)
        return self.url(database)

    def synchronise(self, standbys: int) -> None:
        """From now on a commit waits until this many standbys have it; with 0 it waits for none."""
        names = ", ".join(server.name for server in self.servers)
        required = f"ANY {standbys} ({names})" if standbys else ""
        with self.primary.connect() as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{required}'")
            connection.execute("SELECT pg_reload_conf()")
            deadline = time.monotonic() + PATIENCE
            while connection.execute(STREAMING).fetchone()[0] < standbys:  # type: ignore[index]
                assert time.monotonic() < deadline, "The standbys do not follow."
                time.sleep(PAUSE)

    def promote(self, standby: Postgres) -> None:
        """Makes a standby the primary, whatever the old one does: nobody asks it. Returns when it can be written.

        Others go on following the old one until they are told (`follow`); until then commits wait for nobody.
        """
        with standby.connect() as connection:
            connection.execute("SELECT pg_promote(true, 30)")
        self.standbys = [server for server in self.servers if server not in (standby, self.primary)]
        self.primary = standby
        self.synchronise(0)

    def follow(self, server: Postgres) -> bool:
        """Makes a server a standby of the present primary: one that followed another, or was a primary itself.

        It may run or not. A primary that was left behind is rewound to where the new one began, or copied anew if that
        fails; whether it kept its files.
        """
        if server in self.standbys:
            with server.connect() as connection:
                connection.execute(f"ALTER SYSTEM SET primary_conninfo = '{self._conninfo(server)}'")
                connection.execute("SELECT pg_reload_conf()")
            return True
        server.stop()
        data = f"--target-pgdata={server.data}"
        with self.primary.connect() as connection:
            connection.execute("CHECKPOINT")  # until then pg_rewind does not see that it was promoted
        source = f"--source-server={self._conninfo(server)} dbname=postgres"
        try:
            run(server.folder, "pg_rewind", data, source, "--no-sync")
        except AssertionError:
            shutil.rmtree(server.data)
            self._copy_to(server)
            rewound = False
        else:
            rewound = True
        self._start_as_standby(server)
        return rewound

    def add_standby(self, name: str) -> Postgres:
        """Starts a server on a copy of the primary, and follows it from there; gone when the block ends."""
        folder = self.primary.folder / name
        folder.mkdir()
        standby = Postgres(folder, password=self.primary.password, name=name)
        postgres.hand_over(folder)
        self._copy_to(standby)
        self.servers.append(standby)
        self._start_as_standby(standby)
        return standby

    def _copy_to(self, server: Postgres) -> None:
        source = f"--dbname={self._conninfo(server)}"
        run(server.folder, "pg_basebackup", f"--pgdata={server.data}", source, "--checkpoint=fast", "--no-sync")

    def _start_as_standby(self, server: Postgres) -> None:
        with (server.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{self._conninfo(server)}'\n")
        (server.data / "standby.signal").touch()
        server.start()
        self.standbys.append(server)

    def _conninfo(self, server: Postgres) -> str:
        primary = self.primary
        place = f"host=127.0.0.1 port={primary.port} user={USER} password={primary.password}"
        return f"{place} application_name={server.name}"


STREAMING = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')"


@contextmanager
def replicated(standbys: int = 1) -> Iterator[Cluster]:
    """A primary and standbys, of which one has a commit before it is confirmed; until the block ends."""
    with postgres.running() as primary:
        cluster = Cluster(primary, servers=[primary])
        try:
            for number in range(1, standbys + 1):
                cluster.add_standby(f"node{number}")
            cluster.synchronise(1)
            yield cluster
        finally:
            for server in cluster.servers:
                server.kill()  # told to stop, a primary would wait for its standbys
