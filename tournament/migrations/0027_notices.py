from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0026_frozen_ranking")]

    operations = [
        migrations.AddField("event", "notices", models.JSONField(default=list)),
    ]
