"""The name by which a person of a register chose to be shown to others."""

from django.utils.translation import gettext as _

from tournament.models import Person
from tournament.ranking.facts import initials
from tournament.wording import named


def shown_name(person: Person, in_full: str = "") -> str:
    """Their name (as `in_full` writes it), their initials, or their number in the register."""
    if person.forgotten:
        return _("withdrawn person")
    names = {Person.Display.NAME: in_full or person.name, Person.Display.INITIALS: initials(person.name)}
    return named(names.get(Person.Display(person.display), ""), person.number)
