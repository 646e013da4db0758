"""The pages of a season: for everybody, and for the stewards of its club."""

import re
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.formats import date_format
from openpyxl import load_workbook

from tests.support import club_evenings
from tests.support.events import cast
from tests.support.files.jobs import becomes, job_of, over
from tests.support.season_evenings import BY, WEEKS, a_series, day_of, hold
from tournament.acts.event.events import change_state
from tournament.acts.register import links
from tournament.acts.register.evenings import move_evening
from tournament.acts.register.persons import NewPerson, PersonDetails, add_persons
from tournament.acts.register.seasons import TableTotal, change_season, record_totals, season_token, totals_of
from tournament.acts.register.series import SeriesPlan, change_series
from tournament.acts.rounds import rounds
from tournament.exchange.workbook.season import season_workbook
from tournament.files.models import JobState
from tournament.links import person_url
from tournament.models import Event, Person, Series, Steward
from tournament.reading.season.seasons import read_state, season_view

pytestmark = pytest.mark.django_db
PUBLIC = "/o/de-vier-azen/clubavond/"
STAFF = "/staff/o/de-vier-azen/season/clubavond/"


@pytest.fixture
def series() -> Series:
    """A club of twelve with its series and two evenings, of which one is running."""
    organisation = club_evenings.club()
    club_evenings.members(organisation, 12)
    series = a_series(organisation)
    hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    hold(series, WEEKS + 1, {1: 1, 2: 20, 3: -21, 5: 0}, closed=False)
    return series


def event_of(series: Series, number: int) -> Event:
    """The event of an evening."""
    return Event.objects.get(evening__series=series, evening__date=day_of(series, number))


@pytest.fixture
def secretary(series: Series) -> Client:
    """The secretary of the club, signed in."""
    return cast.client(club_evenings.secretary(series.organisation))


@pytest.fixture
def desk(series: Series) -> Client:
    """A helper at the desk of the club."""
    return cast.client(club_evenings.steward(series.organisation, Steward.StewardRole.DESK))


@pytest.mark.parametrize("path", ["", "evenings/", "presences/", "1/", "season.json"])
def test_everybody_sees_the_season(series: Series, client: Client, path: str) -> None:
    name = Person.objects.get(number=2).name
    page = client.get(PUBLIC + path)
    assert page.status_code == 200
    if path != "season.json":
        assert name in page.content.decode() and "Provisional" in page.content.decode()
    else:
        assert name not in page.content.decode() and page.json()["evenings"][0]["event"]


def test_the_worst_evening_is_on_the_own_link_alone(series: Series, client: Client) -> None:
    own = client.get(person_url(Person.objects.get(number=2))).content.decode()
    best, worst = (re.escape(date_format(day_of(series, number), "j F")) for number in (WEEKS + 1, 1))
    assert re.search(rf"{best} <b[^>]*>20</b>.*{worst}\s*<b[^>]*>−4</b>", own, re.DOTALL)
    once = client.get(person_url(Person.objects.get(number=4))).content.decode()
    assert "My place in the season" in once and "worst" not in once
    assert all("worst" not in client.get(PUBLIC + path).content.decode() for path in ("", "evenings/", "2/"))


