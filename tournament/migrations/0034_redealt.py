from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0033_cash_counts")]

    operations = [
        migrations.AddField("decision", "redealt", models.PositiveSmallIntegerField(blank=True, null=True)),
    ]
