"""Browsers that stay signed in."""

from django.conf import settings
from django.db import models


class TrustedDevice(models.Model):
    """A browser in which an account stays signed in until `expires`; see `tournament.remembered`.

    The browser has the token, the row its digest, which holds for one password. No event owns it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="trusted_devices")
    token_hash = models.CharField(max_length=64)
    # What kind of browser it is, in a few words.
    name = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField()
    last_seen = models.DateTimeField()
    expires = models.DateTimeField()

    class Meta:
        ordering = ["-last_seen", "-pk"]

    def __str__(self) -> str:
        return f"{self.user} {self.name}"