@pytest.mark.parametrize("path", ["/o/de-vier-azen/anders/", "/o/anders/clubavond/", f"{PUBLIC}12/", f"{PUBLIC}99/"])
def test_what_is_not_there_is_not_found(series: Series, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(PUBLIC).status_code == 405


def test_an_open_page_learns_of_a_new_deal_and_else_of_nothing(series: Series, client: Client) -> None:
    before = client.get(PUBLIC)
    version = before.content.decode().partition('hx-get="?v=')[2].partition('"')[0]
    assert client.get(f"{PUBLIC}?v={version}").status_code == 204
    assert client.get(PUBLIC, headers={"if-none-match": before["ETag"]}).status_code == 304
    cast.penalty(event_of(series, WEEKS + 1), 1, -2)
    after = client.get(f"{PUBLIC}?v={version}")
    assert after.status_code == 200 and after.content != before.content


def test_why_somebody_is_nth_says_what_fell_out_and_what_is_needed(series: Series, client: Client) -> None:
    change_season(series, BY, {"best": 1})
    text = " ".join(client.get(f"{PUBLIC}1/").content.decode().split())
    assert "falls out: better evenings count" in text and "8 behind " in text and "More than 20 on " in text


def test_the_secretary_sees_who_is_linked_to_nobody(series: Series, secretary: Client, client: Client) -> None:
    event = event_of(series, 1)
    entry = cast.entry(event, 2)
    links.unlink_entry(series.organisation, BY, entry)
    page = secretary.get(STAFF).content.decode()
    assert f'/links/{event.slug}/">{event.name}</a> <small> 1 player' in " ".join(page.split())
    assert "One result of these evenings belongs to nobody" in " ".join(client.get(PUBLIC).content.decode().split())


@pytest.mark.parametrize("path", ["", "rules/", "files/1/", "totals/", "totals/evening/"])
def test_no_steward_of_another_club_opens_it(series: Series, path: str) -> None:
    other = club_evenings.club("ander")
    stranger = cast.client(club_evenings.secretary(other))
    assert stranger.get(STAFF + path).status_code == 403
    assert stranger.post(STAFF + path, {"of": ""}).status_code in (403, 405)
    assert stranger.post(f"{STAFF}season.pdf/make/").status_code == 403
    assert cast.client().get(STAFF + path).status_code == 302, "who is not signed in may do so"


def test_the_desk_looks_and_changes_nothing(series: Series, desk: Client) -> None:
    assert desk.get(STAFF).status_code == 200
    for path in ("rules/", "totals/", "totals/evening/"):
        assert desk.get(STAFF + path).status_code == 403
    assert desk.post(f"{STAFF}totals/{day_of(series, 1)}/withdraw/").status_code == 403


def test_a_preset_fills_in_the_rules_and_the_form_saves_them(series: Series, secretary: Client) -> None:
    page = secretary.get(f"{STAFF}rules/?preset=seven_periods")
    periods = "\n".join(["6 4"] * 7)
    assert periods in page.content.decode()
    form = {"score": "points", "absence": "nothing", "jokers": "in", "of": season_token(series)}
    assert secretary.post(f"{STAFF}rules/", {**form, "periods": periods}).status_code == 303
    series.refresh_from_db()
    assert series.season == {"periods": [{"evenings": 6, "best": 4}] * 7}
    form |= {"periods": "31/12/2026 4 Najaar\n2027-06-30 3", "weights": "17/12/2026 2", "tie_0": "wins"}
    assert secretary.post(f"{STAFF}rules/", {**form, "of": season_token(series)}).status_code == 303
    series.refresh_from_db()
    assert series.season["periods"][0] == {"ends_on": "2026-12-31", "best": 4, "name": "Najaar"}
    assert (series.season["weights"], series.season["ties"]) == ({"2026-12-17": 2}, ["wins"])


def test_a_moved_evening_has_its_weight_by_the_date_that_everybody_sees(series: Series, secretary: Client) -> None:
    planned = day_of(series, WEEKS + 2)
    held = planned + timedelta(days=1)
    move_evening(series, BY, planned, held)
    form = {"score": "points", "absence": "nothing", "jokers": "in", "of": season_token(series)}
    assert secretary.post(f"{STAFF}rules/", {**form, "weights": f"{held:%d/%m/%Y} 3"}).status_code == 303
    series.refresh_from_db()
    assert series.season["weights"] == {planned.isoformat(): 3}
    assert f"{held} 3" in secretary.get(f"{STAFF}rules/").content.decode()
    for path in (STAFF, f"{STAFF}rules/", PUBLIC):
        assert f"The evening of {date_format(held, 'j F')} counts 3 times." in secretary.get(path).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"best": "-1"}, "This must be a number of evenings"),
        ({"periods": "6 4\n31/12/2026 4"}, "All periods go by dates"),
        ({"periods": "6 9"}, "Line 1: "),
        ({"periods": "straks 4"}, "“straks” is not a date."),
        ({"periods": "6 vier"}, "“vier” is not a whole number."),
        ({"weights": "17/12/2026"}, "Each line is a day and a number."),
        ({"weights": "17/12/2026 99"}, "An evening can count"),
        ({"score": "table"}, "A table of points is needed"),
        ({"tie_0": "wins", "tie_1": "wins"}, "can be named once"),
    ],
)
def test_each_fault_of_the_rules_has_its_sentence(
    series: Series, secretary: Client, typed: dict[str, str], sentence: str
) -> None:
    form = {"score": "points", "absence": "nothing", "jokers": "in", "of": season_token(series), **typed}
    answer = secretary.post(f"{STAFF}rules/", form)
    assert answer.status_code == 422 and sentence in answer.content.decode()


def test_two_who_change_the_rules_at_once_are_told(series: Series, secretary: Client) -> None:
    form = {"score": "mean", "absence": "nothing", "jokers": "in", "of": season_token(series)}
    change_season(series, BY, {"best": 3})
    answer = secretary.post(f"{STAFF}rules/", form)
    assert answer.status_code == 409 and "Somebody has changed this in the meantime" in answer.content.decode()


