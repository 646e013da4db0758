"""The server's application with as many threads for what tables write as WRITERS says."""

import os
from importlib import import_module

from tournament.serving import lanes

lanes.TABLES = lanes.Lane("tables", int(os.environ["WRITERS"]), lanes.WRITES_WAIT, in_order=True)
application = import_module("tournament.asgi").application  # which finds the lanes as they are now
