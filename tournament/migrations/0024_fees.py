from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0023_registration")]

    operations = [
        migrations.AddField("entry", "price", models.CharField(blank=True, max_length=40)),
        migrations.AddField("entry", "paid", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "entry",
            "paid_how",
            models.CharField(blank=True, choices=[("cash", "in cash"), ("bank", "by transfer")], max_length=4),
        ),
    ]
