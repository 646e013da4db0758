"""Taking the names of players out of a closed event: its results, its ranks and its seals stay."""

import json
from collections import defaultdict
from collections.abc import Collection
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine, declared
from tournament.acts.kernel.text_references import People, TextReference, erase_text
from tournament.acts.people.deletion import texts_about
from tournament.acts.table.sheet_pictures import pictures_of, unnamed_pictures
from tournament.errors import UserError
from tournament.files.evidence import delete_pictures
from tournament.models import Appeal, Entry, Event, LogEntry, PersonalText, Player, Signature
from tournament.naming import sorting

# What tells who somebody is. The club stays, because the ranking of the clubs depends on it.
NAMES = ("name", "surname", "family")
# A file that is read back accepts no line of more than 200,000 characters.
PEOPLE_A_LINE, TEXTS_A_LINE = 400, 1600


def anonymise(event: Event, actor: str, numbers: Collection[int]) -> None:
    """Empties the names of these players for good, and every text that is only about people whose names are gone.

    The pictures of sheets on which they stand go too. They then are "player 12". Refused while the event is open;
    writes nothing if nothing is left to empty.
    """
    with logbook.locked_event(event, even_archived=True) as event:
        require_closed(event)
        going = list(named_entries(event).filter(number__in=numbers).values_list("number", flat=True))
        nameless = {*going, *Entry.objects.filter(event=event, player__name="").values_list("number", flat=True)}
        references = [TextReference(digest) for digest in texts_about(event, nameless, NAMES)]
        references += reasons_about(event, nameless)
        stored = set(PersonalText.objects.filter(event=event).exclude(text="").values_list("digest", flat=True))
        texts = [text for text in references if text.digest in stored]
        while going or texts:
            part = texts[:TEXTS_A_LINE]
            facts = {"numbers": going[:PEOPLE_A_LINE], "texts": [text.digest for text in part]}
            where = [list(place) for text in part for place in text.paths]
            logbook.write(event, actor, "anonymise", {**facts, "where": where}, 2)
            del going[:PEOPLE_A_LINE], texts[:TEXTS_A_LINE]
        # Names are on the sheets: the pictures go, the lines that name them stay. What no line names is nobody's.
        transaction.on_commit(partial(delete_pictures, [*pictures_of(event, nameless), *unnamed_pictures()]))


def forgotten_pictures() -> set[str]:
    """The digests of the pictures of sheets that went with somebody's name, or that were to go."""
    nameless = Entry.objects.filter(player__name="").values_list("event", "number")
    by_event: defaultdict[int, set[int]] = defaultdict(set)
    for event, number in nameless:
        by_event[event].add(number)
    events = Event.objects.in_bulk(by_event)
    return {digest for key, numbers in by_event.items() for digest in pictures_of(events[key], numbers)}


def reasons_about(event: Event, numbers: Collection[int]) -> list[TextReference]:
    """The reasons in the logbook that are about nobody but these players."""
    people, them = People(event), frozenset(numbers)
    reasons_of = {name: act.reasons for name, act in declared().items() if act.reasons}
    lines = LogEntry.objects.filter(event=event, act__in=reasons_of).order_by("sequence").values_list("act", "text")
    references = (text for act, line in lines for text in reasons_of[act](json.loads(line)["facts"], people))
    return [text for text in references if text.digest and them.issuperset(text.about)]


def require_closed(event: Event) -> None:
    """Refuses while people still play."""
    if event.is_open:
        raise UserError(_("Close the event first. Until then, players are called by their names."))


def named_entries(event: Event) -> Any:
    """The entries whose names have not been removed, by number."""
    return Entry.objects.filter(event=event).exclude(player__name="").order_by("number")


@Act("anonymise", _("Names removed"), versions=(1, 2))
def apply_anonymise(line: LogLine) -> None:
    event, numbers = line.event, line.facts["numbers"]
    # Lines of version 1 left the salts.
    logbook.empty_texts(event, line.facts["texts"], salts=line.version > 1)
    people = Player.objects.filter(entries__event=event, entries__number__in=numbers)
    people.update(**dict.fromkeys(NAMES, ""), sorting=sorting("", ""))
    Signature.objects.filter(table__round__event=event, entry__number__in=numbers).update(text="")
    Appeal.objects.filter(decision__event=event, entry__number__in=numbers).update(text="")
    for kind, *place in line.facts.get("where", ()):
        erase_text(event, kind, *place)
