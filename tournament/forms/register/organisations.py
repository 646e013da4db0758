"""An organisation and its people at work, as forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.acts.register.founding import free_address
from tournament.acts.register.organisations import OrganisationProfile
from tournament.forms.event.accounts import SignInNameForm, sign_in_name
from tournament.forms.event.events import web_address
from tournament.models import Organisation, Steward


class NewOrganisationForm(forms.Form):
    """An organisation and its first owner."""

    name = forms.CharField(label=_("Name"), max_length=120)
    kind = forms.ChoiceField(
        label=_("Is a"),
        choices=Organisation.OrganisationKind.choices,
        initial=Organisation.OrganisationKind.CLUB,
        widget=forms.RadioSelect,
    )
    parent = forms.ModelChoiceField(
        Organisation.objects.exclude(kind=Organisation.OrganisationKind.CLUB).order_by("name"),
        label=_("Belongs to"),
        empty_label=_("nothing above it"),
        required=False,
        to_field_name="slug",
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    owner = sign_in_name(_("Its owner signs in as"))
    slug = web_address()

    def founding(self) -> dict[str, Any]:
        """What a valid form says, as `acts.register.founding.found_organisation` takes it."""
        data = self.cleaned_data
        parent = data["parent"].slug if data["parent"] else ""
        profile = OrganisationProfile(data["name"], data["kind"], parent, data["place"])
        return {"slug": data["slug"], "profile": profile, "username": data["owner"]}

    def clean(self) -> dict[str, Any]:
        """Makes the address from the name if none was given."""
        data = super().clean() or {}
        data["slug"] = data.get("slug") or free_address(data.get("name", ""))
        if not data["slug"] and "name" in data:
            self.add_error("slug", _("No address can be made from this name: type one."))
        return data


class StewardForm(SignInNameForm):
    """Somebody who is to work for an organisation, and as what."""

    role = forms.ChoiceField(
        label=pgettext_lazy("what a member of the staff may do", "Role"),
        choices=Steward.StewardRole.choices,
        initial=Steward.StewardRole.SECRETARY,
    )


class RightsForm(forms.Form):
    """What an account may do on the whole installation."""

    administrator = forms.BooleanField(
        label=_("Administrator"),
        help_text=_(
            "Makes clubs, appoints their owners, gives these rights, and sees the backups, which hold all clubs."
        ),
        required=False,
    )
    makes_events = forms.BooleanField(
        label=_("May make events without a club"),
        help_text=_("Owners and secretaries make events of their own club without this."),
        required=False,
    )
    of = forms.CharField(widget=forms.HiddenInput)

    def rights(self) -> dict[str, Any]:
        """The rights of a valid form, as `acts.event.accounts.give_rights` takes them."""
        rights = ("administrator", "makes_events")
        return {"seen": self.cleaned_data["of"], **{right: self.cleaned_data[right] for right in rights}}
