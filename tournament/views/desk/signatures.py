"""Signatures at the desk: those that stand on paper, closing a table without, resolving what is in dispute."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournament.access import Permission
from tournament.acts.table import signatures
from tournament.forms.people.people import ReasonForm
from tournament.forms.table.deals import new_key
from tournament.forms.table.desk import PaperSignaturesForm
from tournament.models import Signature, Table
from tournament.progress.signing import signing
from tournament.reading.table import sheets
from tournament.reading.table.sheets import full_name
from tournament.reading.table.signatures import signed
from tournament.views.desk.table import table_path
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page
from tournament.views.shared.at_table import key_of, seen_in
from tournament.views.shared.page import posted, see_other


@at_desk("GET", "POST")
def paper(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Closes a table as signed on paper, once somebody says that all the signatures are on its sheet."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    form = PaperSignaturesForm(posted(request))
    status = carried_out(form, lambda: signatures.sign_on_paper(row, by, seen=seen_in(request.POST, "of")))
    if status == DONE:
        return _done(request, row, _("Table %(table)s is closed, signed on paper.") % {"table": table})
    consequence = _("They count as signed on paper. The desk can still correct a deal.")
    words = {"question": _("Close table %(table)s as signed on paper?") % {"table": table}, "consequence": consequence}
    return _asked(request, row, form, status, **words, action=_("Close the table"))


@at_desk("GET", "POST")
def unsigned(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Closes a table without all signatures, for a reason."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    form = ReasonForm(posted(request))

    def act() -> None:
        seen, key = seen_in(request.POST, "of"), key_of(request.POST)
        signatures.close_unsigned(row, by, form.cleaned_data["reason"], seen=seen, key=key)

    status = carried_out(form, act)
    if status == DONE:
        return _done(request, row, _("Table %(table)s is closed.") % {"table": table})
    question = _("Close table %(table)s without all signatures?") % {"table": table}
    return _asked(request, row, form, status, question=question, consequence=_missing(row), action=_("Close the table"))


@at_desk("GET", "POST")
def resolve(request: HttpRequest, slug: str, round: int, table: int, number: int) -> HttpResponse:
    """Resolves a dispute at a table: for the organiser and the desk, or the jury."""
    row, by = table_of(request, slug, round, table, Permission.SETTLE_DISPUTES)
    rows = Signature.objects.filter(table=row, accepted=False, void=False).select_related("entry__player")
    dispute = get_object_or_404(rows, number=number)
    form = ReasonForm(posted(request))
    form.fields["reason"].label = _("How it was resolved")
    status = carried_out(form, lambda: signatures.resolve_dispute(row, by, number, form.cleaned_data["reason"]))
    if status == DONE:
        return _done(request, row, _("The dispute is resolved."))
    words = {"name": full_name(dispute.entry), "deal": dispute.deal, "text": dispute.text}
    question = _("Resolve the dispute about deal %(deal)s?") % words
    consequence = _("%(name)s: “%(text)s” If the deal was wrong, correct it first.") % words
    return _asked(
        request, row, form, status, question=question, consequence=consequence, action=_("Resolve the dispute")
    )


def _missing(row: Table) -> str:
    """What is missing at a table, in a sentence."""
    state = signed(signing(row), sheets.sheet(row, public=False).entry_names, is_open=True)
    names = [signer.name for signer in state.signers if not signer.how and not signer.left]
    if names:
        return _("Missing: %(names)s.") % {"names": ", ".join(names)}
    numbers = ", ".join(str(line.deal) for line in state.unconfirmed)
    return _("Not confirmed: deals %(numbers)s.") % {"numbers": numbers} if numbers else ""


def _done(request: HttpRequest, row: Table, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return see_other(table_path(row))


def _asked(request: HttpRequest, row: Table, form: forms.Form, status: int, **words: Any) -> HttpResponse:
    """A page that asks before it closes or resolves."""
    form_fields: dict[str, Any] = {"fields": form, "of": str(row.revision), "key": new_key(), "back": table_path(row)}
    return confirm_page(request, row.round.event, status=status, **form_fields, **words)
