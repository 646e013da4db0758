"""`manage.py openapi`: the OpenAPI file of the open data, as docs/openapi.json has it."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from tournament.reading.outside import schema


class Command(BaseCommand):
    """Writes the file to standard output."""

    help = "The OpenAPI file of the open data, as docs/openapi.json has it."

    def handle(self, *_arguments: Any, **_options: Any) -> None:
        """Writes it."""
        self.stdout.write(json.dumps(schema.document(), indent=1, sort_keys=True))
