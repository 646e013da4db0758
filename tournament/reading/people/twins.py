"""People who may be in an event twice: with one name spelled twice, or with almost the same name."""

from collections import defaultdict
from itertools import combinations

from tournament.models import Entry, Event
from tournament.naming import clubs_agree, near_keys, twin_key

MAX_TWINS = 50


def twins(event: Event) -> list[tuple[Entry, Entry]]:
    """Pairs of entries that are not out, of one club or without, by number; at most MAX_TWINS."""
    alike: defaultdict[object, list[Entry]] = defaultdict(list)
    entries = Entry.objects.filter(event=event, excluded=False).exclude(withdrawn=True, waiting=0)
    for entry in entries.select_related("player").order_by("number"):
        for key in {twin_key(entry.player.name), *near_keys(entry.player.name)}:
            alike[key].append(entry)
    pairs = {
        (entry.number, other.number): (entry, other)
        for same in alike.values()
        for entry, other in combinations(same[:MAX_TWINS], 2)
        if clubs_agree(entry.player.club, other.player.club)
    }
    return [pairs[numbers] for numbers in sorted(pairs)][:MAX_TWINS]
