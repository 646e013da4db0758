"""The finale: the public ranking stays that of a round until the last places are revealed, one after the other."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_all_shown
from tournament.acts.kernel.open_issues import facts_despite
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.progress.next_step import open_round
from tournament.progress.open_issues import OpenIssue, open_issues
from tournament.ranking import live
from tournament.ranking.round_names import the_round_in
from tournament.version_tokens import require_current, require_unchanged, token_of

FREEZE, REVEAL = "freeze_ranking", "reveal_places"


def freeze_ranking(event: Event, actor: str, after: int | None, *, replaces: int | None = None) -> None:
    """Keeps the public ranking as it is after a round, whatever is played later; with None it shows all rounds again.

    Seats stay public, results of later rounds do not, nor what decisions in them gave. Also possible once the ranking
    is final, but not in a closed event. `replaces` is what was looked at, 0 for a ranking that is not frozen. The same
    again writes nothing; anything else begins with no place revealed.
    """
    with logbook.locked_event(event) as event:
        _require_going_on(event)
        if event.frozen_after == after:
            return
        sentence = _("The ranking was frozen or shown in the meantime. Check it again.")
        require_current(replaces, event.frozen_after or 0, sentence)
        if after is not None and not 1 <= after < max(event.planned_rounds, event.rounds.count()):
            raise UserError(_("Choose a round that is not the last one."), 422)
        logbook.write(event, actor, FREEZE, {"after": after})


def reveal_places(
    event: Event,
    actor: str,
    places: int,
    *,
    replaces: int,
    seen: str | None = None,
    reason: str = "",
    opened: str | None = None,
) -> None:
    """Reveals the last `places` places of a frozen ranking; fewer than before takes some back.

    The first ones, of a ranking that was not declared final, depend on what is open: `reason` and `opened` as in
    `open_issues.facts_despite`.

    `replaces` is how many were revealed on the page that was looked at, and `seen` the token of its ranking
    (`places_token`): refused if either has changed. The same number again writes nothing. Refused as by
    `require_revealable`.
    """
    with logbook.locked_event(event) as event:
        _require_going_on(event)
        if event.frozen_after is None:
            raise UserError(_("The ranking is not frozen."))
        if event.revealed == places:
            return
        sentence = _("Somebody revealed or took back a place in the meantime. Check it again.")
        require_current(replaces, event.revealed, sentence)
        require_revealable(event)
        require_unchanged(seen, places_token(event))
        if not 0 <= places <= len(live.ranking(event, public=False).places):
            raise UserError(_("The ranking does not have that many places."), 422)
        facts = facts_despite(event, open_issues_of_first(event), reason, opened)
        logbook.write(event, actor, REVEAL, {"places": places, **facts})


def require_revealable(event: Event) -> None:
    """Refuses to reveal places while a round is being played, or hidden: the public ranking would have other ones."""
    if playing := open_round(list(Round.objects.filter(event=event).order_by("number"))):
        words = {"round": the_round_in(event, playing.number)}
        raise UserError(_("%(round)s has not been closed yet.") % words)
    require_all_shown(event)


def places_token(event: Event) -> str:
    """A token of who has which place: whoever reveals one has seen whose it is."""
    return token_of([(place.standing.rank, place.entry.number) for place in live.ranking(event, public=False).places])


def open_issues_of_first(event: Event) -> list[OpenIssue]:
    """The open matters on which revealing the first place depends; none once a reason was given for them."""
    return [] if event.revealed or event.final_at else open_issues(event)


def _require_going_on(event: Event) -> None:
    if not event.is_open:
        raise UserError(_("This event is closed."))


@Act(FREEZE, _("Public ranking frozen or shown"))
def apply_freeze_ranking(line: LogLine) -> None:
    thaw(line.event, line.facts["after"])


@Act(REVEAL, _("Places revealed"))
def apply_reveal_places(line: LogLine) -> None:
    line.event.revealed = line.facts["places"]
    line.event.save(update_fields=["revealed"])


def thaw(event: Event, after: int | None = None) -> None:
    """Part of an `apply`: freezes the ranking after a round, or shows all rounds again."""
    event.frozen_after, event.revealed = after, 0
    event.save(update_fields=["frozen_after", "revealed"])
