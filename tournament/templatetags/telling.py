"""Filters that say who somebody is, what was decided, and how reliable figures are."""

from django import template
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from scoring import RuleSet
from scoring.rules.penalties import Penalty
from tournament.admission import Admission
from tournament.models import Decision, Entry, Event, Table
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_head, round_in, round_inside, rounds_name, the_round
from tournament.ranking.shares import TablePlace
from tournament.reading.event.points import Interpreted, bearing_on, interpreted_in
from tournament.reading.jury.decision_words import kind_name, outcome, place, preset_name, preset_note
from tournament.reading.people.fees import Fee, fee, transfer
from tournament.reading.ranking.components import Components
from tournament.reading.ranking.finality import play_state
from tournament.reading.register.shown_names import person_mark
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet, listed_name
from tournament.wording import cited, doubt, given, language, named, quoted

register = template.Library()
for written in (named, doubt, cited, given, person_mark, quoted):
    register.filter(written)


register.simple_tag(transfer)


@register.inclusion_tag("public/chip.html")
def state_chip(event: Event) -> dict[str, str]:
    """How far an event is, for the header of its public pages; an empty word before it has begun."""
    word, sentence = play_state(event) or ("", "")
    return {"word": word, "sentence": sentence}


@register.simple_tag(name="fee")
def fee_of(entry: Entry) -> Fee:
    """What a player pays."""
    return fee(entry, Admission.read(entry.event.admission))


@register.filter
def listed(entry: Entry) -> str:
    """A player's name in a list of the staff, surname first."""
    return listed_name(entry)


@register.filter
def weekday_name(weekday: int) -> str:
    """The day of the week, 0 for Monday."""
    return str(WEEKDAYS[weekday])


@register.filter
def round_name(number: int, event: Event) -> str:
    """What a round of an event is called: "Round 3", "Final, round 1"."""
    return round_in(event, number)


@register.filter(name="round_head")
def short_round(number: int, event: Event) -> str:
    """The same as briefly as it can be said: "R3", "F1"."""
    return round_head(format_of(event), number)


@register.simple_tag(name="rounds_name")
def rounds_together(event: Event, first: int, last: int) -> str:
    """The name of rounds that were drawn together: "Rounds 2 to 3", "Final, rounds 1 to 2"."""
    return rounds_name(format_of(event), first, last)


@register.filter(name="round_inside")
def without_capital(number: int, event: Event) -> str:
    """The same without its capital, as in "Table 2, round 3"."""
    return round_inside(format_of(event), number)


@register.filter
def table_in_round(table: Table, event: Event) -> str:
    """A table of an event with its round: "Table 2, round 3"."""
    return _("Table %(number)s, %(round)s") % {
        "number": table.number,
        "round": without_capital(table.round.number, event),
    }


@register.filter(name="the_round")
def in_a_sentence(number: int, event: Event) -> str:
    """The same with its article for use inside a sentence: "round 3", "the final, round 1"."""
    return the_round(format_of(event), number)


@register.filter
def why_for(line: SheetLine, position: int) -> str:
    """Why a deal gave one position what it gave, as a sentence in the visitor's language."""
    return line.explanation(language(), position)


@register.filter
def readings(line: SheetLine) -> list[Interpreted]:
    """Our readings of the source that bear on a deal's points."""
    return interpreted_in(line, language())


@register.filter
def readings_of(rules: RuleSet, kind: str) -> list[Interpreted]:
    """Our readings of the source that bear on a decision of this kind."""
    return bearing_on({kind}, rules, language())


@register.filter
def declarers(line: SheetLine, sheet: Sheet) -> str:
    """The declarers by name: "An + Bea"; nothing where only points were entered."""
    names = sheet.names(line.number)
    return " + ".join(names[position] for position in line.result.declarers) if line.result else ""


@register.filter
def decision_kind(decision: Decision, rules: RuleSet) -> str:
    """What a decision is called."""
    return kind_name(decision, rules)


@register.filter
def decision_outcome(decision: Decision, rules: RuleSet) -> str:
    """What a decision is called, and what it ruled."""
    return outcome(decision, rules)


@register.filter
def decision_place(decision: Decision) -> str:
    """Where a decision was made: "Round 2, table 5, deal 7", as far as it belongs to a place."""
    return place(decision)


@register.filter
def table_place(at_table: TablePlace) -> str:
    """The place of a seat at its table, and for what part of its deals a player sat there."""
    told = _("place %(place)s of %(seats)s, shared") if at_table.shared else _("place %(place)s of %(seats)s")
    sentence = told % {"place": at_table.place, "seats": at_table.seat_count}
    if at_table.deals == at_table.seat_deals:
        return sentence
    return f"{sentence} · " + _("%(deals)s of %(all)s deals") % {"deals": at_table.deals, "all": at_table.seat_deals}


@register.filter
def noted_round(components: Components, round: int) -> str:
    """Why a round does not count for a player."""
    return components.notes.get(round, "")


@register.filter
def called(preset: Penalty) -> str:
    """The name of a preset of the jury."""
    return preset_name(preset)


@register.filter
def noted(preset: Penalty) -> str:
    """What the source adds to a preset."""
    return preset_note(preset)
