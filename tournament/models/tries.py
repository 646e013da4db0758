"""What was tried lately: PINs, registrations, ways to sign in."""

from django.db import models


class Tries(models.Model):
    """The tries that one rule counts under one name; see `tournament.tries`.

    `name` is a digest of what is counted, `place` one of the link behind which it was tried, "" for none: neither an
    address nor a token nor a code can be read from a row. No event owns it, and a logbook says nothing of it.
    """

    name = models.CharField(max_length=64, primary_key=True)
    rule = models.CharField(max_length=20)
    place = models.CharField(max_length=64, blank=True, default="", db_index=True)
    # As the rule keeps it; moments are in seconds since 1970.
    tally = models.JSONField()
    # The moment at which the row means nothing any more.
    until = models.FloatField(db_index=True)

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.rule} {self.name[:12]}"