def typed(of: date, **seats: str) -> dict[str, str]:
    """The form of an evening with one table of a round."""
    usual = {
        "day": of.isoformat(),
        "person_1_1_1": "1",
        "points_1_1_1": "10",
        "person_1_1_2": "2",
        "points_1_1_2": "-10",
    }
    return {"deals": "16", "of": "", **usual, **seats}


def test_an_evening_on_paper_is_typed_corrected_and_taken_back(series: Series, secretary: Client) -> None:
    day, form = day_of(series, 2), f"{STAFF}totals/evening/"
    person = Person.objects.get(number=6)
    other = person.name
    assert secretary.post(form, typed(day, person_1_1_3=other, points_1_1_3="0")).status_code == 303
    assert totals_of(series, day) == [
        TableTotal(1, 1, 1, 10, 16),
        TableTotal(1, 1, 2, -10, 16),
        TableTotal(1, 1, 6, 0, 16),
    ]
    listed = secretary.get(f"{STAFF}totals/").content.decode()
    assert "Round 1, table 1" in " ".join(listed.split())
    refused = secretary.post(form, typed(day, points_1_1_1="11"))
    assert refused.status_code == 409, "not by a form for another evening"
    shown = refused.content.decode()
    assert "is recorded already. Correct it under “Evenings on paper”." in shown and "Stored now" not in shown
    correct = cast.filled_in(secretary.get(f"{form}?day={day}"))
    assert (correct["person_1_1_3"], correct["deals"]) == (f"6 {person.listed}", "16"), "by name too"
    assert secretary.post(f"{form}?day={day}", {**correct, "points_1_1_1": "11"}).status_code == 303
    assert totals_of(series, day)[0].points == 11
    assert secretary.post(f"{STAFF}totals/{day}/withdraw/").status_code == 303
    assert not totals_of(series, day)
    assert secretary.post(f"{STAFF}totals/gisteren/withdraw/").status_code == 404


def test_an_evening_on_paper_moves_to_the_date_that_is_put_right(series: Series, secretary: Client) -> None:
    day, right, form = day_of(series, 2), day_of(series, 3), f"{STAFF}totals/evening/"
    assert secretary.post(form, typed(day)).status_code == 303
    correct = cast.filled_in(secretary.get(f"{form}?day={day}")) | {"day": right.isoformat()}
    for _sent in range(2):
        assert secretary.post(f"{form}?day={day}", correct).status_code == 303
    assert not totals_of(series, day) and len(totals_of(series, right)) == 2, "everybody has its points once"
    assert secretary.post(form, typed(day, points_1_1_1="11")).status_code == 303
    onto = cast.filled_in(secretary.get(f"{form}?day={day}")) | {"day": right.isoformat()}
    assert secretary.post(f"{form}?day={day}", onto).status_code == 409, "another evening stands there"
    assert totals_of(series, day)[0].points == 11 and totals_of(series, right)[0].points == 10


def test_the_form_of_an_evening_begins_with_what_is_likely_and_loses_nothing(series: Series, secretary: Client) -> None:
    form = f"{STAFF}totals/evening/"
    proposed = secretary.get(form)
    assert cast.filled_in(proposed)["day"] == day_of(series, 2).isoformat(), "the first date of which nothing is known"
    page = proposed.content.decode()
    assert 'name="person_1_1_5"' in page and 'name="person_1_2_1"' not in page, "as many tables as the last time"
    answer = secretary.post(form, typed(day_of(series, 3), tables="3", rounds="2", resize="1"))
    more = cast.filled_in(answer)
    assert (more["day"], more["person_1_1_1"], more["points_1_1_2"]) == (day_of(series, 3).isoformat(), "1", "-10")
    assert 'name="person_2_3_5"' in answer.content.decode() and not totals_of(series, day_of(series, 3))
    wrong = secretary.post(form, {**more, "points_2_3_5": "8"})
    assert wrong.status_code == 422 and cast.filled_in(wrong) == {**more, "points_2_3_5": "8"}


def test_a_player_on_paper_is_found_by_the_name_on_the_list_of_members_too(series: Series, secretary: Client) -> None:
    day, person = day_of(series, 2), Person.objects.get(number=6)
    members = cast.shown(secretary.get("/staff/o/de-vier-azen/members/"))
    assert person.listed != person.name and person.listed in members
    answer = secretary.post(f"{STAFF}totals/evening/", typed(day, person_1_1_2=person.listed))
    assert answer.status_code == 303 and totals_of(series, day)[1].person == 6


