"""People who may be in an event twice: with one name spelled twice, or with almost the same name."""

from collections import defaultdict
from itertools import combinations

from tournament.models import Entry, Event
from tournament.naming import clubs_agree, near_keys, twin_key

MOST_TWINS = 50


def twins(event: Event) -> list[tuple[Entry, Entry]]:
    """Pairs of entries that are not out, of one club or without, by number; at most MOST_TWINS."""
    alike: defaultdict[object, list[Entry]] = defaultdict(list)
    there = Entry.objects.filter(event=event, excluded=False).exclude(withdrawn=True, waiting=0)
    for entry in there.select_related("player").order_by("number"):
        for key in {twin_key(entry.player.name), *near_keys(entry.player.name)}:
            alike[key].append(entry)
    pairs = {
        (one.number, other.number): (one, other)
        for same in alike.values()
        for one, other in combinations(same[:MOST_TWINS], 2)
        if clubs_agree(one.player.club, other.player.club)
    }
    return [pairs[numbers] for numbers in sorted(pairs)][:MOST_TWINS]
