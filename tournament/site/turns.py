"""Turns among all servers: who holds a name is alone with it until the end of their transaction."""

import hashlib

from django.db.backends.base.base import BaseDatabaseWrapper


def take_turn(connection: BaseDatabaseWrapper, name: str) -> None:
    """Holds back others who take a turn under this name, until the transaction ends; on SQLite that holds back all."""
    if connection.vendor == "postgresql":
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
