"""From rehearsal to play: what was written is wiped or kept, and can be brought back until a deal is written."""

import json
from typing import Any

from django.db.models import F, Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from tournament.acts.event import reveal
from tournament.acts.kernel import calls, ended, logbook
from tournament.acts.kernel.declaring import Act, Facts, LogLine, PointsOf, acts_where
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.rehearsal_data import BRING_BACK, WIPE, RehearsalData, has_notes, rehearsal_data_of
from tournament.acts.kernel.text_references import ENDED, at_table
from tournament.acts.rounds import timer
from tournament.errors import UserError
from tournament.models import Cut, Deal, Decision, Event, LogEntry, Round, Signature, Submission, Table
from tournament.version_tokens import require_current


def start(event: Event, actor: str, *, wipe: bool | None = None, seen: str = "") -> None:
    """Makes the event live, and wipes or keeps what was played in the rehearsal: refused if `wipe` does not say which.

    `seen` is the token of the practice (`acts.kernel.rehearsal_data`) that was looked at: refused if it has changed
    since. Wiping removes results, passes, misdeals, decisions except exclusions, cuts, timers, calls and the freeze of
    the ranking, and reopens closed tables and rounds. Rounds and seats stay, versions keep counting, and a submission
    that was answered is refused when a phone sends it again.
    """
    with logbook.locked_event(event) as event:
        if event.state != Event.State.REHEARSAL:
            raise UserError(_("The event cannot change from its present state to that one."))
        practice = rehearsal_data_of(event)
        if practice and wipe is None:
            raise UserError(_("Choose whether to wipe or keep the rehearsal."), 422)
        sentence = _("Something was recorded in the meantime. Check it before you continue.")
        require_current(seen, practice.mark if practice else "", sentence)
        if practice and wipe:
            logbook.write(event, actor, WIPE, {"state": Event.State.LIVE, "wiped": _wiping(event, practice)})
        else:
            kept_deals = {"kept": practice.deals} if practice else {}
            logbook.write(event, actor, "change_state", {"state": Event.State.LIVE, **kept_deals})


def bring_back(event: Event, actor: str) -> None:
    """Undoes the wiping of the rehearsal, except for timers, calls and the freeze: they have no meaning any more.

    The event stays live. Refused once anything was noted in a deal since, or an act was done that blocks it.
    """
    with logbook.locked_event(event) as event:
        require_open(event)
        wiped = wiped_facts(event)
        if wiped is None:
            raise UserError(_("There is no rehearsal to restore."))
        if has_notes(event):
            raise UserError(_("A deal has been recorded since, so the rehearsal stays wiped."))
        logbook.write(
            event, actor, BRING_BACK, {"wiped": {**wiped, "deals": _with_present_versions(event, wiped["deals"])}}
        )


def wiped_facts(event: Event) -> Facts | None:
    """What was wiped with the rehearsal, from the line that did it.

    None if nothing was wiped, if it was brought back, or after an act that blocks it.
    """
    acts = {WIPE, BRING_BACK, *acts_where(lambda act: act.blocks_rehearsal)}
    last = LogEntry.objects.filter(event=event, act__in=acts).order_by("sequence").last()
    if last is None or last.act != WIPE:
        return None
    facts: Facts = json.loads(last.text)["facts"]["wiped"]
    return facts


def can_bring_back(event: Event) -> bool:
    """Whether the rehearsal's deals can still be brought back."""
    return event.state == Event.State.LIVE and not has_notes(event) and wiped_facts(event) is not None


def _wiping(event: Event, practice: RehearsalData) -> Facts:
    """The facts of a practice, with the version each deal has once it is wiped, and reasons by their digest."""
    ended = [{**row, "reason": logbook.store_text(event, row["reason"])} for row in practice.facts.get("ended", ())]
    return {
        **practice.facts,
        "deals": [{**deal, "version": deal["version"] + 1} for deal in practice.facts["deals"]],
        **({"ended": ended} if ended else {}),
    }


def _with_present_versions(event: Event, deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """These deals with the version they will have once they are back. Refused if one of their tables is gone."""
    rows = Deal.objects.filter(table__round__event=event)
    versions = {
        (round, table, number): version
        for round, table, number, version in rows.values_list(
            "table__round__number", "table__number", "number", "version"
        )
    }
    places = [(deal["round"], deal["table"], deal["number"]) for deal in deals]
    if not versions.keys() >= set(places):
        raise UserError(_("The tables of the rehearsal no longer exist."))
    return [{**deal, "version": versions[place] + 1} for place, deal in zip(places, deals, strict=True)]


def _write_deals(line: LogLine, *, empty: bool) -> None:
    """Writes the deals of a line, emptied or as they were, and closes or reopens its tables and rounds to match."""
    wiped = line.facts["wiped"]
    tables = {
        (table.round.number, table.number): table
        for table in Table.objects.filter(round__event=line.event).select_related("round")
    }
    rows = [_row(tables[deal["round"], deal["table"]], deal, empty=empty) for deal in wiped["deals"]]
    Deal.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["table", "number"],
        update_fields=["announced", "result", "passes", "misdeals", "version"],
    )
    closed = [tables[round, table].pk for round, table in wiped["tables"]]
    Table.objects.filter(pk__in=closed).update(closed=not empty)
    for row in wiped.get("ended", ()):
        table = tables[row["round"], row["table"]]
        last, reason = (None, "") if empty else (row["last"], line.words(row["reason"])[0])
        ended.stop_table(table, last, reason, averaged=row["averaged"] and not empty)
        table.save(update_fields=ended.FIELDS)
        closed.append(table.pk)
    Round.objects.filter(event=line.event, number__in=wiped["rounds"]).update(closed=not empty)
    decisions = Decision.objects.filter(event=line.event, number__in=wiped["decisions"])
    decisions.update(cancelled=empty)
    Submission.objects.filter(table__round__event=line.event).update(wiped=empty)
    Signature.objects.filter(table__round__event=line.event).update(void=empty)
    Table.objects.filter(Q(decisions__in=decisions) | Q(pk__in=[*closed, *{row.table_id for row in rows}])).update(
        revision=F("revision") + 1
    )


def _row(table: Table, deal: Facts, *, empty: bool) -> Deal:
    row = Deal(table=table, number=deal["number"], version=deal["version"])
    if not empty:
        row.result, row.passes, row.misdeals = deal["result"], deal["passes"], deal["misdeals"]
        row.announced = deal.get("announced")  # older lines do not say
    return row


@Act(
    WIPE,
    _("Event started, rehearsal wiped"),
    points_of=PointsOf.EVENT,
    reasons=lambda facts, people: [
        at_table(row, row["reason"], people, ENDED) for row in facts["wiped"].get("ended", ())
    ],
)
def apply_wipe_rehearsal(line: LogLine) -> None:
    _write_deals(line, empty=True)
    calls.withdraw_all(line, line.event.calls.all())
    Cut.objects.filter(event=line.event).delete()
    reveal.thaw(line.event)
    timer.clear_timers(line.event.rounds.all())
    line.event.state = line.facts["state"]
    line.event.save(update_fields=["state"])


@Act(BRING_BACK, _("Rehearsal restored"), points_of=PointsOf.EVENT)
def apply_bring_rehearsal_back(line: LogLine) -> None:
    _write_deals(line, empty=False)
    Cut.objects.bulk_create(
        [Cut(event=line.event, **{**cut, "at": parse_datetime(cut["at"])}) for cut in line.facts["wiped"]["cuts"]]
    )
