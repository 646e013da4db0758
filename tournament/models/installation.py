"""What all servers on one database share."""

from django.db import models


class Installation(models.Model):
    """One row (number 1), made at the first start: what proves that a server has the keys of the others.

    A digest is an HMAC under the key itself, hexadecimal, and tells nothing of it.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    secret_digest = models.CharField(max_length=64)
    link_digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"installation {self.pk}"
