"""A member or guest of a club, and who the players of its events are."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.acts.people.registration import NAME_LENGTH, Entrant, with_surname
from tournament.acts.register.persons import MAX_LICENCE, ClubMembership, NewPerson, PersonDetails
from tournament.forms.event.events import DayField
from tournament.forms.people.people import SPOKEN, PersonForm, typed_surname
from tournament.forms.table.deals import new_key
from tournament.integers import read_integer
from tournament.models import Affiliation, Person

# The choice of a player who is nobody of the register yet; and the names of the fields of one.
GUEST = "guest"
CHOICE, OTHER = "person-", "other-"


class AffiliatedForm(forms.Form):
    """Somebody of a club by name, and what they are to it."""

    name = forms.CharField(label=_("First name and surname"), max_length=NAME_LENGTH)
    kind = forms.ChoiceField(
        label=pgettext_lazy("member or guest", "Is"),
        choices=Affiliation.AffiliationKind.choices,
        initial=Affiliation.AffiliationKind.GUEST,
        widget=forms.RadioSelect,
    )
    licence = forms.CharField(label=_("Licence number"), max_length=MAX_LICENCE, required=False)


class MemberForm(AffiliatedForm):
    """Somebody of a club: who they are, how they are shown, and what they are to it."""

    field_order = ("name", "surname", "language", "display")
    surname = PersonForm.base_fields["surname"]
    language = forms.ChoiceField(label=_("Language"), choices=SPOKEN, required=False)
    display = forms.ChoiceField(
        label=_("Shown in public as"),
        help_text=_("In the season and in every event of the club from then on."),
        choices=Person.Display.choices,
        initial=Person.Display.NAME,
        widget=forms.RadioSelect,
    )
    since = DayField(label=_("Since"))
    until = DayField(label=_("Last day"), help_text=_("Leave empty as long as it goes on."), required=False)

    def details(self) -> PersonDetails:
        """Who the person of a valid form is."""
        data = self.cleaned_data
        surname = with_surname(Entrant(data["name"]), typed_surname(self)).surname
        return PersonDetails(data["name"], surname, data["language"], data["display"])

    def clean(self) -> dict[str, Any]:
        """Refuses a last day before the first."""
        data = super().clean() or {}
        since, until = data.get("since"), data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day comes before the first."))
        return data


class NewMemberForm(AffiliatedForm):
    """A person who is entered by hand."""

    another = forms.BooleanField(
        label=_("This is another person"), required=False, widget=forms.HiddenInput, initial=False
    )
    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)

    def person(self) -> NewPerson:
        """The person of a valid form."""
        data = self.cleaned_data
        return NewPerson(PersonDetails(data["name"]), ClubMembership(data["kind"], data["licence"]))

    def ask_whether_another(self, twin: Person) -> None:
        """Asks for confirmation that this is not `twin`, who has the same name."""
        self.fields["another"].widget = forms.CheckboxInput()
        who = {"number": twin.number, "name": twin.name}
        self.add_error("another", _("No. %(number)s, %(name)s, has this name already.") % who)


def chosen_persons(data: QueryDict) -> dict[int, int | None]:
    """Whom somebody chose for the players of an event, by the player's number: a person's, or None for a new guest.

    Another person, typed by number, takes precedence over one of those that were suggested.
    """
    choices: dict[int, int | None] = {}
    for name, value in data.items():
        number = read_integer(name.removeprefix(CHOICE)) if name.startswith(CHOICE) else None
        if number is None:
            continue
        other = str(data.get(f"{OTHER}{number}", "")).split(" ")[0]
        person = read_integer(other or str(value))
        if value == GUEST and not other:
            choices[number] = None
        elif other or value:
            # What is no number at all is nobody's: the act refuses it.
            choices[number] = person or 0
    return choices
