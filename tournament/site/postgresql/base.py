"""The backend, under the name by which Django looks for it."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base

from tournament.site.postgresql.connection import FencedConnection, open_node
from tournament.site.postgresql.fence import Node, fence
from tournament.site.postgresql.watch import watch

# How long (s) an open connection may take to say that it is; with an attempt to open another a page then waits five.
HEALTH_SECONDS = 2.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects to the newest primary among the hosts. `deadline` in OPTIONS is how long (s) an answer may take."""

    def get_connection_params(self) -> dict[str, Any]:
        """What psycopg is to be told."""
        params: dict[str, Any] = super().get_connection_params()
        params.pop("deadline", None)
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> FencedConnection:
        """A connection to a primary that is believed; OperationalError where none can be reached."""
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        hosts, ports = (str(conn_params.get(name, "")).split(",") for name in ("host", "port"))
        nodes = [Node(host, port) for host, port in zip(hosts, ports, strict=True)]
        if len(nodes) > 1:
            watch.begin(nodes, conn_params)
        faults: list[psycopg.OperationalError] = []
        for node in fence.in_order(nodes):
            try:
                return self._admitted(open_node(conn_params, node))
            except psycopg.OperationalError as fault:
                faults.append(fault)
        if len(faults) == 1:
            raise faults[0]
        raise psycopg.OperationalError("; ".join(str(fault) for fault in faults)) from faults[0]

    def is_usable(self) -> bool:
        """Whether a connection still answers; asked before a page, and one that lives does so at once.

        One that led to a standby is asked again who it is: promoted meanwhile, it is a primary like any other.
        """
        if self.connection is None:
            return False
        deadline, self.connection.deadline = self.connection.deadline, HEALTH_SECONDS
        usable: bool = super().is_usable()
        if usable and not self.connection.fenced:
            try:
                self.connection.admit()
            except psycopg.Error:
                usable = False
        self.connection.deadline = deadline
        return usable

    def _admitted(self, connection: FencedConnection) -> FencedConnection:
        """The connection itself, if what it leads to is believed; it is closed otherwise."""
        try:
            connection.admit()
        except psycopg.Error:
            connection.close()
            raise
        connection.deadline = self.settings_dict["OPTIONS"].get("deadline")
        return connection
