"""Drawing rounds: one, or several of a stage at once, by lot or by the ranking. Only the staff see them at first."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, Facts, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.open_issues import facts_despite
from tournament.acts.rounds.rounds import create_sit_outs, create_tables, deals_at_five, require_published
from tournament.draw import drawing, promises
from tournament.draw.drawing import DrawRequest
from tournament.draw.field import JOKERS, SEATS, DrawField, by_ranking, field, rounds_left
from tournament.draw.promises import open_promise
from tournament.errors import UserError
from tournament.models import Draw, Entry, Event, Promise, Round
from tournament.naming import is_storable
from tournament.progress.next_step import progress
from tournament.progress.open_issues import OpenIssue, open_issues
from tournament.ranking.contest import deals_of, format_of, qualified
from tournament.ranking.finalists import hidden_before
from tournament.ranking.round_names import the_round_in
from tournament.ranking.standings import event_standings
from tournament.seating.constraints import ImpossibleError
from tournament.seating.documents import DrawDocument
from tournament.seating.proof import promise as promised

# The kind of a draw, for each way in which a format seats players by the ranking.
KINDS = {"rank": Draw.Method.RANKED, "snake": Draw.Method.SNAKE, "strict": Draw.Method.STRICT}

# So often a draw that was overtaken is made or looked at again without a lock.
ATTEMPTS = 3
MAX_WORDS = 120


@dataclass(frozen=True, slots=True)
class _DrawInput:
    """Everything a draw depends on: it must be made again if anybody comes, leaves or scores in the meantime."""

    first: int
    field: DrawField
    promise: Promise | None
    attempt: int
    order: tuple[int, ...] = ()
    tables: str = "rank"


@dataclass(frozen=True, slots=True)
class _DrawTask:
    """What was asked for, see `draw_rounds`; `nonce` is for a draw without a promise."""

    request: DrawRequest
    secret: str
    nonce: str
    first: int | None
    anyway: bool


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A draw of an event that had this `seal`: what it depends on, its document, and what was open."""

    seal: str
    ready: _DrawInput
    document: DrawDocument
    issues: list[OpenIssue]
    nonce: str
    secret: str


def draw_rounds(
    event: Event,
    actor: str,
    request: DrawRequest,
    *,
    first: int | None = None,
    deals: int | None = None,
    secret: str = "",
    anyway: bool = False,
    reason: str = "",
    opened: str | None = None,
) -> Draw:
    """Draws the next rounds among those present: as many as `request` says, all of one stage.

    By the ranking where the format says so, one round at a time. `first` is the round that was asked for; refused if a
    round of that number has been published since. With `secret`, the draw uses a secret that anybody may know.
    Refused while there are `warnings`, unless the organiser says `anyway`, and when the wishes cannot be met. A draw by
    the ranking needs a `reason` while something is open (`opened` is the token of it, see `open_issues.facts_despite`).
    """
    _check_words(request.words)
    task = _DrawTask(request, secret, promises.fresh_nonce(), first, anyway)
    # Drawn before the event is locked: a large field takes seconds, during which captains go on writing. While the
    # event has the same seal, nothing that was read has changed. It stays locked for a draw overtaken too often.
    drawn = _draw(Event.objects.get(pk=event.pk), task)
    for attempt in range(ATTEMPTS + 1):
        with logbook.locked_event(event) as locked:
            if locked.seal != drawn.seal and attempt == ATTEMPTS:
                drawn = _draw(locked, task, drawn)
            if locked.seal == drawn.seal:
                return _write(locked, actor, task, drawn, deals, reason, opened)
        drawn = _draw(Event.objects.get(pk=event.pk), task, drawn)
    raise AssertionError  # nobody overtakes a draw of a locked event


def require_drawable(event: Event, rest: str = JOKERS) -> None:
    """Refuses, as `draw_rounds` would, if no round can be drawn now."""
    require_open(event)
    require_published(event)
    field(event, rest)


def warnings(event: Event) -> list[str]:
    """Reasons not to draw another round now, as sentences; the organiser may draw it anyway."""
    current, sentences = progress(event), []
    if (open := current.open) and not open.complete:
        numbers = {"round": the_round_in(event, open.number), "deals": open.deals, "planned": open.planned}
        sentences.append(gettext("%(round)s is still being played: %(deals)s of %(planned)s deals.") % numbers)
    if current.rounds and current.planned_reached:
        sentences.append(gettext("All rounds of the plan have already been drawn."))
    if hidden := hidden_before(event, len(current.rounds) + 1):
        words = {"round": the_round_in(event, hidden.number)}
        sentences.append(
            gettext("%(round)s is hidden from the public, but this seating reveals who went through.") % words
        )
    return sentences


def matters(event: Event, round: int) -> list[OpenIssue]:
    """What is open on which the draw of a round depends; nothing if it is drawn by lot."""
    return open_issues(event) if by_ranking(event, round) else []


def ranking_order(event: Event, round: int, players: tuple[int, ...]) -> tuple[int, ...]:
    """These players in the order in which a round by ranking seats them, best first.

    Before the first round of a final, that is the order in which they qualified. Unranked players come last.
    """
    planned, through = format_of(event), qualified(event, round)
    if through and round == planned.first_round(planned.stage_number(round)):
        ranked = list(through)
    else:
        ranked = [place.entry.number for place in event_standings(event, public=False)]
    present = set(players)
    known = [number for number in ranked if number in present]
    return (*known, *sorted(present.difference(known)))


def without_seed(document: DrawDocument) -> dict[str, Any]:
    """The document of a draw as it is sealed: without its seed, which follows from the secret."""
    trace = document["trace"]
    wish = {key: value for key, value in trace["wish"].items() if key != "seed"}
    return {**document, "trace": {**trace, "wish": wish}}


