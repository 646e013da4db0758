"""What a round is called: "Round 3", in a final "Final, round 1". One source for page, paper, workbook and logbook."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Event
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format


def round_name(planned: Format, number: int) -> str:
    """The name of the round of a number, which the rounds of all stages share; a final of one round is "Final"."""
    if not planned.stage_of(number).final:
        return _("Round %(round)s") % {"round": number}
    final, at = final_name(planned, planned.stage_number(number)), _within(planned, number)
    if at == 1 and planned.stage_of(number).rounds == 1:
        return final
    return _("%(final)s, round %(round)s") % {"final": final, "round": at}


def round_in(event: Event, number: int) -> str:
    """As `round_name`, by the format of an event."""
    return round_name(format_of(event), number)


def round_inside(planned: Format, number: int) -> str:
    """The same in the midst of a sentence: "round 3", "final, round 1"."""
    name = round_name(planned, number)
    return name[:1].lower() + name[1:]


def round_head(planned: Format, number: int) -> str:
    """The same on the narrowest column: "R3", and in a final "F1"."""
    if not planned.stage_of(number).final:
        return pgettext("column of a round", "R%(round)s") % {"round": number}
    return pgettext("column of a round of a final", "F%(round)s") % {"round": _within(planned, number)}


def final_name(planned: Format, stage: int) -> str:
    """What the final that is this stage is called: by its players where there are several finals."""
    if len(planned.finals) > 1:
        return _("Final of %(players)s") % {"players": planned.stages[stage - 1].cut}
    return pgettext("stage of an event", "Final")


def _within(planned: Format, number: int) -> int:
    """Which round of its stage a round is, from 1."""
    return number - planned.first_round(planned.stage_number(number)) + 1
