"""Whether a ranking is a rehearsal's, provisional or final. Used by the page, the paper and the workbook."""

from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.acts.kernel.deadline import hour_in_words
from tournament.models import Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_head, the_round
from tournament.ranking.standings import unfinished_tables


class Finality(StrEnum):
    """Whether a ranking counts, and whether it may still change."""

    REHEARSAL = "rehearsal"
    PROVISIONAL = "provisional"
    FINAL = "final"


def finality(event: Event) -> Finality:
    """The finality of an event's ranking: final once the head jury declared it, until they take that back.

    So is the ranking of a closed event in which every round is shown and no deal is missing: nothing in it can change.
    """
    if event.state == Event.State.REHEARSAL:
        return Finality.REHEARSAL
    if event.final_at:
        return Finality.FINAL
    ended = event.state in (Event.State.CLOSED, Event.State.ARCHIVED)
    return Finality.FINAL if ended and not is_incomplete(event) else Finality.PROVISIONAL


def public_finality(event: Event) -> Finality:
    """The finality of the ranking that the public sees: a frozen one will still change."""
    return Finality.PROVISIONAL if event.frozen_after is not None else finality(event)


def play_state(event: Event) -> tuple[str, str] | None:
    """How far an event is as the public sees it, in a word or two and in a sentence; None before its first round.

    A hidden round is not there, and while the ranking is frozen nothing is final.
    """
    if public_finality(event) == Finality.FINAL:
        return pgettext("state of an event", "final"), _("The ranking is final.")
    rounds = facts.rounds(event, public=True)
    if not rounds:
        return None
    row = next((row for row in rounds if not row.closed), rounds[-1])
    planned = format_of(event)
    words = {"head": round_head(planned, row.number), "round": capfirst(the_round(planned, row.number))}
    if row.closed:
        return _("after %(head)s") % words, _("%(round)s is over.") % words
    return _("%(head)s · live") % words, _("%(round)s is being played.") % words


def ranking_title(event: Event, *, public: bool = True) -> str:
    """The heading of the ranking that the public sees, or that the staff do."""
    if public and event.frozen_after is not None:
        return _("Ranking after %(round)s") % {"round": the_round(format_of(event), event.frozen_after)}
    titles = {Finality.REHEARSAL: _("Ranking of the rehearsal"), Finality.FINAL: _("Final ranking")}
    return titles.get(finality(event), _("Ranking"))


def clubs_title(event: Event) -> str:
    """The heading of the ranking of the clubs, as the public sees it."""
    if event.frozen_after is not None:
        return _("Ranking of the clubs after %(round)s") % {"round": the_round(format_of(event), event.frozen_after)}
    titles = {
        Finality.REHEARSAL: _("Ranking of the clubs in the rehearsal"),
        Finality.FINAL: _("Final ranking of the clubs"),
    }
    return titles.get(public_finality(event), _("Ranking of the clubs"))


def sentence(event: Event, upto: int | None = None) -> str:
    """The finality in a few words, for use beside another heading; on paper, which does not know when it is read.

    `upto` is the last round that counts, if it is not the event's last.
    """
    if finality(event) == Finality.REHEARSAL:
        return _("Rehearsal: nothing counts yet.")
    if public_finality(event) == Finality.FINAL:
        return _("final")
    until = provisional_until(event, upto)
    return _("provisional until %(hour)s") % {"hour": hour_in_words(until)} if until else _("provisional")


def provisional_until(event: Event, upto: int | None = None) -> datetime | None:
    """The latest hour until which a round that is shown is provisional; None if none has an hour."""
    rounds = Round.objects.filter(event=event, published=True, visible=True)
    rounds = rounds if upto is None else rounds.filter(number__lte=upto)
    latest: datetime | None = rounds.aggregate(latest=Max("provisional_until"))["latest"]
    return latest


def clock_sentence(until: datetime | None) -> str:
    """The hour until which a ranking is provisional, for a page: whether it is still to come or has passed."""
    if until is None:
        return ""
    ahead = until > timezone.now()
    sentence = _("Provisional until %(hour)s.") if ahead else _("Provisional. Objections were possible until %(hour)s.")
    return sentence % {"hour": hour_in_words(until)}


def hidden_rounds(event: Event) -> list[Round]:
    """The rounds that are published but hidden from the public."""
    return list(Round.objects.filter(event=event, published=True, visible=False).order_by("number"))


def is_incomplete(event: Event) -> bool:
    """Whether a round is hidden, or lacks a deal: closing the event makes nothing final.

    Also one that was closed with deals to be typed later; a deal that a table did not play is stopped there.
    """
    return bool(hidden_rounds(event)) or any(unfinished_tables(round) for round in _lacking(event))


def _lacking(event: Event) -> QuerySet[Round]:
    """The published rounds that may lack a deal: without those closed with all of them written, which are most."""
    written = Count("deals", filter=Q(deals__result__isnull=False))
    tables = Table.objects.filter(round=OuterRef("pk")).annotate(
        written=written, planned=Coalesce("ended_after", "deals_override", "round__deals")
    )
    may_lack = Q(closed=False) | Q(event__jury=Event.Jury.HAND) | Exists(tables.filter(written__lt=F("planned")))
    return Round.objects.filter(may_lack, event=event, published=True).select_related("event")
