"""A season of forty evenings of 24 people with messy names, made by the acts themselves; all names are invented.

    series = long_season.play(weeks=40)

Two twins have one name, somebody marries and is called otherwise from then on, two are one letter apart, guests become
members, one player a night is a joker, some are linked to nobody, one leaves in mid-evening, one was fined by the jury,
one is forgotten at the end. Every seventh evening was typed from paper; one was cancelled after people had come.
"""

from dataclasses import replace
from datetime import date, time, timedelta
from random import Random

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.event.events import change_state
from tournament.acts.people import registration
from tournament.acts.register import evenings, links, persons, playing, receiving, seasons
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails
from tournament.acts.register.series import SeriesPlan, make_series
from tournament.models import Entry, Event, Person, Series, Table
from tournament.progress.evenings_on import evening_plan

NAMES = (
    "An Peeters", "An Peeters", "Joëlle Roels", "Jan Janssens", "Jan Jansens", "Renée Lefèvre", "Jörg Müller",
    "Guy D’Hondt", "Marie-Ève Dubois", "Ødegaard Siri", "De Backer Luc", "Luc De Backer", "Chloë Maës", "Noël Noël",
    "Zoë Van den Bossche", "Élise Vandenbroucke", "Ann Peeters", "Ý Nguyễn", "Ivo Claes", "Agnès L’Hoëst", "Bo Li",
    "Wim Wauters", "François Lefevre", "Ria Čapková", "Tom Ooms", "Els Els",
)  # fmt: skip
BY = club.BY
PLAYERS = 24
PAPER_EVERY = 7
LAST_DAY = date(2026, 11, 19)
# The evening, counted from 0, that was cancelled after people had come.
CANCELLED = 5


def play(weeks: int = 40, seed: int = 1) -> Series:
    """The series after so many evenings, the last of them on LAST_DAY."""
    random = Random(seed)
    organisation = club.club(rules="points-only", planned_rounds=1, deals_per_round=2)
    first = LAST_DAY - timedelta(weeks=weeks - 1)
    newcomers = [
        NewPerson(PersonDetails(name), ClubMembership(licence=f"B{number}", since=first))
        for number, name in enumerate(NAMES, 1)
    ]
    members = persons.add_persons(organisation, BY, newcomers)
    series = make_series(organisation, BY, SeriesPlan("Donderdag", LAST_DAY.weekday(), time(19, 30), begins_on=first))
    for week in range(weeks):
        day = first + timedelta(weeks=week)
        if week % PAPER_EVERY == PAPER_EVERY - 1:
            on_paper(series, day, random)
        elif week == CANCELLED:
            receiving.receive(series, BY, day, members[:4])
            evenings.cancel_evenings(series, BY, [day])
        else:
            play_evening(series, day, week, random)
        if week == weeks // 2:
            joelle = members[2]
            persons.change_person(joelle, BY, PersonDetails("Joëlle Claes-Roels"))
            guests = Person.objects.filter(organisation=organisation, name__startswith="Gast").order_by("number")
            for number, guest in enumerate(guests, len(NAMES) + 1):
                persons.affiliate(guest, BY, ClubMembership(licence=f"B{number}", since=day), 1)
    persons.forget_persons(organisation, BY, [members[21]])
    return Series.objects.select_related("organisation").get(pk=series.pk)


def play_evening(series: Series, day: date, week: int, random: Random) -> Event:
    """An evening of 24, of whom one or two are guests; one of the others is a joker."""
    guest = f"Gast {week} Łukasz"
    known = list(Person.objects.filter(organisation=series.organisation, forgotten=False).order_by("number"))
    receiving.receive(series, BY, day, random.sample(known, PLAYERS - 1))
    event = receiving.receive_guest(series, BY, day, guest)
    joker = cast.entry(event, random.randint(1, PLAYERS - 1))
    played_by = registration.person_of(joker)
    registration.change_entry(joker, BY, replace(played_by, role=Entry.PlayerRole.JOKER))
    event = cast.fresh(event)
    playing.draw_and_publish(event, BY, evening_plan(event.evening.series), 1)
    for table in Table.objects.filter(round__event=event).select_related("round__event").order_by("number"):
        for number in range(1, table.deals_planned + 1):
            cast.write(table, number, {"points": dict(zip("1234", any_points(random), strict=True))})
    someone = cast.entry(event, random.randint(1, PLAYERS - 1))
    if week % 5 == 1:
        cast.penalty(event, someone.number)
    if week % 5 == 2:
        links.unlink_entry(series.organisation, BY, someone)
    if week % 5 == 3:
        registration.withdraw(someone, BY)
    change_state(cast.fresh(event), BY, Event.State.CLOSED)
    return event


def on_paper(series: Series, day: date, random: Random) -> None:
    """An evening of two rounds that was typed from paper, with those who are members for long."""
    totals = []
    for round in (1, 2):
        numbers = random.sample(range(1, len(NAMES) + 1), PLAYERS)
        for at, person in enumerate(numbers):
            totals.append(seasons.TableTotal(round, at // 4 + 1, person, random.randint(-40, 60), 8))
    seasons.record_totals(series, BY, {day: totals})


def any_points(random: Random) -> list[int]:
    """What a deal gives its four seats; few different figures, so that people are equal often."""
    points = [random.choice((-6, -3, 0, 3, 9)) for _seat in range(3)]
    return [*points, -sum(points)]
