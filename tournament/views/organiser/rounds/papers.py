"""Paper and files: the offers of an event, watching one being made, and the file."""

from functools import partial
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.access import DeadLinkError
from tournament.acts.event.pictures import logo_on_paper
from tournament.acts.rounds.room import rows_of
from tournament.errors import UserError
from tournament.forms.event.papers import PaperForm, PlayerPaperForm, RoundPaperForm
from tournament.jobs import job_queue
from tournament.jobs.job import Job, JobStatus
from tournament.jobs.offers import GROUPS, OFFERS, Offer, OfferGroup
from tournament.models import Event, Round
from tournament.printing.letters import describe_unprintable
from tournament.ranking.round_names import round_in
from tournament.views.organiser.rounds.job import job_file, job_page, size_of
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET")
@answers_refusals
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be made; `?round=2`, `?player=17`, `?language=fr` preselect."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    job_queue.sweep()
    return _page(request, event)


@takes("POST")
@answers_refusals
def ask(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Has one of them made, and redirects to the page that shows its progress."""
    offer = _offer(key)
    event, by = access.staff(request, slug, offer.may)
    form = _form(request, event, offer)
    if not form.is_valid():
        return _page(request, event, form)
    _require_ready(offer, event, form.choice())
    return see_other("staff:job", slug, job_queue.ask(offer.request(event, by, form.choice())).id)


@takes("GET")
@answers_refusals
def progress(request: HttpRequest, slug: str, id: str) -> HttpResponse:
    """The progress of a job, then the link to its file. For htmx only that part, or 204 if it shows `v` already."""
    event, job = _job_of(request, slug, id)

    def more(status: JobStatus) -> dict[str, Any]:
        return {
            "name": OFFERS[job.request.offer].name,
            "about": _about(event, job),
            "size": size_of(job, status),
            "file": reverse("staff:job-file", args=[slug, id]),
            "again": _again(job),
        }

    return job_page(request, partial(staff_page, request, event=event, frame="organiser/page.html"), job, more)


@takes("GET")
def file(request: HttpRequest, slug: str, id: str) -> HttpResponseBase:
    """The file, as a download under its own name."""
    _event, job = _job_of(request, slug, id)
    return job_file(job) or see_other("staff:job", slug, id)


def _page(request: HttpRequest, event: Event, answered: PaperForm | None = None) -> HttpResponse:
    """Everything this member may have made, with a wrongly answered form in place of a fresh one."""
    may = access.allowed(request, event)
    initial = request.GET.dict()
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    drawn = answered if isinstance(answered, RoundPaperForm) else RoundPaperForm(None, event, initial, rounds)
    player = answered if isinstance(answered, PlayerPaperForm) else PlayerPaperForm(None, event, initial)
    offered = [offer for offer in OFFERS.values() if offer.may in may and (rounds or offer.needs != "round")]
    if not rows_of(event):
        offered.remove(OFFERS["room"])
    groups = {group: [offer for offer in offers if offer in offered] for group, offers in GROUPS.items()}
    context: dict[str, Any] = {
        "form": drawn,
        "player_form": player,
        "groups": [(group, groups[group]) for group in (OfferGroup.BEFORE, OfferGroup.AFTER, OfferGroup.FILES)],
        "player_offer": OFFERS["player"],
        "rounds": rounds,
        "only_here": settings.BASE_URL if links.only_here() else "",
        "boxes": describe_unprintable(_printed_names(event)),
        "has_logo": logo_on_paper(event) != "",
    }
    return staff_page(request, "organiser/papers/papers.html", event, status=422 if answered else 200, **context)


def _printed_names(event: Event) -> list[str]:
    people = event.entries.filter(withdrawn=False).values_list("player__name", "player__club")
    return [event.name, event.place, *chain(*people.order_by("player__sorting", "number"))]


def _offer(key: str) -> Offer:
    if key not in OFFERS:
        raise Http404
    return OFFERS[key]


def _form(request: HttpRequest, event: Event, offer: Offer) -> PaperForm:
    """The form that was sent for an offer."""
    if offer.needs == "player":
        return PlayerPaperForm(request.POST, event, {})
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    return RoundPaperForm(request.POST, event, {}, rounds)


def _require_ready(offer: Offer, event: Event, choice: dict[str, str]) -> None:
    """Refuses at once what the child process would refuse: here in the visitor's language, not the paper's."""
    if offer.key == "room" and not rows_of(event):
        raise UserError(_("The map of the room has not been entered yet."))
    if offer.needs != "round":
        return
    if "round" not in choice:
        raise UserError(_("No round has been drawn yet."))
    round = Round.objects.get(event=event, number=int(choice["round"]))
    if offer.visible_only and not (round.visible and (round.published or offer.drafts)):
        raise UserError(_("This round is not shown."))


def _job_of(request: HttpRequest, slug: str, id: str) -> tuple[Event, Job]:
    """A job of this event, for a member who has the permission that its paper requires."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    job = job_queue.find(id)
    if job is None or job.request.event != slug or job.request.offer not in OFFERS:
        raise DeadLinkError(_("This file is no longer kept. Make it again."))
    access.staff(request, slug, access.Permission(job.request.may))
    return event, job


def _about(event: Event, job: Job) -> str:
    """What was chosen for it, in words: "Round 2 · Nederlands"."""
    offer, choice = OFFERS[job.request.offer], job.request.choice
    parts = []
    if offer.needs == "round":
        parts = [round_in(event, int(choice["round"]))]
        parts += [_("Table %(number)s") % {"number": choice["table"]}] if offer.single and "table" in choice else []
    elif offer.needs == "player":
        parts = [_("No. %(number)s") % {"number": choice["player"]}]
    return " · ".join([*parts, *([dict(settings.LANGUAGES)[choice["language"]]] if offer.speaks else [])])


def _again(job: Job) -> str:
    """The page of all papers, with the choices made for this one."""
    return f"{reverse('staff:papers', args=[job.request.event])}?{urlencode(job.request.choice)}"
