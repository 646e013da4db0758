"""The logo of an event, as printed on its papers."""

from django.db import models

from .event import Event


class Logo(models.Model):
    """The logo of an event as a data: URL. It has its own row because the event's row is read at every act."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="logo")
    picture = models.TextField()

    def __str__(self) -> str:
        return f"logo of {self.event.slug}"
