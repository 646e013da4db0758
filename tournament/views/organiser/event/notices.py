"""Announcements to phones and screens: what is shown, a form for the next, and taking one back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.kernel import notices as acts
from tournament.errors import UserError
from tournament.forms.event.notices import NoticeForm
from tournament.models import Event, Round, Table
from tournament.progress.next_step import open_round
from tournament.ranking import facts
from tournament.reading.event import notices
from tournament.reading.logbook.history import names_of
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes


def _path(slug: str, **_more: object) -> str:
    return reverse("staff:notices", args=[slug])


@takes("GET", "POST")
@answers_refusals
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is announced, and the form for the next: its second button announces the last deal."""
    event, by = access.staff(request, slug, access.Permission.ANNOUNCE)
    playing = open_round(facts.rounds(event, public=False))
    form = NoticeForm(posted(request))
    status = carried_out(form, lambda: _post(event, by, form, playing, last="last_deal" in request.POST))
    if status == DONE:
        messages.success(request, _("It is announced."))
        return see_other("staff:notices", slug)
    current = notices.current_notices(event)
    names = names_of({notice.by for notice in current})
    context = {"form": form, "notices": [(notice, names[notice.by]) for notice in current], "playing": playing}
    return staff_page(request, "organiser/event/notices.html", event, status=status, **context)


@takes("POST", home=_path)
@answers_refusals
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes back an announcement."""
    event, by = access.staff(request, slug, access.Permission.ANNOUNCE)
    acts.take_back_notice(event, by, number)
    messages.success(request, _("It is not shown any more."))
    return see_other("staff:notices", slug)


def _post(event: Event, by: str, form: NoticeForm, playing: Round | None, *, last: bool) -> None:
    answers, table = form.cleaned_data, None
    if (last or answers["table"]) and playing is None:
        raise UserError(_("No round is being played."))
    if answers["table"]:
        table = Table.objects.filter(round=playing, number=answers["table"]).select_related("round").first()
        if table is None:
            raise UserError(_("There is no such table."), 422)
    acts.post_notice(
        event, by, answers["text"], last_deal=playing if last else None, table=table, until=answers["until"]
    )
