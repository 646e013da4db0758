from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0025_ended_tables")]

    operations = [
        migrations.AddField("event", "frozen_after", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("event", "revealed", models.PositiveIntegerField(default=0)),
    ]
