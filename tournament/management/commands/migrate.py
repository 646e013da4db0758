"""`manage.py migrate`: makes the tables and installs the triggers that protect the logbook."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from tournament import guards


class Command(migrate.Command):
    """Django's command, which then reinstalls the logbook's triggers: a table that was rebuilt has lost them."""

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        looked_on = options["plan"] or options["check_unapplied"]
        if not looked_on and guards.TABLE in connection.introspection.table_names():
            guards.lay()
