"""What this server has done and has to do, as figures for whoever keeps it: OpenMetrics text at /metrics.

Figures are counted in plain numbers, on the event loop; the library that writes them is loaded when somebody asks. No
label has a name, an address or a token of anybody: the values of each are few, and known.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count

from tournament.serving import lanes
from tournament.serving.wsgi_adapter import Answer
from tournament.site.release import COMMIT

# isort: split
# The bridge has set Django up, which the models need.
from tournament import __version__
from tournament.backups import place
from tournament.files.models import JobRow, JobState

# Upper bounds (s) of the classes in which posts are counted; 20 is how long a phone waits.
BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
# For posts that no page answers.
NO_PAGE = "none"

posts: Counter[tuple[str, int]] = Counter()
polls: Counter[str] = Counter()
pages: Counter[str] = Counter()
# By act: posts per class of BOUNDS and beyond, and the sum of their seconds.
_classes: dict[str, list[int]] = {}
_seconds: dict[str, float] = {}


def count_post(answer: Answer, seconds: float) -> None:
    """Counts a post that was answered: by the page it was sent to, its status, and how long it took."""
    act = answer.view or NO_PAGE
    posts[act, answer.status] += 1
    _classes.setdefault(act, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1
    _seconds[act] = _seconds.get(act, 0.0) + seconds


def read_stored() -> dict[str, dict[str, float]]:
    """The figures that the database has, as name to label to value; to be called in a thread. Raises DatabaseError."""
    backups = place.backups()
    age = {"": time.time() - backups.status.last} if backups.last else {}
    jobs = JobRow.objects.values_list("state").annotate(Count("pk"))
    return {
        "jobs": dict.fromkeys(JobState, 0.0) | {state: float(count) for state, count in jobs},
        "backup_age_seconds": age,
        "backup_alarming": {"": float(backups.alarming)} if backups.folder else {},
    }


def text(stored: dict[str, dict[str, float]] | None) -> bytes:
    """The figures as OpenMetrics text; without those of the database where it does not answer (None).

    To be called in a thread, as the library takes a while to load; so figures are copied before they are read.
    """
    from prometheus_client import CollectorRegistry, ProcessCollector
    from prometheus_client.openmetrics.exposition import generate_latest

    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)
    registry.register(_Figures(stored))
    written: bytes = generate_latest(registry)  # type: ignore[no-untyped-call]
    return written


class _Figures:
    """What the library asks for the figures."""

    def __init__(self, stored: dict[str, dict[str, float]] | None) -> None:
        self._stored = stored

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
            InfoMetricFamily,
        )

        yield InfoMetricFamily("troel", "The release that runs.", {"version": __version__, "commit": COMMIT})
        counted = CounterMetricFamily("troel_posts", "Posts answered.", labels=["act", "status"])
        for (act, status), count in dict(posts).items():
            counted.add_metric([act, str(status)], count)
        yield counted
        latency = HistogramMetricFamily("troel_post_seconds", "From a whole post to its answer.", labels=["act"])
        for act, classes in dict(_classes).items():
            latency.add_metric([act], _cumulated(classes), _seconds.get(act, 0.0))
        yield latency
        for name, help, label, counter in (
            ("troel_polls", "Polls, answered from memory (kept) or read again (read).", "answer", polls),
            ("troel_pages", "Public pages, an edition that was kept or one made now.", "edition", pages),
        ):
            counted = CounterMetricFamily(name, help, labels=[label])
            for value, count in dict(counter).items():
                counted.add_metric([value], count)
            yield counted
        depth = GaugeMetricFamily("troel_lane_depth", "Requests in a lane, at work or waiting.", labels=["lane"])
        age = GaugeMetricFamily("troel_lane_age_seconds", "Age of the oldest request in a lane.", labels=["lane"])
        for lane in lanes.ALL:
            depth.add_metric([lane.name], lane.depth)
            age.add_metric([lane.name], lane.age)
        yield depth
        yield age
        yield GaugeMetricFamily("troel_database_up", "Whether the database answers.", float(self._stored is not None))
        for name, values in (self._stored or {}).items():
            gauge = GaugeMetricFamily(f"troel_{name}", STORED[name], labels=["state"] if name == "jobs" else [])
            for value, figure in values.items():
                gauge.add_metric([value] if value else [], figure)
            yield gauge


STORED = {
    "jobs": "Files that somebody asked for, on all servers, by state.",
    "backup_age_seconds": "Age of the newest backup in the folder that was named; nothing if there is none.",
    "backup_alarming": "Whether somebody must look after the backups; nothing if no folder was named.",
}


def _cumulated(classes: list[int]) -> list[tuple[str, float]]:
    total, buckets = 0, []
    for bound, count in zip((*BOUNDS, "+Inf"), classes, strict=True):
        total += count
        buckets.append((str(bound), float(total)))
    return buckets
