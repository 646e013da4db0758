"""The season after: a new series that is proposed as the one before it, and told apart from it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.register.series import SeriesPlan, change_series
from tournament.models import Series

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=365)


@pytest.fixture
def last_year() -> Series:
    """A series whose last evening is over."""
    organisation = club.club()
    series = club.series(organisation, plan={"rules": "wallonia", "planned_rounds": 2}, place="De Kroon", fee=250)
    ended = replace(SeriesPlan.of(series), begins_on=series.begins_on - YEAR, ends_on=series.begins_on - YEAR / 5)
    change_series(series, club.BY, ended)
    return Series.objects.select_related("organisation").get()


def test_a_new_series_is_proposed_as_the_one_before_and_counts_for_itself(last_year: Series) -> None:
    organisation = last_year.organisation
    secretary, new = cast.client(club.secretary(organisation)), f"/staff/o/{organisation.slug}/series/new_series/"
    tonight = cast.shown(secretary.get(f"/staff/o/{organisation.slug}/tonight/"))
    assert "A new season is a new series" in tonight and "New series" in tonight
    form = secretary.get(new).context["form"]
    data = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    for _sent in range(2):
        assert secretary.post(new, data).status_code == 303
    before, after = Series.objects.order_by("number")
    assert replace(SeriesPlan.of(before), begins_on=club.local().date(), ends_on=None) == SeriesPlan.of(after)


def test_two_seasons_of_one_name_are_told_apart(last_year: Series) -> None:
    organisation = last_year.organisation
    club.series(organisation, name=last_year.name)
    first, last = last_year.begins_on, last_year.ends_on
    assert last
    period = f"{first.day}/{first.month}/{first.year} – {last.day}/{last.month}/{last.year}"
    secretary = cast.client(club.secretary(organisation))
    for path in ("series/", "season/"):
        assert period in cast.shown(secretary.get(f"/staff/o/{organisation.slug}/{path}"))
    assert period in cast.shown(cast.client().get(organisation.get_absolute_url()))
