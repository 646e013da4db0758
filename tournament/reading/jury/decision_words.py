"""Decisions in words, in the visitor's language: their names and where they were made."""

import json
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from scoring import RuleSet
from scoring.reworded import reworded
from scoring.rules.penalties import Penalty
from tournament.acts.jury.appeals import concerned_entries
from tournament.acts.jury.rulings import BEFORE_PLAY
from tournament.acts.kernel.declaring import PointsOf, acts_where
from tournament.acts.kernel.rehearsal_data import wiped_decisions
from tournament.models import Adjustment, Appeal, Decision, Entry, Event, LogEntry, PersonalText, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome as outcome_of
from tournament.ranking.records import TableFacts
from tournament.ranking.round_names import round_in
from tournament.reading.table.sheets import full_name

HOUSE = "house"
RULING = "ruling"
EXCLUSION = "exclusion"
# Sorts after every seat.
LAST = 99
# How many decisions about a player are shown.
MAX_EARLIER = 20
MAX_CONCERNING = 200

# Kinds that are not presets of a rule set.
NAMES = {
    HOUSE: pgettext_lazy("kind of decision", "House rule"),
    RULING: pgettext_lazy("kind of decision", "Ruling on a deal"),
    EXCLUSION: pgettext_lazy("kind of decision", "Exclusion"),
    Decision.JURY_CALL: pgettext_lazy("kind of decision", "Was the jury called?"),
}


def decisions(event: Event) -> QuerySet[Decision]:
    """All decisions of an event, latest first, including cancelled ones, with what is read of them.

    Those wiped with the rehearsal are not among them: they are in the logbook.
    """
    return _all(event).exclude(number__in=wiped_decisions(event))


def _all(event: Event) -> QuerySet[Decision]:
    rows = Decision.objects.filter(event=event).select_related("event", "round", "table__round")
    about = ("adjustments__entry__player", "table__seats__entry__player", "appeals__entry__player", "endings__by")
    return rows.prefetch_related(*about).order_by("-number")


def signers(event: Event, signed_decisions: Iterable[Decision]) -> dict[int, list[str]]:
    """Who made these decisions, by number: once the hour of a round has passed there are two, as the logbook says."""
    decide = acts_where(lambda act: act.points_of == PointsOf.DECISION)
    lines = LogEntry.objects.filter(event=event, act__in=decide, text__contains='"with":"').values_list(
        "text", flat=True
    )
    second = {sealed["decision"]: sealed["with"] for sealed in (json.loads(text)["facts"] for text in lines)}
    return {row.number: [row.by, *filter(None, [second.get(row.number)])] for row in signed_decisions}


def about_players(event: Event, players: Iterable[Entry]) -> QuerySet[Decision]:
    """The decisions about these players, latest first, including cancelled ones."""
    return decisions(event).filter(adjustments__entry__in=players).distinct()[:MAX_EARLIER]


def at_table(table: Table) -> QuerySet[Decision]:
    """The decisions about a table and its deals, including cancelled ones."""
    return decisions(table.round.event).filter(table=table).order_by("number")


def concerning(entry: Entry, *, every: bool = False) -> list[Decision]:
    """The decisions that concern a player, latest first: also the rulings on deals they played.

    `every` gives all that are kept, however many, and also those wiped with the rehearsal.
    """
    ruled = Q(table__seats__entry=entry) & ~Q(ruling=Decision.Ruling.NONE)
    rows = _all(entry.event) if every else decisions(entry.event)
    rows = rows.filter(Q(adjustments__entry=entry) | ruled).distinct()
    return [row for row in (rows if every else rows[:MAX_CONCERNING]) if entry.number in concerned_entries(row)]


def in_words(decision: Decision) -> dict[str, object]:
    """A decision in words: its kind, where it was made, whom it is about and what it gives to whom."""
    ruleset = facts.ruleset(decision.event)
    return {
        "number": decision.number,
        "kind": kind_name(decision, ruleset),
        "outcome": outcome(decision, ruleset),
        "place": place(decision),
        "about": about(decision),
        "gives": [(gift.entry.number, full_name(gift.entry), gift.points) for gift in gives(decision)],
        "cancelled": decision.cancelled,
        "state": state(decision),
        "reason": decision.why,
        "appeals": [appealed(row) for row in decision.appeals.all()],
    }


def state(decision: Decision) -> str:
    """What became of a decision: cancelled, or ended by a later ruling and by which; "" if it counts."""
    if decision.cancelled:
        return _("cancelled")
    ended_by = ", ".join(map(str, decision.ended_by))
    return _("replaced by decision %(numbers)s") % {"numbers": ended_by} if ended_by else ""


def kind_name(decision: Decision, ruleset: RuleSet) -> str:
    """The name of a decision's kind, and of its offence if that is counted apart.

    It is the rule set's if the kind is one of its presets, else ours, else the key itself.
    """
    preset = preset_of(decision.kind, ruleset)
    name = preset_name(preset) if preset else str(NAMES.get(decision.kind, decision.kind))
    return labelled(name, offence_name(preset, decision.offence)) if decision.offence else name


def offence_name(preset: Penalty | None, offence: str) -> str:
    """The name of an offence that a preset counts apart; its key once the rules no longer name it."""
    names = preset.offences.get(offence) if preset else None
    return _in_language(names) if names else offence


