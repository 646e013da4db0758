"""How the log tells what went wrong: without the links that open a door."""

import logging
import re

# The address of a table, of an invitation, of the first organiser: whoever has the token after it may come in.
TOKEN = re.compile(r"/(t|invitation|first-organiser)/[^/\s?#'\"]+")


class Discreet(logging.Formatter):
    """A formatter that writes … for every token, wherever in a line or a traceback it stands."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        return TOKEN.sub(r"/\1/…", super().format(record))
