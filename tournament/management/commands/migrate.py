"""`manage.py migrate`: makes the tables, also of files, and installs the triggers that protect the logbook."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection

from tournament import guards
from tournament.files.database import alias


class Command(migrate.Command):
    """Django's command, which then reinstalls the logbook's triggers: a table that was rebuilt has lost them."""

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if options["database"] == DEFAULT_DB_ALIAS != alias() and not (options["run_syncdb"] or options["app_label"]):
            super().handle(*args, **{**options, "database": alias()})
        looked_on = options["plan"] or options["check_unapplied"]
        if not looked_on and guards.TABLE in connection.introspection.table_names():
            guards.lay()
