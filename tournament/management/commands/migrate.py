"""`manage.py migrate`: brings the tables up to date, with the triggers of the logbook and the digests of the keys."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection

from tournament import guards, installation
from tournament.backups import archive, upgrade
from tournament.files.database import make_tables
from tournament.models import Installation
from tournament.site import schema


class Command(migrate.Command):
    """Django's command, by one server at a time, after a backup if there is anything to do.

    Then it lays the logbook's triggers again, which a rebuilt table has lost, and compares the keys.
    """

    help = "Brings the tables up to date, after a backup; serve does it too."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="Makes no backup before the tables are changed.")
        parser.add_argument(
            "--if-missing", action="store_true", help="Looks at no table if each migration has been applied: 1 s less."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if a newer Troel made the tables or no backup can be made."""
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        with schema.one_at_a_time():
            applied = schema.applied_migrations()
            refuse_newer_tables(applied)
            missing = options["app_label"] or schema.missing_migrations(applied)
            if missing and not options["no_backup"]:
                self._back_up()
            if missing or not options["if_missing"]:
                super().handle(*args, **options)
            # The tests begin each database by itself.
            if options["database"] == DEFAULT_DB_ALIAS and not options["run_syncdb"]:
                make_tables()
            guards.lay()
            if Installation._meta.db_table in connection.introspection.table_names():
                installation.settle_keys()

    def _back_up(self) -> None:
        try:
            file = upgrade.keep_before_upgrade()
        except archive.UNMADE as fault:
            raise CommandError(
                f"The tables are not changed, as no backup could be made before: {fault}. "
                "migrate --no-backup goes on without."
            ) from fault
        if file:
            self.stdout.write(f"{file} is a backup of the tables as they were.")


def refuse_newer_tables(applied: set[schema.Name]) -> None:
    """Raises CommandError, a sentence, if one of these migrations is not known to this release."""
    if newer := schema.newer_migrations(applied):
        raise CommandError(
            f"A newer Troel made the tables of this database ({newer[-1]}): start that one, or a later one; "
            "or go back by the backup that was made before it changed them."
        )
