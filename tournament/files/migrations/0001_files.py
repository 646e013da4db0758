import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="JobRow",
            fields=[
                ("id", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("event", models.CharField(db_index=True, max_length=60)),
                ("request", models.JSONField()),
                ("at", models.FloatField()),
                ("slow", models.BooleanField(default=False)),
                ("state", models.CharField(db_index=True, max_length=12)),
                ("attempt", models.PositiveSmallIntegerField(default=0)),
                ("leased_until", models.FloatField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("sentence", models.TextField(blank=True, default="")),
                ("log", models.TextField(blank=True, default="")),
            ],
        ),
        migrations.CreateModel(
            name="StoredPicture",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("data", models.BinaryField()),
                ("at", models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name="JobNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="files.jobrow"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JobFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempt", models.PositiveSmallIntegerField()),
                ("path", models.CharField(max_length=100)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("digest", models.CharField(blank=True, default="", max_length=64)),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="files.jobrow"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Piece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "file",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="files.jobfile",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="jobfile",
            constraint=models.UniqueConstraint(fields=("job", "attempt", "path"), name="one_file_per_path"),
        ),
        migrations.AddConstraint(
            model_name="piece",
            constraint=models.UniqueConstraint(fields=("file", "number"), name="one_piece_per_number"),
        ),
    ]
