from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0021_clock_and_final")]

    operations = [
        migrations.AddField("event", "admission", models.JSONField(default=dict)),
        migrations.AddField("entry", "waiting", models.PositiveIntegerField(default=0)),
    ]
