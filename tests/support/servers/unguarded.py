"""Takes the guards off sealed lines, as only a test may: with them the emptying of the tables after it is refused."""

from django.db import connection

from tournament import guards


def take_off(*names: str) -> None:
    """Drops these triggers, or all that stand over logbooks and registers."""
    with connection.cursor() as cursor:
        for name in names or guards.standing():
            on_table = f" ON {guards.table_of(name)}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{on_table}")
