"""What a round is called: "Round 3"; in a final "Final, round 1". Pages, paper, workbooks and logbook all use it."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Event
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format


def round_name(planned: Format, number: int) -> str:
    """The name of a round, by its number in the whole event; the round of a one-round final is called "Final"."""
    if not planned.stage_of(number).final:
        return _("Round %(round)s") % {"round": number}
    final, at = final_name(planned, planned.stage_number(number)), _within(planned, number)
    if at == 1 and planned.stage_of(number).rounds == 1:
        return final
    return _("%(final)s, round %(round)s") % {"final": final, "round": at}


def round_in(event: Event, number: int) -> str:
    """As `round_name`, by the event's format."""
    return round_name(format_of(event), number)


def round_inside(planned: Format, number: int) -> str:
    """The same without its capital, as in "Table 2, round 3" or "Table 2, final"; see `the_round` for a sentence."""
    return inside(round_name(planned, number))


def inside(name: str) -> str:
    """The name of one or more rounds for use inside a sentence."""
    return name[:1].lower() + name[1:]


def the_round(planned: Format, number: int) -> str:
    """The same with an article where the language has one: "round 3", "the final, round 1"; *la manche 3*."""
    name = {"round": round_inside(planned, number)}
    if planned.stage_of(number).final:
        return pgettext("a final with its article", "the %(round)s") % name
    return pgettext("a round with its article", "%(round)s") % name


def the_round_in(event: Event, number: int) -> str:
    """As `the_round`, at the beginning of a sentence, by the event's format: "Round 3", "The final"."""
    return capfirst(the_round(format_of(event), number))


def rounds_name(planned: Format, first: int, last: int) -> str:
    """What consecutive rounds are called: "Rounds 2 to 3", in a final "Final, rounds 1 to 2"."""
    if first == last:
        return round_name(planned, first)
    stage = planned.stage_number(first)
    if planned.stage_number(last) != stage and planned.stage_of(last).final:
        return _("%(first)s to %(last)s") % {
            "first": round_name(planned, first),
            "last": the_round(planned, last),
        }
    if not planned.stage_of(first).final:
        return _("Rounds %(first)s to %(last)s") % {"first": first, "last": last}
    numbers = {"first": _within(planned, first), "last": _within(planned, last)}
    return _("%(final)s, rounds %(first)s to %(last)s") % {"final": final_name(planned, stage), **numbers}


def round_head(planned: Format, number: int) -> str:
    """The same for a narrow column: "R3", and in a final "F1"."""
    if not planned.stage_of(number).final:
        return pgettext("column of a round", "R%(round)s") % {"round": number}
    return pgettext("column of a round of a final", "F%(round)s") % {"round": _within(planned, number)}


def final_name(planned: Format, stage: int) -> str:
    """What the final that is this stage is called; where there are several finals, by its number of players."""
    if len(planned.finals) > 1:
        return _("Final of %(players)s") % {"players": planned.stages[stage - 1].cut}
    return pgettext("stage of an event", "Final")


def _within(planned: Format, number: int) -> int:
    """The number of a round within its stage, from 1."""
    return number - planned.first_round(planned.stage_number(number)) + 1
