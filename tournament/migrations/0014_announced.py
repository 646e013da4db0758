from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_personal_links_and_signatures")]

    # The old column repeated the contract of the result. What is announced ends when the result is there, so no row
    # that was written before has any.
    operations = [
        migrations.RemoveField("deal", "announced"),
        migrations.AddField("deal", "announced", models.JSONField(blank=True, null=True)),
    ]
