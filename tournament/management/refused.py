"""How a command says that it was refused."""

from django.core.management.base import CommandError

from tournament.errors import UserError

# The exit status where nothing is wrong with what was asked, and this machine lacks something.
LACKING = 2


class RefusedError(CommandError):
    """Standard error shows the word "Refused", then the sentence for people, in the language of the paper.

    The exit status is 1, or 2 where the machine lacks what it takes.
    """

    def __init__(self, refusal: UserError) -> None:
        super().__init__(str(refusal), returncode=LACKING if refusal.status >= 500 else 1)


# Django prints the name of the class.
RefusedError.__name__ = "Refused"
