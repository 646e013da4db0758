"""Decisions in words, in the visitor's language: their names and where they were made."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from scoring import RuleSet
from scoring.penalties import Penalty
from tournament.acts.rehearsal import wiped_decisions
from tournament.models import Adjustment, Decision, Entry, Event, PersonalText, Table
from tournament.ranking import facts
from tournament.ranking.round_names import round_in
from tournament.reading.sheets import full_name

HOUSE = "house"
RULING = "ruling"
EXCLUSION = "exclusion"
# Sorts after every seat.
LAST = 99
# How many decisions about a player are shown.
MOST_EARLIER = 20

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
    rows = Decision.objects.filter(event=event).exclude(number__in=wiped_decisions(event))
    rows = rows.select_related("event", "round", "table__round")
    return rows.prefetch_related("adjustments__entry__player", "table__seats__entry__player").order_by("-number")


def about_players(event: Event, players: Iterable[Entry]) -> QuerySet[Decision]:
    """The decisions about these players, latest first, including cancelled ones."""
    return decisions(event).filter(adjustments__entry__in=players).distinct()[:MOST_EARLIER]


def on_deal(table: Table, deal: int) -> QuerySet[Decision]:
    """The decisions about one deal, including cancelled ones."""
    return decisions(table.round.event).filter(table=table, deal=deal).order_by("number")


def in_words(decision: Decision) -> dict[str, object]:
    """A decision in words: its kind, where it was made, whom it is about and what it gives to whom."""
    ruleset = facts.ruleset(decision.event)
    return {
        "number": decision.number,
        "kind": kind_name(decision.kind, ruleset),
        "outcome": outcome(decision, ruleset),
        "place": place(decision),
        "about": about(decision),
        "gives": [(gift.entry.number, full_name(gift.entry), gift.points) for gift in gives(decision)],
        "cancelled": decision.cancelled,
        "reason": decision.reason,
    }


def kind_name(kind: str, ruleset: RuleSet) -> str:
    """The name of a kind of decision: the rule set's if it is one of its presets, else ours, else the key itself."""
    preset = preset_of(kind, ruleset)
    return preset_name(preset) if preset else str(NAMES.get(kind, kind))


def preset_of(kind: str, ruleset: RuleSet) -> Penalty | None:
    """The rule set's preset for a kind of decision; None if it is not a preset."""
    return next((preset for preset in ruleset.penalties if preset.key == kind), None)


def outcome(decision: Decision, ruleset: RuleSet) -> str:
    """The name of a decision and what it ruled: "Capitulation: result as ruled"."""
    if decision.kind == Decision.JURY_CALL:
        allowed = decision.ruling == Decision.Ruling.ALLOWED
        return _("The jury was called and allowed the contract") if allowed else _("The jury was not called")
    name, preset = kind_name(decision.kind, ruleset), preset_of(decision.kind, ruleset)
    if preset and preset.of_jury and decision.ruling in (Decision.Ruling.REFUSED, Decision.Ruling.NOT_CALLED):
        return name  # which says it
    return labelled(name, decision.get_ruling_display()) if decision.ruling else name


def labelled(name: object, said: object) -> str:
    """A name and a text about it, with a colon as the visitor's language writes it."""
    return _("%(name)s: %(said)s") % {"name": name, "said": said}


def internals(event: Event, of: Iterable[Decision]) -> dict[str, str]:
    """The internal reasons of decisions by their digest: only for the staff and the people they concern.

    A file contains only the digest, so the reason of an imported decision is missing.
    """
    wanted = [decision.internal for decision in of if decision.internal]
    rows = PersonalText.objects.filter(event=event, digest__in=wanted) if wanted else PersonalText.objects.none()
    return dict(rows.values_list("digest", "text"))


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
    return texts.get((get_language() or "en")[:2]) or texts.get("en", "")