def preset_of(kind: str, ruleset: RuleSet) -> Penalty | None:
    """The rule set's preset for a kind of decision; None if it is not a preset."""
    return next((preset for preset in ruleset.penalties if preset.key == kind), None)


def outcome(decision: Decision, ruleset: RuleSet) -> str:
    """The name of a decision and what it ruled: "Capitulation: result as ruled"."""
    if decision.kind == Decision.JURY_CALL:
        allowed = decision.ruling == Decision.Ruling.ALLOWED
        answer = _("the jury allowed the contract") if allowed else _("the jury was not called")
        return labelled(_("Said by the table"), answer)
    name, preset = kind_name(decision, ruleset), preset_of(decision.kind, ruleset)
    if preset and preset.of_jury and decision.ruling in (Decision.Ruling.REFUSED, Decision.Ruling.NOT_CALLED):
        return name  # which says it
    answer = labelled(name, decision.get_ruling_display()) if decision.ruling else name
    return " · ".join([answer, _("recorded later")]) if decision.later else answer


def appealed(appeal: Appeal) -> str:
    """Who appealed and what became of it: "Appeal of An Peeters: open"."""
    return labelled(_("Appeal of %(name)s") % {"name": full_name(appeal.entry)}, appeal.get_outcome_display())


def labelled(name: object, text: object) -> str:
    """A name and a text about it, with a colon as the visitor's language writes it."""
    return _("%(name)s: %(said)s") % {"name": name, "said": text}


def internals(event: Event, of: Iterable[Decision]) -> dict[str, str]:
    """The internal reasons of decisions by their digest: only for the staff and the people they concern.

    A file contains only the digest, so the reason of an imported decision is missing.
    """
    digests = [decision.internal for decision in of if decision.internal]
    rows = PersonalText.objects.filter(event=event, digest__in=digests) if digests else PersonalText.objects.none()
    return dict(rows.values_list("digest", "text"))


def withheld(event: Event, of: Iterable[Decision], tables: Mapping[int, TableFacts] | None = None) -> set[int]:
    """The numbers of the decisions whose reasons no player may read yet.

    Why the jury allowed or refused a contract is told only once the deal is over: at the table that would tell of the
    cards. `tables`, by primary key, are read here unless they are known.
    """
    before_play = [(decision, decision.table_id, decision.deal) for decision in of if decision.ruling in BEFORE_PLAY]
    early = [(decision, table, deal) for decision, table, deal in before_play if table is not None and deal is not None]
    if not early:
        return set()
    if tables is None:
        tables = facts.tables(Table.objects.filter(pk__in={table for _one, table, _deal in early}))
    ruleset = facts.ruleset(event)
    return {
        decision.number for decision, table, deal in early if not outcome_of(tables[table].deal(deal), ruleset).over
    }


def with_reasons(event: Event, of: Sequence[Decision]) -> list[dict[str, object]]:
    """Decisions `in_words` and with all their reasons, for players whom they concern, as far as those are told yet."""
    inside, hidden = internals(event, of), withheld(event, of)
    reasons = [(decision.why, inside.get(decision.internal, ""), decision.cancel_reason) for decision in of]
    names = ("reason", "internal", "cancel_reason")
    return [
        {**in_words(decision), **dict(zip(names, ("", "", "") if decision.number in hidden else why, strict=True))}
        for decision, why in zip(of, reasons, strict=True)
    ]


def about(decision: Decision) -> str:
    """The names of the players a ruling is about, as they sat at its deal; "" if it names nobody."""
    if decision.table is None or not decision.about:
        return ""
    names = names_at(decision)
    return ", ".join(names[position] for position in decision.about)


def names_at(decision: Decision) -> dict[int, str]:
    """The full names of the people at a decision's table, by position, as they sat at its deal."""
    if decision.table is None:
        return {}
    seats = sorted(decision.table.seats.all(), key=lambda seat: seat.from_deal)
    return {seat.position: full_name(seat.entry) for seat in seats if seat.from_deal <= (decision.deal or 1)}


def gives(decision: Decision) -> list[Adjustment]:
    """The adjustments of a decision: first those of people at its table by seat, then the others by number."""
    seats = decision.table.seats.all() if decision.table else ()
    positions = {seat.entry_id: seat.position for seat in seats}
    # The adjustments are ordered by number, and the sort is stable.
    return sorted(decision.adjustments.all(), key=lambda row: positions.get(row.entry_id, LAST))


def preset_name(preset: Penalty) -> str:
    """The name of a preset."""
    return _in_language(preset.names)


def preset_note(preset: Penalty) -> str:
    """The source's note on a preset; "" if there is none."""
    return _in_language(preset.notes)


def place(decision: Decision) -> str:
    """The place of a decision, as far as it has one: "Round 2, table 5, deal 7"."""
    if decision.table is None and decision.round is not None:
        return round_in(decision.event, decision.round.number)
    return place_of(decision.table, decision.deal)


def place_of(table: Table | None, deal: int | None) -> str:
    """A table, and optionally a deal, in words; "" without a table."""
    if table is None:
        return ""
    numbers = {"round": round_in(table.round.event, table.round.number), "table": table.number, "deal": deal}
    if deal is None:
        return _("%(round)s, table %(table)s") % numbers
    return _("%(round)s, table %(table)s, deal %(deal)s") % numbers


def _in_language(texts: dict[str, str]) -> str:
    return reworded(texts.get((get_language() or "en")[:2]) or texts.get("en", ""))
