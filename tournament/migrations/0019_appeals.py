import django.db.models.deletion
from django.db import migrations, models

OUTCOMES = [
    ("", "open"),
    ("upheld", "the decision stands"),
    ("cancelled", "the decision is cancelled"),
    ("replaced", "the decision is replaced by another"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_offences")]

    operations = [
        migrations.AddField("event", "appeal_minutes", models.PositiveSmallIntegerField(default=0)),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=40)),
                ("text", models.CharField(blank=True, max_length=500)),
                ("outcome", models.CharField(blank=True, choices=OUTCOMES, default="", max_length=10)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.CharField(blank=True, max_length=40)),
                ("seconded_by", models.CharField(blank=True, max_length=40)),
                (
                    "decision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="tournament.decision",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="tournament.entry"
                    ),
                ),
                (
                    "replacement",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaces",
                        to="tournament.decision",
                    ),
                ),
            ],
            options={
                "ordering": ["decision__number", "entry__number"],
                "constraints": [
                    models.UniqueConstraint(fields=["decision", "entry"], name="one_appeal_per_decision_and_entry")
                ],
            },
        ),
    ]
