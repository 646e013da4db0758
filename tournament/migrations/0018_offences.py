from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_calls_for_the_jury")]

    operations = [
        migrations.AddField("decision", "offence", models.CharField(blank=True, default="", max_length=40)),
    ]
