"""The mark of an event, as it stands on its paper."""

from django.db import models

from .event import Event


class Logo(models.Model):
    """The logo of an event as a data: address. A row of its own, for an event is read at every act."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="logo")
    picture = models.TextField()

    def __str__(self) -> str:
        return f"logo of {self.event.slug}"
