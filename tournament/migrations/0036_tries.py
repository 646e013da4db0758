from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_installation")]

    operations = [
        migrations.CreateModel(
            "Tries",
            [
                ("name", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("rule", models.CharField(max_length=20)),
                ("place", models.CharField(blank=True, db_index=True, default="", max_length=64)),
                ("tally", models.JSONField()),
                ("until", models.FloatField(db_index=True)),
            ],
            options={"verbose_name_plural": "tries"},
        ),
    ]
