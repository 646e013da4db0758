from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_typed_twice")]

    operations = [
        migrations.AddField("round", "timer_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("round", "timer_since", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("round", "timer_spent", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "extra_minutes", models.PositiveSmallIntegerField(default=0)),
    ]
