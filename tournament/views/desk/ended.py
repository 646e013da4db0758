"""Stopping a table before its last deal, and having it play on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.access import Permission
from tournament.acts.kernel import ended
from tournament.errors import UserError
from tournament.forms.table.desk import LastDealForm
from tournament.ranking.contest import format_of
from tournament.reading.event.formats import unplayed_rule
from tournament.reading.table import sheets
from tournament.views.desk.confirmed import asking_first
from tournament.views.desk.table import table_path
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.shell import DONE, ConfirmationTexts, carried_out, confirm_page
from tournament.views.shared.at_table import seen_in
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import posted, see_other


@at_desk("GET", "POST")
def end(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Announces the last deal of a table, or stops it where it is, for a reason."""
    row, by = table_of(request, slug, round, table, Permission.RULE)
    following = sheets.sheet(row, public=False).next
    last = min(following.number if following else row.deals_planned, row.deals_in_full - 1)
    if last < 1:
        raise UserError(_("This table has only one deal."))
    form = LastDealForm(posted(request), initial={"last": row.ended_after or last})

    def act() -> None:
        of = seen_in(request.POST, "of")
        ended.end_table(row, by, **form.cleaned_data, replaces=of, second=second_in(request))

    status = carried_out(form, act)
    if status == DONE:
        messages.success(request, _("Table %(table)s stops after deal %(deal)s.") % {"table": table, **_deal(form)})
        return see_other(table_path(row))
    return confirm_page(
        request,
        row.round.event,
        status=status,
        question=_("Table %(table)s: which deal is the last?") % {"table": table},
        consequence=unplayed_rule(format_of(row.round.event)),
        action=_("Announce the last deal"),
        back=table_path(row),
        fields=form,
        of=str(row.ended_after or 0),
    )


def _deal(form: LastDealForm) -> dict[str, int]:
    return {"deal": form.cleaned_data["last"]}


def _playing_on(table: int) -> ConfirmationTexts:
    return ConfirmationTexts(
        _("Table %(table)s: play all deals after all?") % {"table": table},
        _("The deals that were not played are missing again until they are recorded."),
        _("Play on"),
        _("Table %(table)s has all its deals again.") % {"table": table},
    )


play_on = asking_first(
    ended.play_on,
    "replaces",
    lambda row: row.ended_after or 0,
    _playing_on,
    more=lambda request: {"second": second_in(request)},
    may=Permission.RULE,
)
