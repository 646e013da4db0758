"""How a command says that it was refused."""

from django.core.management.base import CommandError


class RefusedError(CommandError):
    """Standard error shows the word "Refused", then a sentence for people in the language of the paper."""


# Django prints the name of the class.
RefusedError.__name__ = "Refused"
