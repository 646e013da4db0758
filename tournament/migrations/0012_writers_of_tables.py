from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="phone",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="table",
            name="writer",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
