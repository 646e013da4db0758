"""What the log says of an error: everything but the links that give access."""

import logging
import re

# The URL of a table, of a player, of an invitation, of the first organiser: the token after it gives access.
TOKEN = re.compile(r"/(t|r|p|invitation|first-organiser)/[^/\s?#'\"]+")


class Discreet(logging.Formatter):
    """A formatter that replaces every token by …, wherever it is in a line or a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        return TOKEN.sub(r"/\1/…", super().format(record))
