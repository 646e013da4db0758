"""The answers of the open data, `/api/1/`, as records: what their JSON is, and what its schema says of it.

A field is never renamed nor taken away under `/api/1/`; a new one may be added.
"""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

# How many items a page of a list has at most.
PAGE_SIZE = 100

SealText = Annotated[
    str,
    Meta(description="Of which moment the answer is: number and hash of the logbook’s last line."),
]
NamesUntil = Annotated[
    date | None,
    Meta(description="From this day on no names are to be shown, also not in copies; null while no day is set."),
]
Address = Annotated[str, Meta(description="The page for people that shows the same.")]
ShownName = Annotated[str, Meta(description="As the person is shown to the public: name, initials or number.")]
Rank = Annotated[int | None, Meta(description="Null for whoever is listed without a rank.")]


class OpenRecord(Struct, forbid_unknown_fields=True):
    """A record of the open data."""


class SealedAnswer(OpenRecord):
    """What every answer about something begins with."""

    seal: SealText
    names_until: NamesUntil
    page: Address


class Paged(OpenRecord):
    """A part of a list: `part` of `last_part`, of a list of `count` items."""

    part: int
    last_part: int
    count: int


class SealedPart(SealedAnswer):
    """The same of an answer that is sealed as a whole."""

    part: int
    last_part: int
    count: int


class OpenEvent(SealedAnswer):
    """An event, as lists have it."""

    slug: str
    name: str
    town: str
    starts_on: date | None
    ends_on: date | None
    state: str
    demo: bool
    organisation: str | None


class OpenEvents(Paged):
    """The listed events, the last first."""

    events: list[OpenEvent]


class OpenRound(OpenRecord):
    """A round that is shown."""

    number: int
    closed: bool
    provisional_until: datetime | None


class OpenEventDetails(OpenEvent):
    """An event: how far it is, and what it is played by."""

    finality: str
    frozen_after: int | None
    planned_rounds: int
    deals_per_round: int
    shown_rounds: list[OpenRound]
    ruleset: str
    rules_verified: bool
    tie_breaks: list[str]


class OpenPlace(OpenRecord):
    """A line of a ranking: the points are the sum of those of the rounds, bonus, adjustments and what was carried.

    `round_points` has one item for each of the counted rounds, null where the player got nothing that counts in their
    last section; `earlier_points` the same for rounds before a final.
    """

    rank: Rank
    shared: bool
    section: int
    number: int
    name: ShownName
    club: str
    points: int
    round_points: list[int | None]
    earlier_points: list[int | None]
    bonus: int
    adjustments: int
    carried: int
    deals: int
    tie_break: str | None


class OpenRanking(SealedPart):
    """The ranking of the rounds that are shown, up to where it is frozen; empty before the first deal."""

    event: str
    finality: str
    frozen_after: int | None
    provisional_until: datetime | None
    counted_rounds: list[int]
    ranking: list[OpenPlace]


class OpenSeat(OpenRecord):
    """Somebody at a seat from a deal on."""

    seat: int
    from_deal: int
    captain: bool
    number: int
    name: ShownName
    club: str


class OpenTable(OpenRecord):
    """Who sits at a table."""

    table: int
    sitting: list[OpenSeat]


class OpenResting(OpenRecord):
    """Somebody who sits out the round."""

    number: int
    name: ShownName
    club: str


class OpenSeating(SealedPart):
    """Who sits where in a round that is shown."""

    event: str
    round: int
    seating: list[OpenTable]
    resting: list[OpenResting]


class OpenPlayed(OpenRecord):
    """A player's round: points are null while they are kept back."""

    round: int
    table: int
    points: int | None


class OpenPlayer(SealedAnswer):
    """A player of an event; `placed` is null for whoever is not ranked."""

    event: str
    number: int
    name: ShownName
    club: str
    withdrawn: bool
    round_results: list[OpenPlayed]
    placed: OpenPlace | None


class OpenClub(OpenRecord):
    """A club in the ranking of the clubs; `value` is what it is ranked by, to one decimal."""

    rank: Rank
    shared: bool
    name: str
    members: int
    points: int
    value: float


class OpenClubs(SealedAnswer):
    """The ranking of the clubs of an event."""

    event: str
    finality: str
    ranking: list[OpenClub]


class OpenRules(SealedAnswer):
    """The rules that an event plays by: `table` has the points of every outcome, as phones look them up."""

    event: str
    ruleset: str
    hash: str
    verified: bool
    table: dict[str, Any]


class OpenOrganisation(SealedAnswer):
    """A club, a province or a federation."""

    slug: str
    kind: str
    name: str
    town: str
    parent: str | None


class OpenOrganisations(Paged):
    """The clubs and what is above them, by name."""

    organisations: list[OpenOrganisation]


class OpenSeries(OpenRecord):
    """Evenings of one weekday (0 is Monday) and hour."""

    slug: str
    name: str
    weekday: int
    starts_at: str
    zone: str
    town: str
    begins_on: date
    ends_on: date | None


class OpenOrganisationDetails(OpenOrganisation):
    """An organisation with its series of evenings, and what is below it."""

    series: list[OpenSeries]
    below: list[str]


class OpenNight(OpenRecord):
    """An evening of a season, which counts `weight` times; `event` is null for one that was played on paper."""

    number: int
    planned: date
    plays_on: date
    event: str | None
    final: bool
    weight: int
    attended: int


class OpenStanding(OpenRecord):
    """A line of a season, with what each of its evenings was worth; figures to two decimals."""

    rank: Rank
    shared: bool
    person: int
    name: ShownName
    score: float | None
    presences: int
    deals: int
    worths: list[float | None]


class OpenSeason(SealedPart):
    """The season of a series: `season.json` beside its page has the exact figures, without names."""

    organisation: str
    slug: str
    name: str
    running: bool
    scored_by: str
    nights: list[OpenNight]
    standings: list[OpenStanding]


class OpenPerson(SealedAnswer):
    """Somebody in a season."""

    organisation: str
    slug: str
    nights: list[OpenNight]
    season_place: OpenStanding


class OpenFault(OpenRecord):
    """Why there is no answer, in a sentence."""

    error: str