def test_a_part_of_a_name_will_do_if_only_one_has_it(series: Series, secretary: Client) -> None:
    day, form = day_of(series, 2), f"{STAFF}totals/evening/"
    names = [NewPerson(PersonDetails(name)) for name in ("An Van Zwam", "An Zwam", "Bo Van Zwam")]
    an, shorter, bo = (person.number for person in add_persons(series.organisation, BY, names))
    assert "Several people" in secretary.post(form, typed(day, person_1_1_1="An")).content.decode()
    assert "Several people" in secretary.post(form, typed(day, person_1_1_1="van zwam")).content.decode()
    parts = {"person_1_1_1": "bo", "person_1_1_2": "An Zwam", "person_1_1_3": "an van zwam", "points_1_1_3": "0"}
    assert secretary.post(form, typed(day, **parts)).status_code == 303
    assert {total.person: total.points for total in totals_of(series, day)} == {bo: 10, shorter: -10, an: 0}


def test_a_correction_leaves_tables_and_deals_that_a_spreadsheet_brought(series: Series, secretary: Client) -> None:
    day, form = day_of(series, 2), f"{STAFF}totals/evening/?day={day_of(series, 2)}"
    totals = [TableTotal(1, 1, 1, 10, 16), TableTotal(1, 1, 2, -10, 12), TableTotal(1, 40, 3, 0, 16)]
    record_totals(series, BY, {day: totals})
    shown = cast.filled_in(secretary.get(form))
    assert secretary.post(form, {**shown, "points_1_1_1": "11", "tables": "1"}).status_code == 303
    assert totals_of(series, day) == [totals[0]._replace(points=11), *totals[1:]]


def test_a_sum_that_the_rules_cannot_give_is_marked(series: Series, secretary: Client) -> None:
    totals = [TableTotal(1, 1, 1, 10, 16), TableTotal(1, 1, 2, -9, 16)]
    record_totals(series, BY, {day_of(series, 2): totals})
    assert "⚠" not in secretary.get(f"{STAFF}totals/").content.decode(), "by points alone there are no rules"
    change_series(series, BY, replace(SeriesPlan.of(series), plan={"rules": "standard-v06"}))
    assert "<strong>⚠ 1</strong>" in secretary.get(f"{STAFF}totals/").content.decode()
    record_totals(series, BY, {day_of(series, 2): [totals[0], totals[1]._replace(points=-10)]})
    assert "⚠" not in secretary.get(f"{STAFF}totals/").content.decode()


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ({"person_1_1_1": "99"}, "Nobody is called so."),
        ({"person_1_1_1": "Niemand Zo"}, "Nobody is called so."),
        ({"points_1_1_1": ""}, "How many points?"),
        ({"person_1_1_1": ""}, "Whose points are these?"),
        ({"person_1_1_2": "1"}, "sits at two tables"),
        ({"day": "2099-01-01"}, "has not come yet"),
        ({"day": "gisteren"}, "Enter a valid date."),
    ],
)
def test_each_fault_of_an_evening_has_its_sentence(
    series: Series, secretary: Client, seats: dict[str, str], sentence: str
) -> None:
    answer = secretary.post(f"{STAFF}totals/evening/", typed(day_of(series, 2), **seats))
    assert answer.status_code == 422 and sentence in answer.content.decode()


def test_a_spreadsheet_brings_evenings(series: Series, secretary: Client) -> None:
    name = Person.objects.get(number=3).name
    lines = ["Datum;Ronde;Tafel;Speler;Punten;Spellen"]
    lines += [
        f"{day_of(series, n):%d/%m/%Y};1;1;{who};{won};16" for n in (2, 3) for who, won in ((1, 10), (name, "−10"))
    ]
    file = SimpleUploadedFile("oud.csv", "\n".join(lines).encode())
    assert secretary.post(f"{STAFF}totals/", {"file": file}).status_code == 303
    assert totals_of(series, day_of(series, 3)) == [TableTotal(1, 1, 1, 10, 16), TableTotal(1, 1, 3, -10, 16)]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("Datum;Ronde\n", "“Table” is missing"),
        ("Datum;Ronde;Tafel;Nr;Punten;Spellen\n2026-01-01;1;1;77;3;4", "Line 2: Nobody is called so."),
        ("Datum;Ronde;Tafel;Nr;Punten;Spellen\n1 mei;1;1;1;3;4", "Line 2: “1 mei” is not a date."),
        ("Datum;Ronde;Tafel;Nr;Punten;Spellen\n2026-01-01;1;1;1;veel;4", "Line 2: “veel” is not a whole number."),
        ("%PDF-1.4", "This is not a spreadsheet."),
    ],
)
def test_each_fault_of_a_spreadsheet_has_its_sentence(
    series: Series, secretary: Client, lines: str, sentence: str
) -> None:
    answer = secretary.post(f"{STAFF}totals/", {"file": SimpleUploadedFile("oud.csv", lines.encode())})
    assert answer.status_code == 422 and sentence in answer.content.decode()


