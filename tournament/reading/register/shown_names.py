"""The name by which a person of a register chose to be shown, and what tells stewards two of one name apart."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament.models import Person
from tournament.naming import tell_apart
from tournament.ranking.facts import initials
from tournament.wording import named


def shown_name(person: Person, in_full: str = "") -> str:
    """Their name (as `in_full` writes it), their initials, or their number in the register."""
    if person.forgotten:
        return _("withdrawn person")
    names = {Person.Display.NAME: in_full or person.name, Person.Display.INITIALS: initials(person.name)}
    return named(names.get(Person.Display(person.display), ""), person.number)


def distinct_names(persons: Mapping[int, Person]) -> dict[int, str]:
    """What persons are called on one page, by number, which stands behind a name that several of them show."""
    names = tell_apart([(shown_name(person), number) for number, person in persons.items()])
    return dict(zip(persons, names, strict=True))


def person_mark(person: Person) -> str:
    """What sets a person apart for stewards: "12, member since 2020, licence number 4711". Prefetch `affiliations`."""
    words = [str(person.number)]
    if affiliations := list(person.affiliations.all()):
        last = affiliations[-1]
        words.append(_("%(kind)s since %(year)s") % {"kind": last.get_kind_display(), "year": last.since.year})
        if last.licence:
            words.append(_("licence number %(licence)s") % {"licence": last.licence})
    return ", ".join(words)
