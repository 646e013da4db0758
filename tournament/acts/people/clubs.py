"""The clubs of an event, as its players name them: merged, renamed, and one spelling for each."""

from collections import Counter
from collections.abc import Collection, Iterable

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.people.registration import Entrant, check_person
from tournament.errors import UserError
from tournament.models import Entry, Event, Player
from tournament.naming import club_key
from tournament.version_tokens import require_unchanged, token_of


def rename_clubs(event: Event, actor: str, names: Collection[str], club: str, seen: str) -> int:
    """Gives the members of these clubs one club name; returns how many were changed, 0 if nothing had to be.

    Refused if players or their clubs changed since `seen` (see `clubs_token`).
    """
    club = " ".join(club.split())
    if not any(map(str.isalnum, club)):
        raise UserError(_("Enter a name for the club."), 422)
    check_person(Entrant("x", club))
    with logbook.locked_event(event) as event:
        members = clubs_of(event)
        meant = sorted(number for number, name in members.items() if name in names and name != club)
        if not meant and club in members.values():
            return 0
        require_unchanged(seen, clubs_token(event))
        if not meant:
            raise UserError(_("Choose at least one club."), 422)
        logbook.write(event, actor, "rename_clubs", {"numbers": meant, "club": logbook.store_text(event, club)})
        return len(meant)


def clubs_of(event: Event) -> dict[int, str]:
    """The club of each player who has one, by number."""
    rows = Entry.objects.filter(event=event).exclude(player__club="").order_by("number")
    return dict(rows.values_list("number", "player__club"))


def clubs_token(event: Event) -> str:
    """A token that changes when anybody's club changes."""
    return token_of(clubs_of(event))


def spellings(clubs: Iterable[str]) -> dict[str, str]:
    """How each club is written, by its key: the most frequent spelling, or the first of equally frequent ones."""
    by_key: dict[str, str] = {}
    for club, _count in Counter(filter(None, clubs)).most_common():
        by_key.setdefault(club_key(club), club)
    return by_key


def known_spelling(event: Event, club: str, besides: int | None = None) -> str:
    """A club as the event already spells it, or unchanged if it is new; the player numbered `besides` is ignored."""
    others = [known for number, known in clubs_of(event).items() if number != besides]
    return spellings(others).get(club_key(club), club)


@Act("rename_clubs", _("Clubs merged or renamed"), player_texts=lambda facts: [(facts["numbers"], facts)])
def apply_rename_clubs(line: LogLine) -> None:
    [club] = line.words(line.facts["club"])
    entries = Entry.objects.filter(event=line.event, number__in=line.facts["numbers"])
    Player.objects.filter(pk__in=entries.values("player")).update(club=club)