def test_the_workbook_has_the_ranking_with_its_evenings(series: Series, secretary: Client) -> None:
    change_season(series, BY, {"best": 1})
    record_totals(series, BY, {day_of(series, 2): [TableTotal(1, 1, 1, 5, 16)]})
    book = load_workbook(BytesIO(season_workbook(season_view(read_state(series.pk)))))
    sheet = book.worksheets[0]
    [heads, first, second, *_rest] = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert heads[:4] == ["Rank", "Number", "Name", "Points"]
    assert first[:2] == [1, 2] and second[:2] == [2, 1] and second[3] == 12
    assert second[-3:] == [12, "(5)", "(1)"]


def test_an_evening_that_counts_twice_says_so_wherever_evenings_are_columns(series: Series, client: Client) -> None:
    day = day_of(series, 1)
    change_season(series, BY, {"weights": {day.isoformat(): 2}})
    table = " ".join(client.get(f"{PUBLIC}evenings/").content.decode().split())
    assert f"{date_format(day, 'j/n')}</a> ×&nbsp;2 </th>" in table
    nights = client.get(f"/api/1/organisations/de-vier-azen/seasons/{series.slug}/").json()["nights"]
    assert [night["weight"] for night in nights] == [2, 1]
    sheet = load_workbook(BytesIO(season_workbook(season_view(read_state(series.pk))))).worksheets[0]
    heads = [cell.value for cell in sheet[1]]
    assert heads[-2] == f"{day:%d/%m/%Y} × 2" and len({*heads}) == len(heads)


def test_a_column_of_figures_has_the_same_decimals(series: Series, client: Client) -> None:
    change_season(series, BY, {"score": "mean"})
    record_totals(series, BY, {day_of(series, 2): [TableTotal(1, 1, 1, 5, 3), TableTotal(1, 1, 2, -8, 2)]})
    page = client.get(PUBLIC).content.decode()
    best = re.findall(r'<td class="sum">([^<]*)</td>', page.partition('id="list-1"')[2].partition("</table>")[0])
    assert best == ["3.60", "2.00", "0.00", "0.00", "−14.50"]


@pytest.mark.usefixtures("nobody_at_work")
def test_a_file_is_made_once_and_its_page_says_how_far_it_is(series: Series, secretary: Client, desk: Client) -> None:
    answer = secretary.post(f"{STAFF}season.pdf/make/")
    here = answer["Location"]
    assert secretary.post(f"{STAFF}season.pdf/make/")["Location"] == here, "a double click"
    assert secretary.post(f"{STAFF}season.odt/make/").status_code == 404
    assert "Other files come first" in cast.shown(secretary.get(here))
    assert secretary.get(f"{here}file/")["Location"] == here
    over(job_of(answer))
    assert "The file is ready" in cast.shown(secretary.get(here))
    file = secretary.get(f"{here}file/")
    assert file["Content-Disposition"] == 'attachment; filename="de-vier-azen-clubavond.pdf"'
    assert file["Content-Type"] == "application/pdf"
    # It is a file of this series alone, and goes with whoever is forgotten.
    other = a_series(series.organisation, name="Zomer")
    assert secretary.get(here.replace("clubavond", other.slug)).status_code == 404
    rounds.close_round(cast.round_of(event_of(series, WEEKS + 1)), BY)
    change_state(event_of(series, WEEKS + 1), BY, Event.State.CLOSED)
    page = secretary.get("/staff/o/de-vier-azen/members/1/forget/").content.decode()
    of = page.partition('name="of" value="')[2].partition('"')[0]
    assert secretary.post("/staff/o/de-vier-azen/members/1/forget/", {"of": of}).status_code == 303
    assert secretary.get(here).status_code == 404


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("xlsx", b"PK")])
def test_a_child_makes_the_season_of_this_series(series: Series, secretary: Client, kind: str, begins: bytes) -> None:
    one = job_of(secretary.post(f"{STAFF}season.{kind}/make/"))
    becomes(one, JobState.MADE)
    assert (one.content() or b"").startswith(begins)
