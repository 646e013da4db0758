"""The account to which players may transfer what they pay, as two fields of a form."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.admission import MAX_PAYEE, Account, compact_iban, is_iban, read_account


class AccountForm(forms.Form):
    """A form that also asks for an account; none is asked for if the IBAN stays empty."""

    iban = forms.CharField(
        label=_("IBAN"),
        help_text=_("Whoever has to pay sees this account, and a code for the app of their bank. Empty: at the desk."),
        max_length=50,
        required=False,
    )
    payee = forms.CharField(
        label=_("Name of the account holder"),
        help_text=_("As the bank knows it."),
        max_length=MAX_PAYEE,
        required=False,
    )

    def clean_iban(self) -> str:
        """The IBAN without spaces; its check digits tell a slip."""
        iban = compact_iban(self.cleaned_data["iban"])
        if iban and not is_iban(iban):
            raise forms.ValidationError(_("This is not an IBAN: compare it with the one of the bank."))
        return iban

    def clean(self) -> dict[str, Any]:
        """Asks whose account it is."""
        data = super().clean() or {}
        if data.get("iban") and not data.get("payee"):
            self.add_error("payee", _("Say whose account it is."))
        return data

    def account(self) -> str:
        """The account of a valid form as text (`admission.read_account`); "" for none."""
        account = Account(self.cleaned_data["iban"], " ".join(self.cleaned_data["payee"].split()))
        return str(account) if account.iban else ""

    @staticmethod
    def initial_of_account(text: str) -> dict[str, Any]:
        """What the two fields show of an account."""
        account = read_account(text)
        return account._asdict() if account else {}
