"""The backend, under the name by which Django looks for it."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base

from tournament.site.postgres.connection import FencedConnection, open_place
from tournament.site.postgres.fence import Place, fence
from tournament.site.postgres.watch import watch


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
        places = [Place(host, port) for host, port in zip(hosts, ports, strict=True)]
        if len(places) > 1:
            watch.begin(places, conn_params)
        faults: list[psycopg.OperationalError] = []
        for place in fence.in_order(places):
            try:
                return self._admitted(open_place(conn_params, place))
            except psycopg.OperationalError as fault:
                faults.append(fault)
        if len(faults) == 1:
            raise faults[0]
        raise psycopg.OperationalError("; ".join(str(fault) for fault in faults)) from faults[0]

    def _admitted(self, connection: FencedConnection) -> FencedConnection:
        """The connection itself, if what it leads to is believed; it is closed otherwise."""
        try:
            connection.admit()
        except psycopg.Error:
            connection.close()
            raise
        connection.deadline = self.settings_dict["OPTIONS"].get("deadline")
        return connection
