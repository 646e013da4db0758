from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_notices")]

    operations = [migrations.AddField("event", "typed_twice", models.BooleanField(default=False))]
