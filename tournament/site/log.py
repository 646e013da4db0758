"""What the log says of an error: no link that gives access, no row with names. As text, or as JSON (LOG=json)."""

import json
import logging
import random
import re
from contextvars import ContextVar
from datetime import UTC, datetime

# The URL of a table, of a player, of a member, of an invitation, of the first organiser: its token gives access.
TOKEN = re.compile(r"/(t|r|p|m|invitation|first-organiser)/[^/\s?#'\"]+")
# What PostgreSQL says of a row that it refuses: all that is in it, so also names.
ROW = re.compile(r"(DETAIL:\s+).*?(?=\n\n|\n(?:HINT|CONTEXT):|\Z)", re.DOTALL)
# What a proxy may call a request, so that its log and ours can be laid side by side.
REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")

# The request that this thread answers; "" outside of one.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def request_id_of(header: bytes) -> str:
    """What a request is called: as its X-Request-Id says, if that can be a name, or else by a new one."""
    return header.decode() if REQUEST_ID.fullmatch(header) else f"{random.getrandbits(64):016x}"


class Discreet(logging.Formatter):
    """A formatter that replaces every token and every row by …, wherever it is in a line or a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        return ROW.sub(r"\1…", TOKEN.sub(r"/\1/…", super().format(record)))


class DiscreetJson(Discreet):
    """The same as one JSON object a line: at, level, logger, request, message, and the traceback as `error`."""

    def __init__(self) -> None:
        super().__init__("{message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        message, _, error = super().format(record).partition("\n")
        content = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": message,
            "error": error,
        }
        return json.dumps({name: value for name, value in content.items() if value}, ensure_ascii=False)
