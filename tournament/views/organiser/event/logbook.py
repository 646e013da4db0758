"""The logbook of an event: what was done, by whom, when; and the event as files that an outsider can check."""

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.lifecycle.restored import say_restored
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.forms.people.people import ReasonForm
from tournament.models import ChainOwner, LogEntry
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading.logbook import chronicle
from tournament.reading.logbook.history import actor_names
from tournament.reading.logbook.history import moments as moments_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, download, staff_page
from tournament.views.shared.page import posted, see_other, takes

LINES_A_PAGE = 50


@takes("GET")
def logbook(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines of the logbook, latest first."""
    event, _by = access.staff(request, slug, access.Permission.READ_LOGBOOK)
    rows = LogEntry.objects.filter(event=event).order_by("-sequence")
    page = Paginator(rows, LINES_A_PAGE).get_page(request.GET.get("page"))
    entries = list(page.object_list)
    moments = moments_of(event, entries)
    planned, ruleset = format_of(event), facts.ruleset(event)
    names = actor_names(moments, planned)
    lines = [
        {
            "entry": entry,
            "act": chronicle.act(moment.act),
            "text": chronicle.describe(moment, ruleset, planned),
            "reason": moment.reason,
            "by": names[moment.by],
        }
        for entry, moment in zip(entries, moments, strict=True)
    ]
    return staff_page(request, "organiser/event/logbook.html", event, page=page, lines=lines)


@takes("GET", "POST")
def restored(request: HttpRequest, slug: str) -> HttpResponse:
    """Notes that the event goes on from a backup, for a reason that everybody may read."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    return restored_page(request, event, by, confirm_page, reverse("staff:logbook", args=[slug]))


def restored_page(
    request: HttpRequest, owner: ChainOwner, by: str, confirm: Callable[..., HttpResponse], back: str
) -> HttpResponse:
    """The page on which it is said that an event or a register goes on from a backup; `confirm` is the frame."""
    form = ReasonForm(posted(request))
    form.fields["reason"].label = _("What happened, and which backup was restored")
    status = carried_out(form, lambda: say_restored(owner, by, form.cleaned_data["reason"]))
    if status == DONE:
        return see_other(back)
    words = {
        "question": _("Was this restored from a backup?"),
        "consequence": _(
            "Whoever kept a later seal, on paper or on a phone, is then told what happened instead of being alarmed."
            " Everybody can read it."
        ),
        "action": _("Record this"),
    }
    return confirm(request, owner, status=status, back=back, fields=form, **words)


@takes("GET")
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as a troel/1 file: everything that happened, what it was worth, the ranking."""
    event, _by = access.staff(request, slug, access.Permission.READ_LOGBOOK)
    return download(exporting.text(event), "application/json", f"{slug}.json")


@takes("GET")
def logbook_lines(request: HttpRequest, slug: str) -> HttpResponse:
    """The logbook as a file of sealed lines, with its appendix of texts."""
    event, _by = access.staff(request, slug, access.Permission.READ_LOGBOOK)
    text = "".join(f"{line}\n" for line in logbook_file.lines(event))
    return download(text, "application/x-ndjson", f"{slug}-logbook.jsonl")
