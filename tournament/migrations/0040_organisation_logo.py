from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0039_trusted_devices"),
    ]

    operations = [
        migrations.AddField(
            model_name="organisation",
            name="logo",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
