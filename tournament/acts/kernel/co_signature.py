"""The second name that some acts need: another member of the jury or an organiser, who decides with whoever acts."""

from collections.abc import Mapping

from tournament import access
from tournament.access import Role
from tournament.models import Event


class CoSignatureNeededError(Exception):
    """An act needs a second name; nothing was written. `others` may give theirs, as the logbook names them."""

    def __init__(self, event: Event, sentence: str, others: Mapping[str, str]) -> None:
        super().__init__(sentence)
        self.event, self.sentence, self.others = event, sentence, others


def require_second(event: Event, sentence: str, second: str, *never: str, heads: bool = False) -> None:
    """Raises CoSignatureNeededError with this sentence if `second` may not rule in the event, or is one of `never`.

    With `heads` it must be a head juror, or an organiser where there is no other, or else whoever may rule.
    """
    circles = [*([[Role.HEAD_JURY], [Role.ORGANISER]] if heads else []), access.Permission.RULE.roles]
    named = (
        {who: name for who, name in access.members(event, *roles).items() if who not in never} for roles in circles
    )
    others: dict[str, str] = next(filter(None, named), {})
    if second not in others:
        raise CoSignatureNeededError(event, sentence, others)
