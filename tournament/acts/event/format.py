"""The format of an event, and the cut before a final: who plays it, and who replaces whom."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import next_decision
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.ended import has_stopped_tables
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.open_issues import facts_despite
from tournament.errors import UserError
from tournament.models import Cut, Event, Round, Table
from tournament.progress.open_issues import OpenIssue, open_issues
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.ranking.finalists import candidates, next_in_rank
from tournament.ranking.format import Format, FormatError, read
from tournament.ranking.round_names import the_round, the_round_in
from tournament.ranking.standings import RankingPlace
from tournament.version_tokens import require_current, require_unchanged, token_of

RANKING_CHANGED = _("The ranking has changed in the meantime. Check it before you continue.")


def set_format(event: Event, actor: str, data: Mapping[str, Any], *, seen: str | None = None) -> None:
    """Gives the event another format; its stages, if any, set the number of planned rounds.

    `seen` is the token (see `format_token`) of the format that was looked at: refused if it has changed since. The same
    format writes nothing. A single stage that everybody plays is stored as only the number of planned rounds.
    Refused when the data is not a format, when it changes the stages up to a cut that was made, when it makes an
    existing round part of a final that has no cut, when it changes what unplayed deals count after a table was stopped
    early, and once the event is closed: the ranking depends on it.
    """
    submitted = _read(data)
    with logbook.locked_event(event) as event:
        plain, rounds = submitted.plain().to_dict(), submitted.rounds or event.planned_rounds
        if (plain, rounds) == (event.format, event.planned_rounds):
            return
        require_unchanged(seen, format_token(event))
        require_open(event)
        if submitted.unplayed != format_of(event).unplayed and has_stopped_tables(event):
            raise UserError(_("A table was stopped early: what the deals it did not play count stays as it is."))
        _check_cuts_made(event, submitted)
        _check_rounds_played(event, submitted)
        logbook.write(event, actor, "set_format", {"format": plain, "planned_rounds": rounds})


def format_token(event: Event) -> str:
    """A token of the format of an event, with its number of rounds."""
    return token_of(format_of(event), event.planned_rounds)


def make_cut(
    event: Event, actor: str, stage: int, seen: Sequence[int], reason: str = "", *, opened: str | None = None
) -> Cut:
    """Seals who plays the final that is this stage of the format: the best of the present ranking.

    Ties at the cut are broken by the event's tie-breaks, and then by lot. `seen` are the numbers of those who would
    qualify when the organiser looked, in order: refused if they have changed since. The same cut again writes nothing.
    While something is open in the rounds before, a `reason` is needed; `opened` is the token of it (`facts_despite`).
    """
    with logbook.locked_event(event) as event:
        earlier_cut = Cut.objects.filter(event=event, stage=stage).first()
        if earlier_cut and earlier_cut.finalists == list(seen):
            return earlier_cut
        require_cuttable(event, stage)
        qualified, places = candidates(event, stage), format_of(event).stages[stage - 1].cut
        require_enough(len(qualified), places)
        finalists = [place.entry.number for place in qualified[:places]]
        require_current(list(seen), finalists, RANKING_CHANGED)
        facts = {"stage": stage, "finalists": finalists, "decisions": next_decision(event) - 1}
        facts |= facts_despite(event, open_issues_before(event, stage), reason, opened)
        logbook.write(event, actor, "cut", facts)
        return Cut.objects.get(event=event, stage=stage)


def open_issues_before(event: Event, stage: int) -> list[OpenIssue]:
    """What is open in the rounds on which the cut before a final depends."""
    return open_issues(event, format_of(event).first_round(stage) - 1)


def undo_cut(event: Event, actor: str, stage: int, *, seen: str | None = None) -> None:
    """Takes a cut back. Refused once a round of its final has been drawn.

    `seen` is the token (see `cut_token`) of the cut that was looked at: refused if a finalist was replaced since. A cut
    that was looked at and is gone was undone: nothing is written.
    """
    with logbook.locked_event(event) as event:
        if seen and not Cut.objects.filter(event=event, stage=stage).exists():
            return
        require_undoable(event, stage)
        require_unchanged(seen, cut_token(_cut_of(event, stage)))
        logbook.write(event, actor, "undo_cut", {"stage": stage})


def cut_token(final_cut: Cut) -> str:
    """A token of who is in a final."""
    return token_of(final_cut.finalists, final_cut.replaced)


def replace_finalist(event: Event, actor: str, stage: int, number: int, seen: int) -> None:
    """Replaces a finalist who does not come, and cannot return, by the next in rank.

    `seen` is the player who was shown as next: refused if it has changed since. Also refused once a deal of the
    final is written: from then on there are substitutes. The same replacement again writes nothing.
    """
    with logbook.locked_event(event) as event:
        final_cut = _cut_of(event, stage)
        if [number, seen] in final_cut.replaced and seen in final_cut.finalists:
            return
        if number not in final_cut.finalists:
            raise UserError(_("This player is not in the final."), 422)
        following = require_replaceable(event, stage)
        require_current(seen, following.entry.number, RANKING_CHANGED)
        logbook.write(event, actor, "replace_finalist", {"stage": stage, "out": number, "in": seen})


def _read(data: Mapping[str, Any]) -> Format:
    try:
        return read(data)
    except FormatError as error:
        raise UserError(error.faults[0].sentence, 422) from error


def _check_cuts_made(event: Event, planned: Format) -> None:
    """Refuses to change the stages up to a final whose cut was made."""
    last = Cut.objects.filter(event=event).order_by("stage").last()
    if last and planned.stages[: last.stage] != format_of(event).stages[: last.stage]:
        raise UserError(_("The cut has been made: the stages up to that final can no longer change."))


def _check_rounds_played(event: Event, planned: Format) -> None:
    """Refuses a final without a cut that would begin with a round that exists already."""
    last = Round.objects.filter(event=event).order_by("number").last()
    stages_cut = set(Cut.objects.filter(event=event).values_list("stage", flat=True))
    for stage in planned.finals:
        if last and stage not in stages_cut and planned.first_round(stage) <= last.number:
            name = the_round_in(event, last.number)
            raise UserError(_("%(round)s already exists: it cannot be part of a final.") % {"round": name})


def require_cuttable(event: Event, stage: int) -> None:
    """Refuses, as `make_cut` would, if the cut before a final cannot be made now."""
    require_open(event)
    planned = format_of(event)
    if stage not in planned.finals:
        raise UserError(_("The format does not have this final."), 404)
    if Cut.objects.filter(event=event, stage=stage).exists():
        raise UserError(_("This cut has already been made."))
    before = planned.first_round(stage) - 1
    if Round.objects.filter(event=event, number__gt=before).exists():
        raise UserError(_("A round of this final has already been drawn."))
    if Round.objects.filter(event=event, number__lte=before, closed=True).count() < before:
        raise UserError(
            _("The cut can be made once %(round)s and all rounds before it are closed.")
            % {"round": the_round(planned, before)}
        )


def require_enough(ranked: int, places: int) -> None:
    """Refuses, as `make_cut` would, a final of more players than are ranked."""
    if ranked < places:
        raise UserError(_("Only %(players)s players are ranked: too few for this final.") % {"players": ranked})


def require_undoable(event: Event, stage: int) -> None:
    """Refuses, as `undo_cut` would, if the cut before a final cannot be taken back now."""
    require_open(event)
    _cut_of(event, stage)
    drawn = Round.objects.filter(event=event, number__gte=format_of(event).first_round(stage))
    if drawn.filter(published=True).exists():
        raise UserError(_("A round of this final has been published, so the cut stays."))
    if drawn.exists():
        raise UserError(_("A round of this final has been drawn, so the cut stays. Reject the draw first."))


def require_replaceable(event: Event, stage: int) -> RankingPlace:
    """The next in rank, who would replace a finalist. Refuses, as `replace_finalist` would, if nobody can be."""
    require_open(event)
    final_cut = _cut_of(event, stage)
    if _begun(event, stage):
        raise UserError(_("The final is being played: seat a substitute instead."))
    following = next_in_rank(final_cut)
    if following is None:
        raise UserError(_("No replacement is left."))
    return following


def _cut_of(event: Event, stage: int) -> Cut:
    final_cut = Cut.objects.filter(event=event, stage=stage).first()
    if final_cut is None:
        raise UserError(_("This cut has not been made."))
    return final_cut


def _begun(event: Event, stage: int) -> bool:
    """Whether a deal of a final is written or ruled."""
    planned = format_of(event)
    numbers = range(planned.first_round(stage), planned.first_round(stage + 1))
    return bool(facts.count_settled(Table.objects.filter(round__event=event, round__number__in=numbers)))


@Act("set_format", _("Format changed"), points_of=PointsOf.EVENT, blocks_rehearsal=True)
def apply_set_format(line: LogLine) -> None:
    line.event.format, line.event.planned_rounds = line.facts["format"], line.facts["planned_rounds"]
    line.event.save(update_fields=["format", "planned_rounds"])


@Act("cut", _("Cut made"), points_of=PointsOf.EVENT, blocks_rehearsal=True)
def apply_cut(line: LogLine) -> None:
    Cut.objects.create(
        event=line.event,
        stage=line.facts["stage"],
        finalists=line.facts["finalists"],
        decisions=line.facts["decisions"],
        at=line.at,
        by=line.by,
    )


@Act("undo_cut", _("Cut undone"), points_of=PointsOf.EVENT)
def apply_undo_cut(line: LogLine) -> None:
    Cut.objects.get(event=line.event, stage=line.facts["stage"]).delete()


@Act("replace_finalist", _("Finalist replaced"))
def apply_replace_finalist(line: LogLine) -> None:
    final_cut, out, came_in = (
        Cut.objects.get(event=line.event, stage=line.facts["stage"]),
        line.facts["out"],
        line.facts["in"],
    )
    final_cut.finalists = [*(number for number in final_cut.finalists if number != out), came_in]
    final_cut.replaced = [*final_cut.replaced, [out, came_in]]
    final_cut.save(update_fields=["finalists", "replaced"])
