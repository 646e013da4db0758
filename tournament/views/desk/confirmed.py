"""What the desk does at a table once it is asked whether it is sure: a new link, closing, reopening, emptying."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.access import Permission
from tournament.acts.kernel.submissions import KEY_LENGTH
from tournament.acts.table import deals, empty_sheet, tables
from tournament.errors import UserError
from tournament.forms.people.people import ReasonForm
from tournament.forms.table.deals import new_key, valid_key
from tournament.models import Table
from tournament.views.desk.table import table_path
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.shell import DONE, ConfirmationTexts, carried_out, confirm_page
from tournament.views.shared.at_table import key_of, seen_in
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import View, posted, see_other


def _keyed(request: HttpRequest) -> dict[str, Any]:
    return {"key": key_of(request.POST)}


def asking_first(
    act: Callable[..., object],
    saw: str,
    of: Callable[[Table], int],
    say: Callable[[int], ConfirmationTexts],
    more: Callable[[HttpRequest], dict[str, Any]] = _keyed,
    may: Permission = Permission.WRITE_DEALS,
) -> View:
    """A view that asks for confirmation of an act on a table; `say` returns its texts for a table's number.

    `of` returns the state being looked at, and `saw` is the act's parameter for it; `more` is what else the act takes.
    """

    @at_desk("GET", "POST")
    def page(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
        row, by = table_of(request, slug, round, table, may)
        words, sheet = say(table), table_path(row)
        if request.method == "POST":
            act(row, by, **{saw: seen_in(request.POST, "of")}, **more(request))
            messages.success(request, words.done)
            return see_other(sheet)
        return confirm_page(request, row.round.event, **words._asdict(), back=sheet, of=str(of(row)), key=new_key())

    return page


def _renewing(table: int) -> ConfirmationTexts:
    return ConfirmationTexts(
        _("Create a new link for table %(table)s?") % {"table": table},
        _("The link and the code handed out so far stop working at once."),
        _("Create a new link"),
        _("Table %(table)s has a new link.") % {"table": table},
    )


def _closing(table: int) -> ConfirmationTexts:
    return ConfirmationTexts(
        _("Close table %(table)s?") % {"table": table},
        _("The captain can no longer record deals. The desk can still correct a deal."),
        _("Close the table"),
        _("Table %(table)s is closed.") % {"table": table},
    )


def _reopening(table: int) -> ConfirmationTexts:
    return ConfirmationTexts(
        _("Reopen table %(table)s?") % {"table": table},
        _("The captain can record and take back deals again."),
        _("Reopen"),
        _("Table %(table)s is open again.") % {"table": table},
    )


renew_link = asking_first(tables.renew_link, "replaces", lambda row: row.link_issue, _renewing)
close = asking_first(deals.close_table, "seen", lambda row: row.revision, _closing)
reopen = asking_first(
    deals.reopen_table,
    "seen",
    lambda row: row.revision,
    _reopening,
    more=lambda request: {**_keyed(request), "second": second_in(request)},
    may=Permission.CORRECT_DEALS,
)


@at_desk("GET", "POST")
def empty(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Removes everything that was written at a table, after asking for a reason."""
    row, by = table_of(request, slug, round, table, Permission.CORRECT_DEALS)
    form, of = ReasonForm(posted(request)), request.POST.get("of", "")
    of = of if valid_key(of) else ""

    def act() -> None:
        # A form sent twice is answered twice: the act is done only once.
        key, second = f"empty-{of}"[:KEY_LENGTH], second_in(request)
        empty_sheet.empty_table(row, by, form.cleaned_data["reason"], seen=of, key=key, second=second)

    status = carried_out(form, act)
    if status == DONE:
        messages.success(request, _("The sheet of table %(table)s is empty.") % {"table": table})
        return see_other(table_path(row))
    standing = ", ".join(str(deal.number) for deal in empty_sheet.noted_deals(row))
    if not standing:
        raise UserError(_("Nothing has been recorded at this table."))
    consequence = _(
        "Deals removed: %(numbers)s, with their passes, misdeals and penalties. This cannot be undone: the deals have "
        "to be typed again. The history of each deal keeps what was recorded."
    ) % {"numbers": standing}
    return confirm_page(
        request,
        row.round.event,
        status=status,
        question=_("Empty the sheet of table %(table)s?") % {"table": table},
        consequence=consequence,
        action=_("Empty the sheet"),
        back=table_path(row),
        fields=form,
        of=empty_sheet.deals_token(row),
        danger=True,
    )
