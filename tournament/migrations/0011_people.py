from typing import Any

from django.db import migrations, models

from tournament.naming import sorting


def sort_those_who_are_there(apps: Any, _editor: Any) -> None:
    player = apps.get_model("tournament", "Player")
    found = list(player.objects.only("pk", "name"))
    for one in found:
        one.sorting = sorting(one.name)
    player.objects.bulk_update(found, ["sorting"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_submission_digests"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="surname",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="player",
            name="sorting",
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name="event",
            name="spent_numbers",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="event",
            name="binned",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(sort_those_who_are_there, migrations.RunPython.noop),
    ]
