from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0032_paper_signed")]

    operations = [migrations.AddField("event", "cash_counts", models.JSONField(default=list))]
