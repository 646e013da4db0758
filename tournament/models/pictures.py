"""The pictures of an event, as printed on its papers."""

from django.db import models

from .event import Event


class Picture(models.Model):
    """A picture of an event as a data: URL. It has its own row because the event's row is read at every act."""

    class Purpose(models.TextChoices):
        """What it is for; each is also the name of its field in a file."""

        LOGO = "logo"
        SPONSORS = "sponsors"

    event = models.ForeignKey(Event, models.PROTECT, related_name="pictures")
    kind = models.CharField(max_length=10, choices=Purpose.choices, default=Purpose.LOGO)
    picture = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["event", "kind"], name="one_picture_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.event.slug}"
