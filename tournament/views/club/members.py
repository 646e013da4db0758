"""The members and guests of an organisation: the list, one person, entering one by hand, forgetting one."""

from datetime import date

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.access import ClubPermission
from tournament.acts.register.persons import (
    ClubMembership,
    add_persons,
    affiliate,
    change_person,
    details_token,
    forget_persons,
    persons_to_forget,
    renew_person_link,
)
from tournament.forms.register.members import MemberForm, NewMemberForm
from tournament.jobs import job_queue
from tournament.jobs.job import job_owner
from tournament.models import Affiliation, Event, Organisation, Person, PersonLink, SeasonTotal
from tournament.naming import surname_of, twin_key
from tournament.reading.register.suggestions import events_to_link, namesakes
from tournament.tables import MemberFilter, MemberTable, arrange
from tournament.version_tokens import require_unchanged, token_of
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.member.own import kept_file
from tournament.views.organiser.shell import DONE, carried_out, seen, warn_of_letters
from tournament.views.shared.at_table import seen_in
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.views.shared.qr_codes import svg_code


@takes("GET")
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, to search, filter and sort; what is still to be linked, and whose names should be gone."""
    club, _by = access.steward(request, slug, ClubPermission.SEE_MEMBERS)
    rows = Affiliation.objects.filter(organisation=club, person__forgotten=False)
    narrowed = MemberFilter(request.GET, rows.select_related("person", "organisation"))
    guests = narrowed.qs.filter(kind=Affiliation.AffiliationKind.GUEST).count()
    context = {
        "filter": narrowed,
        "members": narrowed.qs.count() - guests,
        "guests": guests,
        "table": arrange(MemberTable(narrowed.qs), request),
        "unlinked": sum(count for _event, count in events_to_link(club)),
        "overdue": persons_to_forget(club, timezone.localdate()),
    }
    return club_page(request, "club/members.html", club, **context)


@takes("GET", "POST")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """One person by hand. Where somebody has the same name already, it asks first."""
    club, by = access.steward(request, slug, ClubPermission.RECEIVE)
    form = NewMemberForm(posted(request))
    if form.is_valid() and not form.cleaned_data["another"] and (twin := _twin(club, form)):
        form.ask_whether_another(twin)
    status = carried_out(form, lambda: add_persons(club, by, [form.person()], key=form.cleaned_data["key"]))
    if status == DONE:
        name = form.cleaned_data["name"]
        messages.success(request, _("%(name)s is entered.") % {"name": name})
        warn_of_letters(request, name)
        return see_other("club:members", slug)
    words = {"question": _("Add one person"), "action": _("Add"), "back": reverse("club:members", args=[slug])}
    return confirm_in_club(request, club, **words, fields=form, status=status)


@takes("GET", "POST")
@never_cache
def member(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One person: who they are and how they belong to the club, to be changed; their own link; what they played."""
    may = ClubPermission.KEEP_MEMBERS if request.method == "POST" else ClubPermission.SEE_MEMBERS
    club, by = access.steward(request, slug, may)
    person = _person(club, number)
    affiliations = list(person.affiliations.filter(organisation=club).order_by("-number"))
    form = MemberForm(posted(request), initial=_known(person, affiliations))
    status = carried_out(form, lambda: _change(person, affiliations, by, form, seen(request)))
    if status == DONE:
        messages.success(request, _("%(name)s is saved.") % {"name": form.cleaned_data["name"]})
        warn_of_letters(request, form.cleaned_data["name"])
        return see_other("club:member", slug, number)
    played = PersonLink.objects.filter(person=person, entry__event__binned=False)
    totals = SeasonTotal.objects.filter(person=person, series__organisation=club).order_by("-date")
    context = {
        "person": person,
        "form": form,
        "on_paper": totals.values_list("date", "series__name", "series__slug").distinct(),
        "of": _token(person, affiliations),
        "earlier": affiliations[1:],
        "link": links.person_url(person),
        "played": played.select_related("entry__event", "entry__player").order_by("-entry__event"),
    }
    return club_page(request, "club/member.html", club, status=status, **context)


