"""The rounds: who sits where, from the draw until the round is closed."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import F
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.acts.kernel import logbook
from tournament.acts.kernel.begun import begun_tables, remove
from tournament.acts.kernel.deadline import require_in_time
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.ended import gives_average, stop_tables, stopped_tables
from tournament.acts.kernel.notices import end_notices
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.text_references import ENDED, TextReference
from tournament.acts.kernel.unpublished import seating_token, unpublished, unpublished_token
from tournament.draw import promises
from tournament.draw.field import SEATS
from tournament.errors import UserError
from tournament.models import Draw, Entry, Event, Round, Seat, SitOut, Table
from tournament.progress.signing import not_signed
from tournament.ranking import standings
from tournament.ranking.contest import cuts, format_of
from tournament.ranking.round_names import the_round_in
from tournament.ranking.standings import Unfinished
from tournament.version_tokens import require_unchanged, token_of

MARKER = 4
# A refusal names at most this many tables at which deals are missing.
MAX_NAMED = 12
Seating = Sequence[Sequence[int]]


def publish_round(round: Round, actor: str, *, ahead: bool = False, seen: str | None = None) -> None:
    """Publishes the seating of a round, and with `ahead` of all that follow; from then on their write links work.

    `seen` is the token (`unpublished.unpublished_token`) of what was shown: refused if it has changed since. Publishing
    the same seating again writes nothing. Rounds are published in order. The secret of a draw is revealed with its last
    round: earlier it would give away the seating of the rounds to come.
    """
    with logbook.locked_event(round.event) as event:
        require_open(event)
        if _reloaded(round).published:
            if _shown_already(round, ahead, seen):
                return
            raise UserError(_("This round has already been published."))
        waiting = unpublished(event)
        if waiting[0] != round.number:
            raise UserError(_("%(round)s must be published first.") % {"round": the_round_in(event, waiting[0])})
        require_unchanged(seen, unpublished_token(event))
        published = waiting if ahead else waiting[:1]
        done = published[-1] == waiting[-1]
        facts = {**round_facts(published), **(_revealed(event, published[-1]) if done else {})}
        logbook.write(event, actor, "publish_round", facts)


def _shown_already(round: Round, ahead: bool, seen: str | None) -> bool:
    """Whether the seating with this mark is published: of this round, and with `ahead` of all that follow."""
    rounds = Round.objects.filter(event=round.event_id, number__gte=round.number)
    return seating_token(rounds) == seen and not (ahead and rounds.filter(published=False).exists())


def withdraw_draw(round: Round, actor: str, *, seen: str | None = None) -> None:
    """Rejects a seating that was not published, and those of all rounds after it; `seen` as in `publish_round`.

    The draw's promise then holds for the next draw, unless rounds of this one are published: then its secret is
    revealed.
    """
    with logbook.locked_event(round.event) as event:
        if _reloaded(round).published:
            raise UserError(_("This round has been published, so its seating stays."))
        thrown = [number for number in unpublished(event) if number >= round.number]
        if thrown[0] != unpublished(event)[0]:
            raise UserError(_("Rounds that were drawn together must be rejected together."))
        require_unchanged(seen, unpublished_token(event))
        facts = {**round_facts(thrown), **_revealed(event, thrown[0] - 1)}
        logbook.write(event, actor, "withdraw_draw", facts)


def close_round(
    round: Round,
    actor: str,
    reason: str = "",
    *,
    ends: bool = False,
    seen: str | None = None,
    due: str = "",
    second: str = "",
) -> None:
    """Closes a round; its write links stop working. While deals are missing, it is refused without a reason.

    With `ends`, tables that played some deals but not the last ones are stopped there (see `ended`); otherwise, and at
    all other tables, the desk can still type what is missing. `seen` is the token (`token_of`) of the missing deals
    that were looked at: refused if others are missing now. Without them averages and bonuses are given, which changes
    the results: refused in a closed event or of a final ranking, and `second` is needed after the hour of the round
    (see `deadline`). The line says which tables were not signed, and of a round that the clock closes, when it was
    `due` (ISO 8601).
    """
    with logbook.locked_event(round.event) as event:
        round = _reloaded(round)
        if not round.published or round.closed:
            raise UserError(_("Only a published round that is still open can be closed."))
        unfinished = standings.unfinished_tables(round)
        facts: dict[str, Any] = {"round": round.number, "unfinished": list(unfinished)}
        if unfinished:
            require_open(event)
            missing = "; ".join(describe_missing(unfinished)[:MAX_NAMED])
            check_reason(
                reason, _("Not every deal counts yet, so a reason is needed. %(tables)s.") % {"tables": missing}
            )
            require_unchanged(seen, token_of(unfinished))
            facts |= {"reason": logbook.store_text(event, reason), **require_in_time(event, actor, round, second)}
            if ends and (tables := stopped_tables(round)):
                facts |= {"ended": [*map(list, tables.items())], "averaged": gives_average(event)}
        if unsigned := not_signed(round):
            facts["not_signed"] = unsigned
        if due:
            facts["due"] = due
        logbook.write(event, actor, "close_round", facts)


def describe_missing(unfinished: Mapping[int, Unfinished]) -> list[str]:
    """What is missing at each table, or waits for the jury (see `standings.unfinished_tables`), in a few words each."""
    return [words for table, open_deals in unfinished.items() for words in _described(table, open_deals)]


def _described(table: int, open_deals: Unfinished) -> Iterator[str]:
    count, waiting = open_deals
    if count:
        missing = ngettext("Table %(table)s: %(count)s deal missing", "Table %(table)s: %(count)s deals missing", count)
        yield missing % {"table": table, "count": count}
    if waiting:
        sentence = ngettext(
            "Table %(table)s: deal %(deals)s waits for the jury",
            "Table %(table)s: deals %(deals)s wait for the jury",
            len(waiting),
        )
        yield sentence % {"table": table, "deals": ", ".join(map(str, waiting))}


def reopen_round(round: Round, actor: str, *, second: str = "") -> None:
    """Opens a closed round again; its write links work again. Writes nothing if it is open.

    Refused while something stands on its results, which must be taken back first (`stands_on`).
    `second` is the second name that is needed once the hour of the round has passed (see `deadline`).
    """
    with logbook.locked_event(round.event) as event:
        require_open(event)
        round = _reloaded(round)
        if not round.published:
            raise UserError(_("This round is not published."))
        if not round.closed:
            return
        if sentence := stands_on(event, round.number):
            raise UserError(sentence)
        late = require_in_time(event, actor, round, second)
        logbook.write(event, actor, "reopen_round", {"round": round.number, **late})


def stands_on(event: Event, number: int) -> str:
    """What depends on the results of a round, and how it is taken back; "" if nothing does."""
    planned = format_of(event)
    later = Round.objects.filter(event=event, number__gt=number)
    playing = (
        begun_tables(Table.objects.filter(round__in=later)).select_related("round").order_by("-round__number").first()
    )
    if playing:
        words = {"round": the_round_in(event, playing.round.number)}
        return _("%(round)s has begun: the desk can type and correct deals of this round without reopening it.") % words
    ranked = Draw.objects.filter(event=event, first__gt=number).exclude(kind=Draw.Method.LOT).order_by("first").first()
    if ranked and later.filter(number=ranked.first).exists():
        words = {"round": the_round_in(event, ranked.first)}
        if later.filter(number=ranked.first, published=True).exists():
            return _("%(round)s was drawn by this ranking. Withdraw its publication and reject the draw first.") % words
        return _("%(round)s was drawn by this ranking. Reject that draw first.") % words
    if any(planned.first_round(cut.stage) > number for cut in cuts(event)):
        return str(_("The cut was made by this ranking. Undo the cut first."))
    return ""


def show_round(round: Round, actor: str, visible: bool) -> None:
    """Shows a round on the public pages, or hides it: a hidden round counts for nothing there.

    Writes nothing if that is so already. Once the event is closed no round can be hidden: the ranking is final.
    """
    with logbook.locked_event(round.event) as event:
        if not visible:
            require_open(event)
        round = _reloaded(round)
        if round.visible != visible:
            logbook.write(event, actor, "show_round", {"round": round.number, "visible": visible})


def require_published(event: Event) -> None:
    """Refuses while the last round is not published, for then there already is a draw."""
    last = Round.objects.filter(event=event).order_by("number").last()
    if last and not last.published:
        raise UserError(_("A round has been drawn but not published yet. Publish it or reject it first."))


def create_tables(
    round: Round,
    tables: Seating,
    entries: Mapping[int, int],
    writers: Collection[int] = frozenset(),
    *,
    last: bool = False,
    deals_at_five: int | None = None,
) -> None:
    """Part of an `apply`: creates the tables of a round, numbered from 1. `entries` gives the key of each entry number.

    At a table with some of `writers`, one of them is the captain; `last` as for `captain_position`. A table of five
    plays `deals_at_five` deals.
    """
    rows = Table.objects.bulk_create(
        [
            Table(
                round_id=round.pk,
                number=number,
                captain=captain_position(seats, writers, last=last),
                deals_override=deals_at_five if len(seats) > SEATS else None,
            )
            for number, seats in enumerate(tables, 1)
        ]
    )
    Seat.objects.bulk_create(
        [
            Seat(table_id=table.pk, position=position, entry_id=entries[number])
            for table, seats in zip(rows, tables, strict=True)
            for position, number in enumerate(seats, 1)
        ]
    )


def deals_at_five(deals: int) -> int:
    """The deals of a table of five: a quarter more, rounded up. Each sits out one in five, so nobody plays fewer."""
    return -(-deals * 5 // SEATS)


def captain_position(seats: Sequence[int], writers: Collection[int], *, last: bool = False) -> int:
    """The position that keeps score: the marker's, unless the marker is not willing and another player is.

    The marker has the fourth seat; if the draw puts who keeps score `last`, then at a table of five the fifth.
    """
    marker = len(seats) if last else MARKER
    willing = [position for position, number in enumerate(seats, 1) if number in writers]
    return marker if marker in willing or not willing else willing[0]


def create_sit_outs(round: Round, resting: Iterable[int], entries: Mapping[int, int]) -> None:
    """Part of an `apply`: these numbers sit out a round."""
    SitOut.objects.bulk_create([SitOut(round=round, entry_id=entries[number]) for number in resting])


def _reloaded(round: Round) -> Round:
    """The round as it is now; refused if its draw has been rejected."""
    current = Round.objects.filter(pk=round.pk).first()
    if current is None:
        raise UserError(_("The draw of this round was rejected in the meantime."))
    return current


def round_facts(rounds: Sequence[int]) -> dict[str, Any]:
    """The facts that name rounds: the first, and all of them if there are several."""
    return {"round": rounds[0], **({"rounds": list(rounds)} if len(rounds) > 1 else {})}


def _revealed(event: Event, last: int) -> dict[str, Any]:
    """The secret of the draw to which round `last` belongs, still unrevealed; {} if there is none."""
    draw = Draw.objects.filter(event=event, first__lte=last, secret="").order_by("number").last()
    secret = promises.secret(draw) if draw else ""
    return {"revealed": {"draw": draw.number, "secret": secret}} if draw and secret else {}


def _round(line: LogLine) -> Round:
    return Round.objects.get(event=line.event, number=line.facts["round"])


def _set(round: Round, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(round, name, value)
    round.save(update_fields=list(fields))


@Act("seat_round", _("Round drawn"))
def apply_seat_round(line: LogLine) -> None:
    # No act writes this line any more: it is of a time when a round could be planned with a given seating.
    facts = line.facts
    round = Round.objects.create(
        event=line.event,
        number=facts["round"],
        stage=facts["stage"],
        deals=facts["deals"],
        draw=facts["draw"],
    )
    laid = [table["seats"] for table in facts["tables"]]
    entries = dict(Entry.objects.filter(event=line.event).values_list("number", "pk")) if laid else {}
    create_tables(round, laid, entries)
    create_sit_outs(round, facts.get("sit_out", ()), entries)


@Act("publish_round", _("Seating published"))
def apply_publish_round(line: LogLine) -> None:
    numbers = line.facts.get("rounds", [line.facts["round"]])
    Round.objects.filter(event=line.event, number__in=numbers).update(published=True)
    _reveal(line)


@Act("withdraw_draw", _("Draw rejected"))
def apply_withdraw_draw(line: LogLine) -> None:
    for number in line.facts.get("rounds", [line.facts["round"]]):
        round = Round.objects.get(event=line.event, number=number)
        remove(Table.objects.filter(round=round))
        round.delete()
    first = line.facts["round"]
    Draw.objects.filter(event=line.event, first__gte=first).delete()
    for draw in Draw.objects.filter(event=line.event, first__lt=first, first__gt=first - F("count")):
        draw.count = first - draw.first
        draw.save(update_fields=["count"])
    _reveal(line)


def _reveal(line: LogLine) -> None:
    """Stores the secret of a draw if the line reveals one."""
    revealed = line.facts.get("revealed")
    if revealed:
        Draw.objects.filter(event=line.event, number=revealed["draw"]).update(secret=revealed["secret"])


@Act(
    "close_round",
    _("Round closed"),
    points_of=PointsOf.TABLE,
    changes_deal=lambda facts, table, deal: deal > dict(facts["ended"])[table],
    reasons=lambda facts, people: [
        TextReference(
            facts.get("reason", ""),
            people.in_round(facts["round"]),
            tuple((ENDED, facts["round"], table) for table, _last in facts.get("ended", ())),
        )
    ],
)
def apply_close_round(line: LogLine) -> None:
    round, facts = _round(line), line.facts
    _set(round, closed=True)
    if "ended" in facts:
        stop_tables(line, round, line.words(facts["reason"])[0])
    end_notices(line.event, facts["round"])


@Act("reopen_round", _("Round reopened"))
def apply_reopen_round(line: LogLine) -> None:
    _set(_round(line), closed=False)


@Act("show_round", _("Round shown or hidden"))
def apply_show_round(line: LogLine) -> None:
    _set(_round(line), visible=line.facts["visible"])
