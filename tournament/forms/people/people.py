"""Players and members as forms; they return finished `Entrant`s, reasons and roles."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.acts.kernel.decisions import LONGEST_REASON
from tournament.acts.people.registration import NAME_LENGTH, Entrant, with_surname
from tournament.forms.event.accounts import SignInNameForm
from tournament.forms.table.deals import new_key
from tournament.models import Entry, Membership
from tournament.naming import without

SPOKEN = (("", "–"), *settings.LANGUAGES)
CLUBS = "clubs"


class PersonForm(forms.Form):
    """The details of a player."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    surname = forms.CharField(
        label=_("Surname, used to sort lists"),
        help_text=_("Leave empty for what follows the first name: Van den Broeck for An Van den Broeck."),
        max_length=NAME_LENGTH,
        required=False,
    )
    club = forms.CharField(
        label=_("Club"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"list": CLUBS})
    )
    language = forms.ChoiceField(label=_("Language"), choices=SPOKEN, required=False)
    role = forms.ChoiceField(label=_("Plays as"), choices=Entry.PlayerRole.choices, initial=Entry.PlayerRole.COMPETITOR)
    initials_only = forms.BooleanField(label=_("Show initials instead of the name in public"), required=False)
    writes = forms.BooleanField(label=_("Is willing to keep score for the table"), required=False)
    family = forms.CharField(
        label=_("Family"),
        help_text=_("One word for all members of a family, whom the draw keeps apart. It is never shown in public."),
        max_length=NAME_LENGTH,
        required=False,
    )

    def person(self) -> Entrant:
        """The person of a valid form."""
        return with_surname(Entrant(**self._fields()), typed_surname(self))

    def _fields(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "surname"}


def typed_surname(form: forms.Form) -> str:
    """The surname as typed; "" if it was left unchanged while the name was changed to one without it."""
    surname: str = form.cleaned_data["surname"]
    stale = "surname" not in form.changed_data and without(form.cleaned_data["name"], surname) is None
    return "" if stale else surname


class NewPersonForm(PersonForm):
    """A player who is yet to be entered.

    `start` is the player's number unless another is typed: it was free when the form was made, so a form sent twice
    enters nobody twice. If a player of the same name exists, the form asks to confirm that this is another person.
    """

    number = forms.IntegerField(
        label=_("Number"),
        help_text=_("Leave empty for the next free number."),
        min_value=1,
        max_value=1_000_000,
        required=False,
    )
    start = forms.IntegerField(min_value=1, max_value=1_000_000, widget=forms.HiddenInput)
    another = forms.BooleanField(
        label=_("This is another person"), required=False, widget=forms.HiddenInput, initial=False
    )

    def ask_whether_another(self, twin: str) -> None:
        """Asks for confirmation that this is not `twin`, who has the same or almost the same name."""
        self.fields["another"].widget = forms.CheckboxInput()
        self.add_error(
            "another", _("There is already a player with this name or a very similar one: %(twin)s.") % {"twin": twin}
        )

    def person(self) -> Entrant:
        """The person of a valid form, with their number."""
        data = self._fields()
        start = data.pop("start")
        del data["another"]
        person = Entrant(**{**data, "number": data["number"] or start})
        return with_surname(person, typed_surname(self))


class ArrivalForm(forms.Form):
    """Somebody at the desk who is not on the list. `key` is new in every form, so that none enters a person twice."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    club = forms.CharField(
        label=_("Club"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput({"list": CLUBS})
    )
    joker = forms.BooleanField(label=pgettext_lazy("volunteer who completes a table", "joker"), required=False)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)

    def person(self) -> Entrant:
        """The person of a valid form."""
        role = Entry.PlayerRole.JOKER if self.cleaned_data["joker"] else Entry.PlayerRole.COMPETITOR
        return Entrant(self.cleaned_data["name"], self.cleaned_data["club"], role=role)


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea({"rows": 3}))


class OptionalReasonForm(forms.Form):
    """As `ReasonForm`, but the reason may be left out."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=False, widget=forms.Textarea({"rows": 3})
    )


class InvitationForm(SignInNameForm):
    """Somebody who is to work for the event, and in which role."""

    role = forms.ChoiceField(
        label=pgettext_lazy("what a member of the staff may do", "Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.DESK,
    )


class PlaysAsForm(forms.Form):
    """The player that a member of the staff is in this event."""

    number = forms.IntegerField(
        label=_("Player number"),
        help_text=_("Leave empty for somebody who does not play. Nobody judges at a table where they play."),
        min_value=1,
        max_value=1_000_000,
        required=False,
    )
    of = forms.CharField(widget=forms.HiddenInput)
