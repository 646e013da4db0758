"""The server's application with as many threads for what tables write as WRITERS says."""

import os

from tournament.serving import lanes

lanes.TABLES = lanes.Lane("tables", int(os.environ["WRITERS"]), lanes.WRITES_WAIT, in_order=True)

# isort: split
# It finds the lanes as they are now.
from tournament.asgi import application

__all__ = ["application"]
