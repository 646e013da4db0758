"""An invented championship in progress, generated from a seed: to show, to try, to measure."""

from tournament.demo.championship import Demo, make

__all__ = ["Demo", "make"]
