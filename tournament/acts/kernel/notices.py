"""Announcements to every phone and screen, or to one table: shown until they are taken back, or until an hour.

That the last deal is announced is one of them, in the words of each reader's language. Those that are shown stand in
`Event.notices`; the others are in the logbook alone.
"""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Event, Round, Table
from tournament.naming import is_storable

LONGEST = 120
# So many are shown at once at most, those for single tables among them.
MOST = 20
Notice = dict[str, Any]


def post_notice(
    event: Event,
    actor: str,
    text: str = "",
    *,
    last_deal: Round | None = None,
    table: Table | None = None,
    until: datetime | None = None,
) -> None:
    """Announces a text, or the last deal of a round, to everybody or to one table.

    What is shown already in these words is not written again. Refused without words, with too many, for an hour that
    has passed, for a round that is not played, and where MOST are shown.
    """
    with logbook.locked_event(event) as event:
        new_notice = _notice(text, last_deal, table, until)
        if any(new_notice == {name: notice.get(name) for name in new_notice} for notice in event.notices):
            return
        if until and until <= timezone.now():
            raise UserError(_("Choose an hour that is still to come."), 422)
        if len(posted_notices(event)) >= MOST:
            raise UserError(_("%(most)s announcements are shown already. Take one back first.") % {"most": MOST})
        sealed = {**new_notice, "text": logbook.store_text(event, new_notice["text"])}
        facts = {name: value for name, value in sealed.items() if value}
        logbook.write(event, actor, "post_notice", {"notice": event.revision + 1, **facts})


def take_back_notice(event: Event, actor: str, number: int) -> None:
    """Takes back an announcement; one that is not shown any more is left as it is."""
    with logbook.locked_event(event) as event:
        if any(notice["number"] == number for notice in event.notices):
            logbook.write(event, actor, "take_back_notice", {"notice": number})


def posted_notices(event: Event, place: tuple[int, int] | None = None) -> list[Notice]:
    """The announcements that are shown now, the oldest first: all of them, or at a place (round, table) those for it.

    (0, 0) is no table: what is announced to everybody.
    """
    at = timezone.now()
    return [notice for notice in event.notices if _ends(notice) > at and (place is None or _is_for(notice, place))]


def end_notices(event: Event, round: int) -> None:
    """Part of an `apply`: what was announced about a round or its tables is over with it."""
    left = [notice for notice in event.notices if notice.get("round") != round]
    if left != event.notices:
        event.notices = left
        event.save(update_fields=["notices"])


def _notice(text: str, last_deal: Round | None, table: Table | None, until: datetime | None) -> Notice:
    """What is announced, as it is kept; refused if it cannot be."""
    text = " ".join(text.split())
    round = table.round if table else last_deal
    if round and not Round.objects.filter(pk=round.pk, published=True, closed=False).exists():
        raise UserError(_("This round is not being played."))
    if not last_deal and not text:
        raise UserError(_("Type what you want to announce."), 422)
    if len(text) > LONGEST or not is_storable(text):
        raise UserError(_("An announcement can have at most %(most)s characters.") % {"most": LONGEST}, 422)
    return {
        "text": "" if last_deal else text,
        "last_deal": last_deal is not None,
        "round": round.number if round else None,
        "table": table.number if table else None,
        "until": until.isoformat() if until else None,
    }


def _ends(notice: Notice) -> datetime:
    return datetime.fromisoformat(notice["until"]) if notice.get("until") else datetime.max.replace(tzinfo=UTC)


def _is_for(notice: Notice, place: tuple[int, int]) -> bool:
    if notice.get("table"):
        return (notice["round"], notice["table"]) == place
    return place == (0, 0) or notice.get("round") in (None, place[0])


@Act("post_notice", _("Announcement"))
def apply_post_notice(line: LogLine) -> None:
    facts = line.facts
    limits = {name: facts.get(name) for name in ("last_deal", "round", "table", "until")}
    notice = {"number": facts["notice"], **limits, "text": line.words(facts.get("text", ""))[0], "by": line.by}
    notice["last_deal"] = bool(notice["last_deal"])
    # Those whose hour has passed by this line's time are forgotten here: their lines tell of them.
    line.event.notices = [*(notice for notice in line.event.notices if _ends(notice) > line.at), notice]
    line.event.save(update_fields=["notices"])


@Act("take_back_notice", _("Announcement taken back"))
def apply_take_back_notice(line: LogLine) -> None:
    number = line.facts["notice"]
    line.event.notices = [notice for notice in line.event.notices if notice["number"] != number]
    line.event.save(update_fields=["notices"])
