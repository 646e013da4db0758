"""Each of several hosts is looked at once a second: so a promotion is known before anybody asks the new primary."""

import time
from collections.abc import Iterable, Mapping
from threading import Event, Lock, Thread
from typing import Any

import psycopg

from tournament.site.postgresql.connection import FencedConnection, open_node
from tournament.site.postgresql.fence import Node, fence

PAUSE = 1.0
# How long (s) the first connection of a process waits for the first look at all hosts.
FIRST_LOOK_SECONDS = 5.0


class Watch:
    """A thread per host, from the first connection on."""

    def __init__(self) -> None:
        self._starting = Lock()
        self._looked: dict[Node, Event] = {}

    def begin(self, nodes: Iterable[Node], params: Mapping[str, Any]) -> None:
        """Returns once each server was looked at, or does not answer.

        A process that has just started has met nobody: it could otherwise take an old primary, if that answers first.
        """
        params = {**params, "target_session_attrs": "any"}
        with self._starting:
            for node in nodes:
                if node not in self._looked:
                    self._looked[node] = Event()
                    Thread(target=self._look, args=[node, params], name="primaries", daemon=True).start()
        latest = time.monotonic() + FIRST_LOOK_SECONDS
        for node in nodes:
            self._looked[node].wait(max(0.0, latest - time.monotonic()))

    def _look(self, node: Node, params: dict[str, Any]) -> None:
        connection: FencedConnection | None = None
        while True:
            primary, begun = None, fence.now()
            try:
                connection = connection or open_node(params, node)
                primary = connection.identify()
            except psycopg.Error:
                if connection:
                    connection.close()
                connection = None
            fence.look(node, primary, begun)
            self._looked[node].set()
            time.sleep(PAUSE)


watch = Watch()
