"""How a command that a job starts says that it was refused."""

from django.core.management.base import CommandError


class Refused(CommandError):
    """Standard error shows this class name, then a sentence for people in the language of the paper."""
