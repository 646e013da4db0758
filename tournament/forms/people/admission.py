"""Registration as forms: what an event allows, and a player who registers."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.people.admission import required_of
from tournament.acts.people.registration import NAME_LENGTH, Entrant
from tournament.admission import MAX_ROOM, Admission, Price
from tournament.forms.people.account import AccountForm
from tournament.forms.people.people import SPOKEN
from tournament.forms.rounds.deadline import HourField
from tournament.forms.table.deals import new_key
from tournament.models import Entry, Event
from tournament.wording import money

# "Lid 8", "Member € 8,00", "Jeune 5.5 €"
AMOUNT = re.compile(r"(.+?)[ \t:]+€?[ \t]*([0-9]{1,3})(?:[.,]([0-9]{1,2}))?[ \t]*€?")


class AdmissionForm(AccountForm):
    """What an event says of registration."""

    field_order = ("form", "opens", "closes", "desk", "room", "age", "prices")

    form = forms.BooleanField(label=_("Players can register on a public page"), required=False)
    opens = HourField(label=_("Opens"), help_text=_("Leave empty to open at once."), required=False)
    closes = HourField(
        label=_("Closes"),
        help_text=_(
            "Leave empty for when the event closes. Once the first round is drawn, new players are on the waiting list."
        ),
        required=False,
    )
    desk = HourField(
        label=_("Check-in closes at"),
        help_text=_("Shown at the door. Who is absent then is out once you close check-in."),
        required=False,
    )
    room = forms.IntegerField(
        label=_("Maximum number of players"),
        help_text=_("Who comes after them is on the waiting list. Jokers are not counted."),
        min_value=0,
        max_value=MAX_ROOM,
        required=False,
    )
    age = forms.IntegerField(
        label=_("Minimum age"),
        help_text=_("Players confirm that they are old enough; no date of birth is kept. 0: nobody is asked."),
        min_value=0,
        max_value=120,
        required=False,
    )

    prices = forms.CharField(
        label=_("Prices"),
        help_text=_("One per line, as in “Member 8,00”. The first one is for everybody unless another is chosen."),
        max_length=600,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )

    def clean_prices(self) -> tuple[Price, ...]:
        """The prices in the lines."""
        return tuple(_price(line) for line in self.cleaned_data["prices"].splitlines() if line.strip())

    def admission(self) -> Admission:
        """The settings of a valid form."""
        data = {name: value for name, value in self.cleaned_data.items() if name in Admission.__slots__}
        return Admission(**{**data, "room": data["room"] or 0, "age": data["age"] or 0, "account": self.account()})


def admission_form(event: Event, data: Any = None) -> AdmissionForm:
    """The form of an event, with its settings; until they were saved, those that the regulation requires."""
    now = Admission.read(event.admission)
    initial = {name: getattr(now, name) for name in Admission.__slots__}
    initial["prices"] = "\n".join(f"{one.name} {one.cents // 100},{one.cents % 100:02}" for one in now.prices)
    initial |= AccountForm.initial_of_account(now.account)
    if not event.admission:
        required = required_of(event)
        initial |= {"age": required.age, "desk": required.desk}
    return AdmissionForm(data, initial=initial)


def _price(line: str) -> Price:
    found = AMOUNT.fullmatch(line.strip())
    if found is None:
        raise forms.ValidationError(_("“%(line)s” is not a name and an amount."), params={"line": line.strip()[:60]})
    return Price(" ".join(found[1].split()), int(found[2]) * 100 + int((found[3] or "0").ljust(2, "0")))


class ApplyForm(forms.Form):
    """A player who registers: what the event has to know, and no more. `key` enters nobody twice."""

    name = forms.CharField(
        label=_("Name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name", "autofocus": True})
    )
    club = forms.CharField(
        label=_("Club"), help_text=_("Leave empty if you play for yourself."), max_length=NAME_LENGTH, required=False
    )
    language = forms.ChoiceField(label=_("Language"), choices=SPOKEN, required=False)
    joker = forms.BooleanField(
        label=_("I come as a joker"),
        help_text=_("A joker is a volunteer who completes a table."),
        required=False,
    )
    writes = forms.BooleanField(label=_("I am willing to keep score for the table"), required=False)
    initials_only = forms.BooleanField(label=_("Show only my initials in public"), required=False)
    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)

    def __init__(self, data: Any, admission: Admission) -> None:
        super().__init__(data)
        if len(admission.prices) > 1:
            choices = [(price.name, f"{price.name}: {money(price.cents)}") for price in admission.prices]
            self.fields["price"] = forms.ChoiceField(
                label=_("Fee"),
                help_text=_("A joker pays nothing."),
                choices=choices,
                widget=forms.RadioSelect,
                required=False,  # a browser would ask a joker too; `clean` asks the others
            )
        if admission.age:
            who = {"age": admission.age}
            self.fields["old_enough"] = forms.BooleanField(
                label=gettext("On the day of the event I am %(age)s or older") % who,
                error_messages={"required": gettext("Only players of %(age)s or older can register.") % who},
            )

    def clean(self) -> dict[str, Any]:
        """Asks everybody but a joker for their price, if there is a choice."""
        data = self.cleaned_data
        if "price" in self.fields and "price" not in self.errors and not data.get("joker") and not data["price"]:
            self.add_error("price", self.fields["price"].error_messages["required"])
        return data

    def person(self) -> Entrant:
        """The person of a valid form."""
        data = self.cleaned_data
        told = {name: data[name] for name in ("club", "language", "writes", "initials_only")}
        role = Entry.PlayerRole.JOKER if data["joker"] else Entry.PlayerRole.COMPETITOR
        return Entrant(" ".join(data["name"].split()), role=role, **{**told, "club": " ".join(told["club"].split())})


class FeeForm(forms.Form):
    """The price of one player, and whether and how it was paid."""

    price = forms.ChoiceField(label=_("Fee"))
    how = forms.ChoiceField(
        label=_("Paid"), choices=(("", _("not paid")), *Entry.Paid.choices), required=False, widget=forms.RadioSelect
    )

    def __init__(self, data: Any, entry: Entry, admission: Admission) -> None:
        super().__init__(data, initial={"price": entry.price, "how": entry.paid_how})
        free = [("", _("pays nothing"))] if entry.role == Entry.PlayerRole.JOKER else []
        prices = [(price.name, f"{price.name}: {money(price.cents)}") for price in admission.prices]
        self.fields["price"].choices = free + prices  # type: ignore[attr-defined]
        self.fields["price"].required = not free
