from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_the_last_seal(apps: Any, _schema: Any) -> None:
    """Gives every event the hash of its logbook's last line."""
    lines = apps.get_model("tournament", "LogEntry").objects.filter(event=OuterRef("pk"))
    last = Subquery(lines.order_by("-sequence").values("hash")[:1])
    apps.get_model("tournament", "Event").objects.filter(log__isnull=False).update(seal=last)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_announced")]

    operations = [
        migrations.AddField("event", "seal", models.CharField(default="0" * 64, max_length=64)),
        migrations.RunPython(name_the_last_seal, migrations.RunPython.noop),
    ]
