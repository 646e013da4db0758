"""People at work, in an event or an organisation: their roles, and the one-time link of who was invited."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.urls import reverse

from tournament import access, links
from tournament.models import HostedEvent, Membership, Organisation, Steward
from tournament.views.shared.qr_codes import svg_code

Role = TypeVar("Role", Membership, Steward)
# The pages of all who work there, and of one of them.
STAFF, ONE_OF_STAFF = "shared/people/staff.html", "shared/people/staff_member.html"


def roles_of(user: int, rows: Iterable[Role]) -> list[Role]:
    """Those of these roles that are a user's, by primary key; 404 if none is."""
    # Compared here: the number in a URL may be larger than the database can search for.
    roles = [row for row in rows if row.user_id == user]
    if not roles:
        raise Http404
    return roles


def staff_list(rows: Iterable[Role], needed: str, **context: Any) -> dict[str, Any]:
    """What `STAFF` takes of all roles; somebody must have the role `needed`."""
    people = list(rows)
    alone = sum(row.role == needed for row in people) == 1
    return {"people": people, "last": needed if alone else "", **context}


def one_of_staff(viewer: User, roles: Sequence[Role], slug: str, back: str, code: str) -> dict[str, Any]:
    """What `ONE_OF_STAFF` takes of somebody with these roles; `code` names the address of their link as a QR code."""
    who = roles[0].user
    link = invitation_link(viewer, who)
    elsewhere = not link and not who.has_usable_password()
    at = {"back": reverse(back, args=[slug]), "code": reverse(code, args=[slug, who.pk])}
    return {"who": who, "roles": roles, "link": link, "elsewhere": elsewhere, **at}


def invitation_link(viewer: User, invited: User) -> str:
    """The URL where an invited account chooses a password; "" if it has one, or if this viewer may not see it.

    The holder of the link becomes that account. So only who is an organiser of all its events and an owner of all its
    organisations may see it; an administrator counts as an owner of each, and an owner as an organiser of what their
    organisations host. The link of somebody with rights on the installation is for administrators.
    """
    if invited.has_usable_password() or (access.has_rights(invited) and not viewer.is_staff):
        return ""
    clubs = Organisation.objects.all()
    if not viewer.is_staff:
        owned = Steward.objects.filter(user=viewer, role=Steward.StewardRole.OWNER).values("organisation")
        clubs = clubs.filter(pk__in=owned)
    organised = Membership.objects.filter(user=viewer, role=Membership.Role.ORGANISER).values("event")
    hosted = HostedEvent.objects.filter(organisation__in=clubs).values("event")
    events = Membership.objects.filter(user=invited).exclude(event__in=organised).exclude(event__in=hosted)
    if events.exists() or Steward.objects.filter(user=invited).exclude(organisation__in=clubs).exists():
        return ""
    return links.invitation_url(invited.pk, invited.password)


def invitation_svg(viewer: User, invited: User) -> HttpResponse:
    """That link as a QR code; 404 where there is none to see."""
    link = invitation_link(viewer, invited)
    if not link:
        raise Http404
    return svg_code(link)
