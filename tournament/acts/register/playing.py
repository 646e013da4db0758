"""An evening in one button: what comes next is drawn and published. And what the clock closes by itself."""

from datetime import datetime
from itertools import pairwise

from django.utils.translation import gettext_lazy as _

from tournament.acts.event.events import change_state
from tournament.acts.kernel import logbook
from tournament.acts.kernel.unpublished import unpublished_token
from tournament.acts.rounds.draws import draw_rounds
from tournament.acts.rounds.rounds import close_round, publish_round, withdraw_draw
from tournament.draw.drawable import Drawable, drawable
from tournament.draw.drawing import DrawRequest
from tournament.draw.field import present
from tournament.draw.wishes import KINDS
from tournament.errors import UserError
from tournament.evenings import ALL, EveningPlan
from tournament.models import Draw, Entry, Evening, Event, Round
from tournament.progress.closing import AT_REST, is_complete, obstacles
from tournament.progress.evenings_on import rhythm_of

# How long the clock waits before it asks again whether an evening that is due can close.
ASKS_AGAIN = AT_REST


def draw_and_publish(event: Event, actor: str, usual: EveningPlan, first: int) -> None:
    """Closes what is complete, draws the rounds that come next (`first` and, by the plan, all others), shows them.

    A draw that was withdrawn is shown again if the same people are here, and else made anew. Sent again it writes
    nothing. Refused while the round before is played, and where too few are here.
    """
    if Round.objects.filter(event=event, number=first, published=True).exists():
        return
    _close_complete(event, actor)
    drawn = Round.objects.filter(event=event, published=False).order_by("number").first()
    if drawn and not _still_fits(event, drawn):
        withdraw_draw(drawn, actor, seen=unpublished_token(event))
        drawn = None
    if drawn is None:
        options = drawable(event)
        request = DrawRequest(options.left if usual.draw == ALL else 1, usual_wishes(options), rest_of(options))
        draw_rounds(event, actor, request, first=first)
    waiting = Round.objects.select_related("event").filter(event=event, published=False).order_by("number").first()
    if waiting:  # nobody has published it meanwhile
        publish_round(waiting, actor, ahead=True, seen=unpublished_token(event))


def usual_wishes(available: Drawable) -> tuple[str, ...]:
    """The wishes that a form has chosen at first, of those that this field allows."""
    return tuple(kind for kind in available.kinds if KINDS[kind].usual)


def rest_of(available: Drawable) -> str:
    """What is done with those who fill no table, so that everybody is seated. Refused where nothing does that."""
    if not available.rests:
        raise UserError(_("Too few are here for a table: at least four."))
    return available.rests[0]


def tend(evening: Evening, event: Event, at: datetime) -> datetime:
    """Does what is due in the event of an evening at a moment; the next one at which something may be, as far as known.

    Closes rounds that are complete and at rest, and the evening after its hours, unless it was reopened: whoever
    did that closes it. Never while something is in the way (`progress.closing.obstacles`).
    """
    series, actor = evening.series, f"series:{evening.series_id}"
    closes = rhythm_of(series).close(evening.plays_on)
    with logbook.locked_event(event) as event:
        if event.state != Event.State.LIVE:
            return at + ASKS_AGAIN
        rests_at = event.log.latest("sequence").at + AT_REST
        if rests_at <= at:
            _close_complete(event, actor, due=rests_at.isoformat())
        if at < closes:
            return min(closes, rests_at) if at < rests_at else closes
        if not was_reopened(event) and not obstacles(event, at):
            change_state(event, actor, Event.State.CLOSED, due=closes.isoformat())
    return at + ASKS_AGAIN


def was_reopened(event: Event) -> bool:
    """Whether somebody reopened this event after it was closed: they are at work in it, and close it themselves.

    A cancelled evening that is held after all was not: cancelling it had closed it.
    """
    lines = event.log.filter(act__in=["change_state", "restore_event"]).order_by("sequence")
    # The lines are canonical JSON.
    closed, live = (f'"state":"{state}"' for state in (Event.State.CLOSED, Event.State.LIVE))
    return any(closed in before and live in after for before, after in pairwise(lines.values_list("text", flat=True)))


def _close_complete(event: Event, actor: str, due: str = "") -> None:
    with logbook.locked_event(event) as event:
        rows = Round.objects.filter(event=event, published=True, closed=False).select_related("event")
        for round in rows.order_by("number"):
            if not is_complete(event, round.number):
                break
            close_round(round, actor, due=due)


def _still_fits(event: Event, drawn: Round) -> bool:
    """Whether the draw of an unpublished round seats just those who are here now."""
    draw = Draw.objects.filter(event=event, first__lte=drawn.number).order_by("number").last()
    jokers = set(Entry.objects.filter(event=event, role=Entry.PlayerRole.JOKER).values_list("number", flat=True))
    competitors, volunteers = present(event, drawn.number)
    return (
        draw is not None
        and set(draw.entries) - jokers == set(competitors)
        and jokers.isdisjoint(set(draw.entries) - set(volunteers))
    )
