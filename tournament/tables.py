"""The lists of the staff: paginated and sortable tables, and their filters."""

from collections.abc import Mapping
from typing import Any

import django_filters
import django_tables2 as tables
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import RuleSet
from tournament.models import Affiliation, Decision, Entry
from tournament.naming import holds
from tournament.ranking.format import Format
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import round_head
from tournament.ranking.standings import RankingPlace
from tournament.reading.jury import decision_words
from tournament.reading.table.sheets import full_name, listed_name
from tournament.wording import plain, points, sign

A_PAGE = 50
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}
WIDE_NUMBER = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}

STATUS = {
    "present": pgettext_lazy("status of a player", "present"),
    "absent": pgettext_lazy("status of a player", "absent"),
    "no_show": pgettext_lazy("status of a player", "no-show"),
    "waiting": pgettext_lazy("status of a player", "waiting list"),
    "withdrawn": pgettext_lazy("status of a player", "withdrawn"),
    "excluded": pgettext_lazy("status of a player", "excluded"),
}
HAS_STATUS = {
    "present": Q(present=True, withdrawn=False, excluded=False),
    "absent": Q(present=False, withdrawn=False, excluded=False),
    "no_show": Q(withdrawn=True, excluded=False, no_show__gt=0),
    "waiting": Q(waiting__gt=0, excluded=False),
    "withdrawn": Q(withdrawn=True, excluded=False, no_show=0, waiting=0),
    "excluded": Q(excluded=True),
}


def status_word(entry: Entry) -> str:
    """The status of an entry in a word; it distinguishes players who did not come from those who withdrew."""
    why = "no_show" if entry.no_show else "waiting" if entry.waiting else "withdrawn"
    return str(STATUS[why if entry.status == "withdrawn" else entry.status])


def arrange(table: tables.Table, request: HttpRequest, per_page: int = A_PAGE) -> tables.Table:
    """The table as the query string asks for it (?sort= and ?page=), ignoring impossible values.

    django-tables2 would also let the query string set the number of rows per page.
    """
    table.request = request
    fields = request.GET.getlist(table.prefixed_order_by_field)
    if fields:
        table.order_by = fields[:3]
    try:
        table.paginate(page=request.GET.get(table.prefixed_page_field, 1), per_page=per_page)
    except PageNotAnInteger:
        table.paginate(page=1, per_page=per_page)
    except EmptyPage:
        table.paginate(page=table.paginator.num_pages, per_page=per_page)
    return table


class EntryTable(tables.Table):
    """The players of an event."""

    number = tables.Column(verbose_name=_("No."), attrs=NUMBER)
    name = tables.Column(accessor="player__name", verbose_name=_("Name"), order_by=("player__sorting", "number"))
    club = tables.Column(accessor="player__club", verbose_name=_("Club"), attrs=WIDE)
    language = tables.Column(accessor="player__language", verbose_name=_("Language"), attrs=WIDE)
    status = tables.Column(verbose_name=_("Status"), order_by=("excluded", "withdrawn", "present"))

    class Meta:
        order_by = "name"
        empty_text = _("No player found.")

    def render_name(self, record: Entry) -> str:
        """The name as a link to the player's own page; a joker is marked."""
        address = reverse("staff:player", args=[record.event.slug, record.number])
        joker = record.get_role_display() if record.role == Entry.PlayerRole.JOKER else ""
        return format_html('<a href="{}">{}</a> <small>{}</small>', address, listed_name(record), joker)

    def render_status(self, record: Entry) -> str:
        """The status in a word."""
        return status_word(record)


class EntryFilter(django_filters.FilterSet):
    """Players by part of a name or club, by club, by status."""

    q = django_filters.CharFilter(method="with_words", label=_("Name or number"))
    club = django_filters.ChoiceFilter(field_name="player__club", label=_("Club"), empty_label=_("all clubs"))
    status = django_filters.ChoiceFilter(
        method="with_status", choices=list(STATUS.items()), label=_("Status"), empty_label=_("any")
    )

    def __init__(self, data: Any, queryset: QuerySet[Entry]) -> None:
        super().__init__(data, queryset=queryset)
        clubs = queryset.exclude(player__club="").order_by("player__club").values_list("player__club", flat=True)
        self.filters["club"].extra["choices"] = [(club, club) for club in clubs.distinct()]

    def with_words(self, entries: QuerySet[Entry], name: str, query: str) -> QuerySet[Entry]:
        """Entries whose number is the `query`, or whose name or club contains its words, accents and capitals aside."""
        return matching(entries, query)

    def with_status(self, entries: QuerySet[Entry], name: str, status: str) -> QuerySet[Entry]:
        """Entries with this status."""
        return entries.filter(HAS_STATUS[status])


