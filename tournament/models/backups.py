"""What all servers on one database know of its backups."""

from django.db import models


class BackupNote(models.Model):
    """The folder for backups that was named, or what became of the last one (`backups.place`), on PostgreSQL alone.

    On SQLite they are files beside the database. No backup holds these rows: another machine has other folders.
    """

    name = models.CharField(max_length=20, primary_key=True)
    content = models.JSONField()

    def __str__(self) -> str:
        return self.name
