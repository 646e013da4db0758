"""The timer of a round: starting, pausing, changing and removing it, and extra minutes for a table."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import access
from tournament.acts.rounds import timer as acts
from tournament.errors import UserError
from tournament.forms.rounds.timer import ExtraForm, TimerForm
from tournament.views.desk.table import table_path
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.rounds.rounds import answers_at_round, round_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen
from tournament.views.shared.at_table import seen_in
from tournament.views.shared.page import posted, see_other, takes

# What a button of the form does, and what the page then says; the first two take the minutes.
TIMED = ("start", "change")
ACTS: dict[str, tuple[Callable[..., None], object]] = {
    "start": (acts.start_timer, gettext_lazy("The timer runs.")),
    "change": (acts.change_timer, gettext_lazy("The timer is changed.")),
    "pause": (acts.pause_timer, gettext_lazy("The timer is paused.")),
    "resume": (acts.resume_timer, gettext_lazy("The timer runs.")),
    "remove": (acts.remove_timer, gettext_lazy("The round has no timer any more.")),
}


@takes("POST")
@answers_at_round
def timer(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Does what a button of the form says; the button that adds minutes brings the new length with it."""
    event, by = access.staff(request, slug, access.Permission.ANNOUNCE)
    longer = request.POST.get("longer")
    do = "change" if longer else request.POST.get("do", "")
    if do not in ACTS:
        raise UserError(_("Choose what to do with the timer."), 422)
    minutes = []
    if do in TIMED:
        form = TimerForm({"minutes": longer or request.POST.get("minutes")})
        if not form.is_valid():
            raise UserError(_("Enter the minutes to play."), 422)
        minutes = [form.cleaned_data["minutes"]]
    act, sentence = ACTS[do]
    act(round_of(event, round), by, *minutes, seen=seen(request))
    messages.success(request, str(sentence))
    return see_other("staff:round", slug, round)


@at_desk("GET", "POST")
def extra(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Gives a table extra minutes, or takes them back."""
    row, by = table_of(request, slug, round, table, access.Permission.ANNOUNCE)
    if request.method == "GET":
        acts.require_timed(row.round.event, row.round)
    form = ExtraForm(posted(request), initial={"minutes": row.extra_minutes})
    status = carried_out(
        form, lambda: acts.give_extra_time(row, by, form.cleaned_data["minutes"], replaces=seen_in(request.POST, "of"))
    )
    if status == DONE:
        sentence = _("Extra minutes of table %(table)s: %(minutes)s.")
        messages.success(request, sentence % {"table": table, "minutes": form.cleaned_data["minutes"]})
        return see_other(table_path(row))
    return confirm_page(
        request,
        row.round.event,
        status=status,
        question=_("Table %(table)s: extra minutes?") % {"table": table},
        consequence=_("The board, the hall screen and the table’s phone show until when it plays."),
        action=_("Save"),
        back=table_path(row),
        fields=form,
        of=str(row.extra_minutes),
    )
