import django.db.models.deletion
from django.db import migrations, models

JURY = [
    ("table", "the captain says whether the jury was there"),
    ("hand", "the jury itself allows them; until then the deal waits"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_last_seal")]

    # Every event so far asked the captain, and no decision says that it was recorded later.
    operations = [
        migrations.AddField("event", "jury", models.CharField(choices=JURY, default="table", max_length=5)),
        migrations.AddField("decision", "later", models.BooleanField(default=False)),
        migrations.AddField(
            "membership",
            "entry",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="memberships",
                to="tournament.entry",
            ),
        ),
    ]
