"""What a club keeps about somebody, as a file for them: behind their own link, and from the club."""

from datetime import timedelta

import pytest

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament import links
from tournament.acts.register.replies import reply
from tournament.acts.register.seasons import TableTotal, record_totals
from tournament.models import Person

pytestmark = pytest.mark.django_db
WEEK = timedelta(weeks=1)


def test_who_leaves_takes_along_what_is_kept_and_of_nobody_else() -> None:
    series, day, event = club.evening()
    who, other = Person.objects.order_by("number")[:2]
    reply(who, series, day + WEEK, "yes", 1)
    before = day - WEEK
    record_totals(series, club.BY, {before: [TableTotal(1, 1, 1, 10, 4), TableTotal(1, 1, 2, -10, 4)]})
    own = cast.client().get(f"/m/{links.person_token(who)}/kept.json")
    secretary = cast.client(club.secretary(series.organisation))
    address = f"/staff/o/{series.organisation.slug}/members/1/kept.json"
    assert "attachment" in own["Content-Disposition"] and own.content == secretary.get(address).content
    kept = own.json()
    assert (kept["person"]["name"], kept["affiliations"][0]["kind"]) == (who.name, "member")
    assert kept["replies"] == [{"answer": "yes", "guests": 1, "date": str(day + WEEK)}]
    assert [(row["date"], row["points"]) for row in kept["on_paper"]] == [(str(before), 10)]
    assert [row["event"]["address"] for row in kept["events"]] == [event.slug]
    assert other.name not in own.content.decode()
    juror = cast.client(club.steward(series.organisation, "jury"))
    assert juror.get(address).status_code == 403
