from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0034_redealt")]

    operations = [
        migrations.CreateModel(
            name="Installation",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("secret_digest", models.CharField(max_length=64)),
                ("link_digest", models.CharField(max_length=64)),
            ],
        ),
    ]