def matching(entries: QuerySet[Entry], query: str) -> QuerySet[Entry]:
    """Entries that match a search by name, club or number.

    Databases differ in how they treat accents, so names are compared here; an event has some thousands at most.
    """
    rows = entries.values_list("pk", "number", "player__name", "player__club")
    keys = [pk for pk, number, *texts in rows if query.strip() == str(number) or holds(" ".join(texts), query)]
    return entries.filter(pk__in=keys)


class MemberTable(tables.Table):
    """The members and guests of a club."""

    number = tables.Column(accessor="person__number", verbose_name=_("No."), attrs=NUMBER)
    name = tables.Column(
        accessor="person__listed",
        verbose_name=_("Name"),
        order_by=("person__sorting", "number"),
        linkify=("club:member", [tables.A("organisation__slug"), tables.A("person__number")]),
    )
    licence = tables.Column(verbose_name=_("Licence number"), attrs=WIDE_NUMBER)
    kind = tables.Column(verbose_name=pgettext_lazy("member or guest", "Is"))
    since = tables.DateColumn(verbose_name=_("Since"), format="j/n/Y", attrs=WIDE_NUMBER)
    display = tables.Column(
        accessor="person__get_display_display", verbose_name=_("Shown as"), order_by="person__display", attrs=WIDE
    )

    class Meta:
        order_by = "name"
        empty_text = _("Nobody yet.")


class MemberFilter(django_filters.FilterSet):
    """Who is of a club now, or was: by part of a name or number, and by what they are to it."""

    q = django_filters.CharFilter(method="with_words", label=_("Name or number"))
    kind = django_filters.ChoiceFilter(
        method="with_kind",
        choices=[*Affiliation.AffiliationKind.choices, ("former", pgettext_lazy("member or guest", "formerly"))],
        label=pgettext_lazy("member or guest", "Is"),
        empty_label=_("any"),
    )

    def filter_queryset(self, queryset: QuerySet[Affiliation]) -> QuerySet[Affiliation]:
        """The rows that are asked for; of those who left only if that is asked."""
        affiliations: QuerySet[Affiliation] = super().filter_queryset(queryset)
        former = Q(until__lt=timezone.localdate())
        return affiliations.filter(former if self.form.cleaned_data.get("kind") == "former" else ~former)

    def with_words(self, affiliations: QuerySet[Affiliation], name: str, query: str) -> QuerySet[Affiliation]:
        """Rows whose number or licence is the `query`, or whose name contains its words, accents and capitals aside."""
        known = affiliations.values_list("pk", "person__number", "licence", "person__name")
        keys = [pk for pk, number, licence, text in known if query in (str(number), licence) or holds(text, query)]
        return affiliations.filter(pk__in=keys)

    def with_kind(self, affiliations: QuerySet[Affiliation], name: str, kind: str) -> QuerySet[Affiliation]:
        """Rows of this kind."""
        return affiliations if kind == "former" else affiliations.filter(kind=kind)