def _draw_input(event: Event, request: DrawRequest, secret: str) -> _DrawInput:
    draw_field = field(event, request.rest)
    number = len(draw_field.rounds) + 1
    promise = open_promise(event, secret)
    ready = _DrawInput(number, draw_field, promise, promise.draws + 1 if promise else 1)
    tables = by_ranking(event, number)
    if not tables:
        return ready
    return replace(ready, order=ranking_order(event, number, draw_field.players), tables=tables)


def _draw(event: Event, task: _DrawTask, drawn: _Drawn | None = None) -> _Drawn:
    """The draw for an event as it is now; the one made before, if nothing that it depends on has changed since."""
    require_open(event)
    _check_now(event, task.first, task.request.rounds, task.anyway)
    ready = _draw_input(event, task.request, task.secret)
    nonce = ready.promise.nonce if ready.promise and not task.secret else task.nonce
    secret = task.secret or promises.secret_of(nonce)
    document = drawn.document if drawn and drawn.ready == ready else _draw_document(ready, task.request, secret)
    return _Drawn(event.seal, ready, document, matters(event, ready.first), nonce, secret)


def _write(
    event: Event, actor: str, task: _DrawTask, drawn: _Drawn, deals: int | None, reason: str, opened: str | None
) -> Draw:
    """Seals a draw of the locked event."""
    facts = _facts(event, drawn.ready, drawn.document)
    facts["words"] = logbook.store_text(event, task.request.words)
    facts |= _deals(deals_of(event, drawn.ready.first) if deals is None else deals, drawn.document)
    facts |= {"secret": task.secret} if task.secret else {"nonce": drawn.nonce}
    facts |= facts_despite(event, drawn.issues, reason, opened)
    facts["commitment"] = promised.commitment(drawn.secret)
    logbook.write(event, actor, "draw_rounds", facts)
    return Draw.objects.get(event=event, number=facts["draw"])


def _draw_document(ready: _DrawInput, request: DrawRequest, secret: str) -> DrawDocument:
    seed = promised.seed(secret, ready.field.players, request.words)
    try:
        return drawing.draw(ready.field, request, seed, ready.order, tables=ready.tables)
    except ImpossibleError as impossible:
        numbering = drawing.Numbering.of(ready.field)
        raise UserError(drawing.sentence(drawing.wish_of(ready.field, request, seed, numbering)), 422) from impossible


def _check_words(words: str) -> None:
    if len(words) > MAX_WORDS or not is_storable(words):
        raise UserError(_("These words cannot be stored: they are too long, or contain an invalid character."), 422)


def _check_now(event: Event, first: int | None, count: int, anyway: bool) -> None:
    if first and Round.objects.filter(event=event, number=first, published=True).exists():
        raise UserError(_("This round has already been published."))
    require_published(event)
    if count > rounds_left(event):
        raise UserError(_("This stage does not have that many rounds left."), 422)
    if not anyway and (sentences := warnings(event)):
        raise UserError(sentences[0])


def _facts(event: Event, ready: _DrawInput, document: DrawDocument) -> dict[str, Any]:
    last = Draw.objects.filter(event=event).order_by("number").last()
    kind = KINDS[ready.tables] if ready.order else Draw.Method.LOT
    return {
        "draw": last.number + 1 if last else 1,
        "promise": ready.promise.number if ready.promise else None,
        "attempt": ready.attempt,
        "first": ready.first,
        "count": len(document["rounds"]),
        "kind": str(kind),
        "stage": format_of(event).stage_of(ready.first).kind,
        "players": list(ready.field.players),
        "order": list(ready.order),
        "document": without_seed(document),
    }


def _deals(deals: int, document: DrawDocument) -> Facts:
    """The number of deals at a table, and at a table of five if there are any."""
    fives = any(len(table) > SEATS for tables in document["rounds"] for table in tables)
    return {"deals": deals, **({"deals_at_five": deals_at_five(deals)} if fives else {})}


def _promise(line: LogLine) -> Promise | None:
    """The promise that a draw was made with, its count of draws raised."""
    if line.facts["promise"] is None:
        return None
    promise = Promise.objects.get(event=line.event, number=line.facts["promise"])
    promise.draws = line.facts["attempt"]
    promise.save(update_fields=["draws"])
    return promise


@Act("draw_rounds", _("Rounds drawn"))
def apply_draw_rounds(line: LogLine) -> None:
    facts = line.facts
    Draw.objects.create(
        event=line.event,
        number=facts["draw"],
        promise=_promise(line),
        attempt=facts["attempt"],
        first=facts["first"],
        count=facts["count"],
        kind=facts["kind"],
        entries=facts["players"],
        order=facts["order"],
        words=line.words(facts["words"])[0],
        nonce=facts.get("nonce", ""),
        commitment=facts["commitment"],
        secret=facts.get("secret", ""),
        document=facts["document"],
        at=line.at,
        by=line.by,
    )
    entries = dict(Entry.objects.filter(event=line.event).values_list("number", "pk"))
    seated = drawing.seats(facts["document"], facts["players"])
    rested = drawing.resting(facts["document"], facts["players"])
    writers = drawing.writers(facts["document"], facts["players"])
    last = drawing.writers_last(facts["document"])
    for number, (tables, resting) in enumerate(zip(seated, rested, strict=True), facts["first"]):
        round = _round(line.event, number, facts)
        create_tables(round, tables, entries, writers, last=last, deals_at_five=facts.get("deals_at_five"))
        create_sit_outs(round, resting, entries)


def _round(event: Event, number: int, facts: Facts) -> Round:
    fields = {"stage": facts["stage"], "deals": facts["deals"], "draw": facts["kind"]}
    return Round.objects.create(event=event, number=number, **fields)
