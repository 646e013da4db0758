from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_fees")]

    operations = [
        migrations.AddField("table", "ended_after", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("table", "ended_because", models.CharField(blank=True, default="", max_length=500)),
        migrations.AddField("table", "averaged", models.BooleanField(default=False)),
        migrations.AddField("event", "prizes", models.JSONField(default=dict)),
    ]