class RankingTable(tables.Table):
    """The ranking for the staff: every round, including hidden ones."""

    rank = tables.Column(accessor="standing__rank", verbose_name=_("Rank"), attrs=NUMBER)
    number = tables.Column(accessor="entry__number", verbose_name=_("No."), attrs=WIDE_NUMBER)
    name = tables.Column(accessor="entry__number", verbose_name=_("Name"), orderable=False)
    club = tables.Column(accessor="entry__club", verbose_name=_("Club"), attrs=WIDE)
    carried = tables.Column(verbose_name=pgettext_lazy("before a final", "Before"), attrs=WIDE_NUMBER)
    bonus = tables.Column(verbose_name=_("Bonus"), attrs=WIDE_NUMBER)
    adjustments = tables.Column(verbose_name=_("Jury"), attrs=WIDE_NUMBER)
    points = tables.Column(accessor="standing__row__points", verbose_name=_("Points"), attrs=NUMBER)

    class Meta:
        empty_text = _("Nobody is ranked yet.")

    def __init__(self, ranking: Ranking, slug: str, names: Mapping[int, str]) -> None:
        """`names` are the full names by entry number. What the event's format does not give has no column."""
        self.slug, self.names = slug, names
        columns = [
            (f"round_{number}", _round_column(ranking.contest.format, at, number))
            for at, number in enumerate(ranking.rounds)
        ]
        rounds = [name for name, _column in columns]
        order = ("rank", "number", "name", "club", "carried", *rounds, "bonus", "adjustments", "points")
        without = [name for name in ("carried", "bonus") if not any(getattr(place, name) for place in ranking.places)]
        super().__init__(ranking.places, extra_columns=columns, sequence=order, exclude=without)

    def render_rank(self, record: RankingPlace) -> str:
        """The rank; a shared one is marked."""
        return f"{record.standing.rank} =" if record.standing.shared else str(record.standing.rank)

    def render_name(self, value: int) -> str:
        """The full name as a link to the player's own page."""
        address = reverse("staff:player", args=[self.slug, value])
        return format_html('<a href="{}">{}</a>', address, self.names[value])

    def render_adjustments(self, value: int) -> str:
        """What decisions gave and took."""
        return signed(value) if value else ""

    def render_carried(self, value: int) -> str:
        """What was carried from the rounds before the cut."""
        return plain(value) if value else ""

    def render_bonus(self, value: int) -> str:
        """The bonus for the places at the tables."""
        return points(value) if value else ""

    def render_points(self, value: int) -> str:
        """The total."""
        return plain(value)


class _RoundColumn(tables.Column):
    """The points of one round."""

    def render(self, value: int) -> str:
        return plain(value)


def _round_column(planned: Format, at: int, number: int) -> tables.Column:
    return _RoundColumn(accessor=f"all_rounds__{at}", verbose_name=round_head(planned, number), attrs=WIDE_NUMBER)


class DecisionTable(tables.Table):
    """The decisions, latest first."""

    number = tables.Column(verbose_name=_("No."), attrs=WIDE_NUMBER)
    at = tables.DateTimeColumn(verbose_name=_("When"), format="d/m H:i")
    kind = tables.Column(verbose_name=_("Decision"))
    place = tables.Column(accessor="number", verbose_name=_("Where"), orderable=False, attrs=WIDE)
    reason = tables.Column(verbose_name=_("Reason"), orderable=False, attrs=WIDE)
    by = tables.Column(verbose_name=pgettext_lazy("who took a decision", "By"), orderable=False, attrs=WIDE)

    class Meta:
        order_by = "-number"
        empty_text = _("Nothing has been decided yet.")

    def __init__(self, decisions: QuerySet[Decision], ruleset: RuleSet, names: Mapping[str, str]) -> None:
        """`names` are those of the actors, by the logbook's notation."""
        super().__init__(decisions)
        self.ruleset = ruleset
        self.names = names

    def render_kind(self, record: Decision) -> str:
        """What was decided, as a link to the decision's own page, and who gets what; a cancelled one is marked."""
        address = reverse("staff:decision", args=[record.event.slug, record.number])
        name = decision_words.outcome(record, self.ruleset)
        gives = [f"{full_name(row.entry)} {points(row.points)}" for row in decision_words.gives(record)]
        if record.about:
            gives.insert(0, decision_words.about(record))
        if not record.counts:
            gives.insert(0, decision_words.state(record))
        gives += [decision_words.appealed(row) for row in record.appeals.all()]
        return format_html('<a href="{}">{}</a> <small>{}</small>', address, name, " · ".join(gives))

    def render_place(self, record: Decision) -> str:
        """Round, table and deal."""
        return decision_words.place(record)

    def render_by(self, value: str) -> str:
        """Who took it."""
        return self.names[value]


def signed(value: int) -> str:
    """Points with their sign, which carries the meaning; the colour is only a help."""
    return format_html('<span class="points {}">{}</span>', sign(value), points(value))
