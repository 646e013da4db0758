import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_timer")]

    operations = [
        migrations.RenameModel("Logo", "Picture"),
        migrations.AlterField(
            "picture",
            "event",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="pictures", to="tournament.event"),
        ),
        migrations.AddField(
            "picture",
            "kind",
            models.CharField(
                choices=[("logo", "Logo"), ("sponsors", "Sponsors")],
                default="logo",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "picture", models.UniqueConstraint(fields=("event", "kind"), name="one_picture_of_a_kind")
        ),
    ]
