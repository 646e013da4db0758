"""Whether a ranking is a rehearsal's, provisional or final. Used by the page, the paper and the workbook."""

from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.models import Event, Round
from tournament.ranking.standings import unfinished_tables


class Finality(StrEnum):
    """Whether a ranking counts, and whether it may still change."""

    REHEARSAL = "rehearsal"
    PROVISIONAL = "provisional"
    FINAL = "final"


def finality(event: Event) -> Finality:
    """The finality of an event's ranking: final if the event is closed, every round is shown and no deal is missing."""
    if event.state == Event.State.REHEARSAL:
        return Finality.REHEARSAL
    ended = event.state in (Event.State.CLOSED, Event.State.ARCHIVED)
    return Finality.FINAL if ended and not _incomplete(event) else Finality.PROVISIONAL


def ranking_title(event: Event) -> str:
    """The heading of the ranking."""
    titles = {Finality.REHEARSAL: _("Ranking of the rehearsal"), Finality.FINAL: _("Final ranking")}
    return titles.get(finality(event), _("Ranking"))


def clubs_title(event: Event) -> str:
    """The heading of the ranking of the clubs."""
    titles = {
        Finality.REHEARSAL: _("Ranking of the clubs in the rehearsal"),
        Finality.FINAL: _("Final ranking of the clubs"),
    }
    return titles.get(finality(event), _("Ranking of the clubs"))


def sentence(event: Event) -> str:
    """The finality in a few words, for use beside another heading."""
    if finality(event) == Finality.REHEARSAL:
        return _("Rehearsal: nothing counts yet.")
    return _("final") if finality(event) == Finality.FINAL else _("provisional")


def hidden_rounds(event: Event) -> list[Round]:
    """The rounds that are published but hidden from the public."""
    return list(Round.objects.filter(event=event, published=True, visible=False).order_by("number"))


def _incomplete(event: Event) -> bool:
    open_rounds = Round.objects.filter(event=event, published=True, closed=False).select_related("event")
    return bool(hidden_rounds(event)) or any(unfinished_tables(round) for round in open_rounds)
