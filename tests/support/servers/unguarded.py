"""Takes the guards off the logbook, as only a test may: with them the emptying of the tables after it is refused."""

from django.db import connection

from tournament import guards


def take_off(*names: str) -> None:
    """Drops these triggers from the logbook, or all that stand over it."""
    on_table = f" ON {guards.TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in names or guards.standing():
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
