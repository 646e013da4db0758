from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0031_ending")]

    operations = [migrations.AddField("event", "paper_signed", models.BooleanField(default=False))]
