"""One drawing in a process of its own, for printing.py: drawing.py troel|reportlab sheets|slips|ranking"""

import json
import resource
import sys
import time
from importlib import import_module
from pathlib import Path

import django
from django.apps import apps

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

# Each library is imported while the clock runs.
MODULES = {"troel": "tournament.printing.papers", "reportlab": "benchmarks.support.by_hand"}


def main(drawer: str, paper: str) -> None:
    """Prints the seconds the processor worked, the megabytes held at most and the kilobytes made, as JSON."""
    django.setup()
    event = apps.get_model("tournament.Event").objects.get()
    order = import_module("tournament.printing.paper").Order(event, event.rounds.first() if paper == "sheets" else None)
    begun = time.process_time()
    drawing = import_module(MODULES[drawer]).KINDS[paper].make(order)
    seconds = time.process_time() - begun
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"s": seconds, "MB": held, "kB": len(drawing) / 1024}))


if __name__ == "__main__":
    main(*sys.argv[1:])
