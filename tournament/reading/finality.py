"""How far a ranking is to be trusted: of a rehearsal, provisional or final. One source for page, paper and workbook."""

from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.models import Event, Round
from tournament.ranking.standings import unfinished_tables


class Finality(StrEnum):
    """Whether a ranking counts, and may still change."""

    REHEARSAL = "rehearsal"
    PROVISIONAL = "provisional"
    FINAL = "final"


def finality(event: Event) -> Finality:
    """Final is the ranking of a closed event of which every round is shown and no deal is still to come."""
    if event.state == Event.State.REHEARSAL:
        return Finality.REHEARSAL
    ended = event.state in (Event.State.CLOSED, Event.State.ARCHIVED)
    return Finality.FINAL if ended and not _incomplete(event) else Finality.PROVISIONAL


def ranking_title(event: Event) -> str:
    """What the ranking is headed."""
    titles = {Finality.REHEARSAL: _("Ranking of the rehearsal"), Finality.FINAL: _("Final ranking")}
    return titles.get(finality(event), _("Ranking"))


def clubs_title(event: Event) -> str:
    """What the ranking of the clubs is headed."""
    titles = {
        Finality.REHEARSAL: _("Ranking of the clubs in the rehearsal"),
        Finality.FINAL: _("Final ranking of the clubs"),
    }
    return titles.get(finality(event), _("Ranking of the clubs"))


def told(event: Event) -> str:
    """The same in a few words beside what is headed otherwise."""
    if finality(event) == Finality.REHEARSAL:
        return _("Rehearsal: nothing counts yet.")
    return _("final") if finality(event) == Finality.FINAL else _("provisional")


def hidden_rounds(event: Event) -> list[Round]:
    """The rounds that are played and kept from the public."""
    return list(Round.objects.filter(event=event, published=True, visible=False).order_by("number"))


def _incomplete(event: Event) -> bool:
    open_rounds = Round.objects.filter(event=event, published=True, closed=False).select_related("event")
    return bool(hidden_rounds(event)) or any(unfinished_tables(round) for round in open_rounds)
