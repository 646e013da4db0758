"""Connections that are given up when nothing comes back, and closed when a newer primary was met."""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from tournament.site.postgresql.fence import Node, Primary, fence

T = TypeVar("T")

# How long (s) a server may take to say who it is.
IDENTITY_SECONDS = 3.0
# A standby has no timeline of its own to write on.
IDENTITY = """
SELECT system_identifier::text,
    CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END
FROM pg_control_system()
"""


class DatabaseSilentError(psycopg.OperationalError):
    """Nothing came back in time, though the connection stands."""


class OldPrimaryError(psycopg.OperationalError):
    """A newer primary has taken the place of this one."""


class FencedConnection(psycopg.Connection[Any]):
    """A connection of psycopg whose every answer has a deadline, and is only taken from a primary that is believed."""

    # How long (s) an answer may take; None for ever, as a command may work for long.
    deadline: float | None = IDENTITY_SECONDS
    _primary: Primary | None = None

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Waits for what psycopg has sent; everything that uses the connection passes through here.

        A frozen machine goes on acknowledging, so no time-out of the network ends the wait. Whether the primary is
        believed is asked before and after: an answer may have waited for longer than a promotion takes.
        """
        self._require_belief()
        try:
            answer = super().wait(gen, interval, self.deadline if timeout is None else timeout)
        except psycopg.OperationalError as fault:
            if fault.sqlstate or self.pgconn.transaction_status != TransactionStatus.ACTIVE:
                raise
            self.pgconn.finish()
            raise DatabaseSilentError(f"no answer in {self.deadline} s: the connection was closed") from fault
        self._require_belief()
        return answer

    def identify(self) -> Primary | None:
        """Who answers; None for a standby."""
        cluster, timeline = self.execute(IDENTITY).fetchone() or ("", None)
        return Primary(cluster, int(timeline, 16)) if timeline else None

    @property
    def fenced(self) -> bool:
        """Whether it is closed once a newer primary was met: not one that leads to a standby."""
        return self._primary is not None

    def admit(self) -> None:
        """From now on only answers of a primary that is believed are taken. Raises OldPrimaryError if this is none."""
        self._primary = self.identify()
        if self._primary:
            fence.meet(self._primary)
        self._require_belief()

    def _require_belief(self) -> None:
        if self._primary and not fence.believes(self._primary):
            self.pgconn.finish()
            raise OldPrimaryError("another primary has taken its place: the connection was closed")


def open_node(params: dict[str, Any], node: Node) -> FencedConnection:
    """A connection to one server, whoever that is. OperationalError if it cannot be reached."""
    where = {name: value for name, value in node._asdict().items() if value}
    return FencedConnection.connect(**{**params, **where, "autocommit": True})
