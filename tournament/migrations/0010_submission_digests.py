from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_rulings_about_players")]

    operations = [
        migrations.AddField("submission", "digest", models.CharField(blank=True, default="", max_length=64)),
    ]