@takes("GET")
def kept(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everything that the club keeps about a person, as a file for them."""
    club, _by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    return kept_file(_person(club, number))


@takes("GET")
@never_cache
def code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A person's own link as a QR code (SVG)."""
    club, _by = access.steward(request, slug, ClubPermission.RECEIVE)
    return svg_code(links.person_url(_person(club, number)))


@takes("POST")
@answers_refusals
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Gives a person another own link; the one handed out before stops working at once."""
    club, by = access.steward(request, slug, ClubPermission.RECEIVE)
    renew_person_link(_person(club, number), by, replaces=seen_in(request.POST, "issue"))
    messages.success(request, _("The old link no longer works. Hand over the new one."))
    return see_other("club:member", slug, number)


@takes("GET", "POST")
@answers_refusals
def forget(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Forgets one person for good, after asking. Sent twice, it says that it was done."""
    club, by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    person = get_object_or_404(Person, organisation=club, number=number)
    return _forgotten(request, club, by, [] if person.forgotten else [person])


@takes("GET", "POST")
@answers_refusals
def forget_overdue(request: HttpRequest, slug: str) -> HttpResponse:
    """Forgets, after asking, all whose names the club no longer keeps."""
    club, by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    return _forgotten(request, club, by, persons_to_forget(club, timezone.localdate()))


def _forgotten(request: HttpRequest, club: Organisation, by: str, persons: list[Person]) -> HttpResponse:
    """Asks whether these people are to be forgotten, or does it: those who were shown, and nobody else."""
    back = reverse("club:members", args=[club.slug])
    mark = token_of([person.number for person in persons])
    if request.method == "POST" or not persons:
        if persons:
            require_password(request)
            require_unchanged(seen(request), mark)
            events = set(Event.objects.filter(entries__link__person__in=persons).values_list("slug", flat=True))
            forget_persons(club, by, persons)
            for named in [*events, *map(job_owner, club.series.all())]:
                job_queue.delete_jobs(named)
        messages.success(request, _("Done. Nobody can read the names any more."))
        return see_other(back)
    return confirm_in_club(
        request,
        club,
        question=_("Forget these people for good?"),
        consequence=_(
            "Names, licence numbers and links are emptied here and in the club’s events, and cannot be brought back. "
            "The season then says “withdrawn person”; its sums stay."
        ),
        people=[(person.name, "") for person in persons],
        action=_("Forget them"),
        back=back,
        of=mark,
        danger=True,
    )


def _person(club: Organisation, number: int) -> Person:
    rows = Person.objects.select_related("organisation")
    return get_object_or_404(rows, organisation=club, number=number, forgotten=False)


def _twin(club: Organisation, form: NewMemberForm) -> Person | None:
    """Somebody of the register with the same name."""
    name = form.cleaned_data["name"]
    return next((person for person in namesakes(club, name) if twin_key(person.name) == twin_key(name)), None)


def _known(person: Person, affiliations: list[Affiliation]) -> dict[str, str | date | None]:
    """What the form shows of a person."""
    row = affiliations[0] if affiliations else None
    kind = row.kind if row else Affiliation.AffiliationKind.GUEST
    return {
        "name": person.name,
        "surname": person.surname or surname_of(person.name),
        "language": person.language,
        "display": person.display,
        "kind": kind,
        "licence": row.licence if row else "",
        "since": row.since if row else timezone.localdate(),
        "until": row.until if row else None,
    }


def _token(person: Person, affiliations: list[Affiliation]) -> str:
    """A token that changes when anything of what the form shows does."""
    last = [(row.number, row.kind, row.licence, str(row.since), str(row.until)) for row in affiliations[:1]]
    return token_of(details_token(person), last)


def _change(person: Person, affiliations: list[Affiliation], by: str, form: MemberForm, of: str) -> None:
    """Changes who a person is and how they belong to the club, or neither."""
    data = form.cleaned_data
    details = form.details()
    membership = ClubMembership(data["kind"], data["licence"], data["since"], data["until"])
    require_unchanged(of, _token(person, affiliations))
    with transaction.atomic():
        change_person(person, by, details)
        affiliate(person, by, membership, affiliations[0].number if affiliations else None)
