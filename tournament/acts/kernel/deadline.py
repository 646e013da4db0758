"""The clock of a round: its results are provisional until an hour, and then only the head jury changes them."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import access
from tournament.access import Role
from tournament.acts.kernel import logbook
from tournament.acts.kernel.co_signature import require_second
from tournament.acts.kernel.declaring import Act, Facts, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.ranking.round_names import the_round_in
from tournament.version_tokens import require_unchanged, token_of


def set_deadline(round: Round, actor: str, until: datetime | None, *, seen: str | None = None) -> None:
    """Says until which hour the results of a round are provisional, or with None that there is no such hour.

    `seen` is the token (`deadline_token`) of the hour that was shown. The same hour again writes nothing. Refused once
    the present hour has passed, for an hour that has passed, in a rehearsal, and for a round that is not published.
    """
    with logbook.locked_event(round.event) as event:
        require_open(event)
        current = Round.objects.filter(pk=round.pk, published=True).first()
        if current is None:
            raise UserError(_("This round is not published."))
        if current.provisional_until == until:
            return
        require_settable(event, current)
        require_unchanged(seen, deadline_token(current))
        if until and until <= timezone.now():
            raise UserError(_("Choose an hour that is still to come."), 422)
        logbook.write(event, actor, "set_clock", {"round": current.number, "until": until and until.isoformat()})


def require_settable(event: Event, round: Round) -> None:
    """Refuses, as `set_clock` would, if the hour of a round can no longer be changed, or not yet be set."""
    if event.state == Event.State.REHEARSAL:
        raise UserError(_("This is a rehearsal: nothing counts yet."))
    if has_passed(round):
        raise UserError(_("This hour has passed, so it stays."))


def deadline_token(round: Round) -> str:
    """A token of the hour until which a round is provisional."""
    return token_of(round.provisional_until and round.provisional_until.timestamp())


def has_passed(round: Round) -> bool:
    """Whether the hour has passed until which the results of a round were provisional."""
    return round.provisional_until is not None and round.provisional_until <= timezone.now()


def hour_in_words(moment: datetime) -> str:
    """An hour as people say it, with its day unless that is today."""
    local, today = timezone.localtime(moment), timezone.localdate()
    return date_format(local, "H:i" if local.date() == today else "j F, H:i")


def head_jury(event: Event) -> dict[str, str]:
    """The head jury, or the organisers of an event without one: user names, by actor."""
    return access.members(event, Role.HEAD_JURY) or access.members(event, Role.ORGANISER)


def require_head_jury(event: Event, actor: str) -> None:
    """Refuses what only the head jury may do, or the organiser of an event without a head jury."""
    heads = head_jury(event)
    if actor not in heads:
        raise UserError(_("Only the head jury can do this: %(names)s.") % {"names": ", ".join(heads.values())})


def last_published(event: Event) -> Round | None:
    """The last published round: what is about no round, such as a penalty outside play, falls under its hour."""
    return Round.objects.filter(event=event, published=True).order_by("-number").first()


def require_in_time(event: Event, actor: str, round: Round | None, second: str) -> Facts:
    """The facts that an act adds which changes results of a round: {} while its hour has not passed, or there is none.

    After that hour only the head jury acts, and `second` is a second name (see `require_second`). Raises UserError for
    anybody else, and CoSignatureNeededError while the second name is missing or may not be one.
    """
    if round is None or not has_passed(round) or round.provisional_until is None:
        return {}
    words = {"round": the_round_in(event, round.number), "hour": hour_in_words(round.provisional_until)}
    heads = head_jury(event)
    if actor not in heads:
        sentence = _("%(round)s was provisional until %(hour)s. Only the head jury can still change it: %(names)s.")
        raise UserError(sentence % {**words, "names": ", ".join(heads.values())})
    sentence = _("%(round)s was provisional until %(hour)s. To change it now, the head jury needs a second name.")
    require_second(event, sentence % words, second, actor)
    # Not "second": table and round stand side by side in a line, by which the history of a table is found.
    return {"with": second}


@Act("set_clock", _("Hour until which a round is provisional"))
def apply_set_clock(line: LogLine) -> None:
    until = line.facts["until"]
    Round.objects.filter(event=line.event, number=line.facts["round"]).update(
        provisional_until=datetime.fromisoformat(until) if until else None
    )
