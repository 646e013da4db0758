from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0019_appeals")]

    operations = [
        migrations.AddField("round", "provisional_until", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("event", "final_at", models.DateTimeField(blank=True, null=True)),
    ]
