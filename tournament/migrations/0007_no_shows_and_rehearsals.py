from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0006_draws_by_the_ranking_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="no_show",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="submission",
            name="wiped",
            field=models.BooleanField(default=False),
        ),
    ]
