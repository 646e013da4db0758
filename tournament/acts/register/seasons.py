"""The season of a series: how it is counted; and what was won on evenings that were not played in Troel."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.register.evenings import cancel_evenings, is_begun
from tournament.acts.register.series import series_in
from tournament.errors import UserError
from tournament.models import Evening, Organisation, Person, RegisterLine, SeasonTotal, Series
from tournament.progress.evenings_on import current_day, event_on
from tournament.ranking.format import MAX_DEALS, MAX_PLACES, MAX_ROUNDS
from tournament.season.options import MAX_EVENINGS, MAX_POINTS, SeasonError, read_season
from tournament.version_tokens import require_unchanged, token_of

MAX_TABLES = 200


class TableTotal(NamedTuple):
    """What a person of the register, by their number, won at a table in one round, in so many deals."""

    round: int
    table: int
    person: int
    points: int
    deals: int


def change_season(series: Series, actor: str, season: Mapping[str, Any], *, seen: str | None = None) -> None:
    """Counts the season of a series otherwise from now on, with all evenings that were played.

    `season` as `tournament.season.options` reads it; refused with its first fault. `seen` is the token (`season_token`)
    of the rules that were looked at: refused if they have changed since. The same rules again write nothing.
    """
    with logbook.locked_register(series.organisation) as organisation:
        try:
            options = read_season(season).to_dict()
        except SeasonError as error:
            raise UserError(error.faults[0].sentence, 422) from error
        current = Series.objects.get(pk=series.pk)
        if current.season == options:
            return
        require_unchanged(seen, season_token(current))
        logbook.write(organisation, actor, "change_season", {"series": current.number, "season": options})


def season_token(series: Series) -> str:
    """A token that changes when a season is counted otherwise."""
    return token_of(series.season)


def record_totals(
    series: Series, actor: str, by_day: Mapping[date, Sequence[TableTotal]], *, seen: str | None = None
) -> None:
    """Records evenings that were played on paper or before Troel, by date: all of them, or none.

    What was recorded of such a date before is replaced; `seen` is the token (`totals_token`) of what was looked at. The
    same again writes nothing. Refused for a date that is still to come, or of which something was written at a table in
    Troel; an evening that was begun there and not played is cancelled by it.
    """
    with logbook.locked_register(series.organisation) as organisation:
        if len(by_day) > MAX_EVENINGS:
            raise UserError(_("Record at most %(most)s evenings at once.") % {"most": MAX_EVENINGS}, 422)
        persons = Person.objects.filter(organisation=organisation, forgotten=False)
        names = dict(persons.values_list("number", "name"))
        for day, totals in by_day.items():
            _check_totals(series, day, totals)
            _check_people(names, totals)
        changed = [day for day, totals in sorted(by_day.items()) if set(totals_of(series, day)) != set(totals)]
        for day in changed:
            require_unchanged(seen, totals_token(series, day))
        before = _cancelled_dates(series)
        cancel_evenings(series, actor, [day for day in changed if event_on(series, day)])
        cancelled = _cancelled_dates(series)
        # Its last line is another one than above if an evening was cancelled.
        with logbook.locked_register(organisation) as organisation:
            for day in changed:
                facts = {"series": series.number, "date": day.isoformat(), "totals": sorted(map(list, by_day[day]))}
                if day in cancelled:
                    facts["held"] = True
                if day in before:
                    facts["cancelled"] = True
                logbook.write(organisation, actor, "record_totals", facts)


def record_evening(
    series: Series, actor: str, day: date, totals: Sequence[TableTotal], *, stood: date | None, seen: str
) -> None:
    """Records one evening from paper; `stood` is the date under which it stands, if it is opened to be corrected.

    With another date it moves there: everybody would have its points twice otherwise. Refused if another evening stands
    there. `seen` is the token of what was looked at.
    """
    with logbook.locked_register(series.organisation):
        known = set(totals_of(series, day))
        if stood != day:
            if known and known != set(totals):
                sentence = _("The evening of %(day)s is recorded already. Correct it under “Evenings on paper”.")
                raise UserError(sentence % {"day": date_format(day)})
            if stood:
                withdraw_totals(series, actor, stood, seen=seen)
        record_totals(series, actor, {day: totals}, seen=seen if known and stood == day else None)


def withdraw_totals(series: Series, actor: str, day: date, *, seen: str | None = None) -> None:
    """Takes back what was recorded of an evening, as if it had not been. Writes nothing if nothing is.

    One that was cancelled before it was typed is cancelled again.
    """
    with logbook.locked_register(series.organisation) as organisation:
        if not totals_of(series, day):
            return
        require_unchanged(seen, totals_token(series, day))
        facts = {"series": series.number, "date": day.isoformat()}
        was_cancelled = _was_cancelled(series, day)
        logbook.write(organisation, actor, "withdraw_totals", facts)
        if was_cancelled:
            cancel_evenings(series, actor, [day])


def _cancelled_dates(series: Series) -> set[date]:
    return set(Evening.objects.filter(series=series, cancelled=True).values_list("date", flat=True))


def _was_cancelled(series: Series, day: date) -> bool:
    """Whether the evening of a date, of which totals are recorded, was cancelled when the first of them were."""
    lines = RegisterLine.objects.filter(organisation=series.organisation, act__in=("record_totals", "withdraw_totals"))
    for act, text in lines.order_by("-sequence").values_list("act", "text"):
        facts = json.loads(text)["facts"]
        is_of_day = (facts["series"], facts["date"]) == (series.number, day.isoformat())
        if is_of_day and (act == "withdraw_totals" or "cancelled" in facts):
            return act == "record_totals"
    return False


def totals_of(series: Series, day: date) -> list[TableTotal]:
    """What is recorded of the evening of a date, by round and table."""
    rows = SeasonTotal.objects.filter(series=series, date=day).order_by("round", "table", "pk")
    return [TableTotal(*row) for row in rows.values_list("round", "table", "person__number", "points", "deals")]


def totals_token(series: Series, day: date) -> str:
    """A token that changes when other totals of a date are recorded."""
    return token_of(day, sorted(totals_of(series, day)))


def _check_totals(series: Series, day: date, totals: Sequence[TableTotal]) -> None:
    """Refuses totals that no evening can have."""
    if day > current_day(series):
        raise UserError(_("The evening of %(day)s has not come yet.") % {"day": date_format(day)}, 422)
    if (event := event_on(series, day)) and is_begun(event):
        sentence = _("The evening of %(day)s was played in Troel. Type its sheets there.")
        raise UserError(sentence % {"day": date_format(day)})
    if not totals:
        raise UserError(_("Nothing is filled in."), 422)
    bounds = {"round": (1, MAX_ROUNDS), "table": (1, MAX_TABLES), "deals": (1, MAX_DEALS)}
    bounds["points"] = (-MAX_POINTS, MAX_POINTS)
    for total in totals:
        for name, (minimum, maximum) in bounds.items():
            if not minimum <= getattr(total, name) <= maximum:
                sentence = _("Round %(round)s, table %(table)s: a number is too low or too high.")
                raise UserError(sentence % total._asdict(), 422)


def _check_people(names: Mapping[int, str], totals: Sequence[TableTotal]) -> None:
    """Refuses totals of people who are not in the register, or who cannot have sat so."""
    for total in totals:
        if total.person not in names:
            raise UserError(_("Nobody on the list of members has number %(person)s.") % total._asdict(), 422)
    for (round, person), count in Counter((total.round, total.person) for total in totals).items():
        if count > 1:
            sentence = _("%(name)s sits at two tables in round %(round)s.")
            raise UserError(sentence % {"name": names[person], "round": round}, 422)
    if any(count > MAX_PLACES for count in Counter((total.round, total.table) for total in totals).values()):
        raise UserError(_("More than five people sit at one table."), 422)


@Act("change_season", _("Season counted otherwise"), owner=Organisation)
def apply_change_season(line: LogLine) -> None:
    series = series_in(line)
    series.season = line.facts["season"]
    series.save(update_fields=["season"])


@Act("record_totals", _("Evening recorded from paper"), owner=Organisation)
def apply_record_totals(line: LogLine) -> None:
    series, day = series_in(line), date.fromisoformat(line.facts["date"])
    SeasonTotal.objects.filter(series=series, date=day).delete()
    if "held" in line.facts:
        # It was cancelled, and was played after all: what was begun in Troel stays in the bin.
        Evening.objects.filter(series=series, date=day).update(event=None, cancelled=False)
    people = dict(Person.objects.filter(organisation=line.organisation).values_list("number", "pk"))
    SeasonTotal.objects.bulk_create(
        SeasonTotal(
            series=series, date=day, round=round, table=table, person_id=people[person], points=points, deals=deals
        )
        for round, table, person, points, deals in line.facts["totals"]
    )


@Act("withdraw_totals", _("Evening from paper taken back"), owner=Organisation)
def apply_withdraw_totals(line: LogLine) -> None:
    SeasonTotal.objects.filter(series=series_in(line), date=date.fromisoformat(line.facts["date"])).delete()
