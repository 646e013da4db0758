"""The app `tournament`: everything of Troel that is not the game itself."""

from django.apps import AppConfig
from django.utils import dateformat
from django.utils.translation import get_language


class OrdinalDateFormat(dateformat.DateFormat):
    """Django's dates, with the first of a month as French writes it: 1er octobre."""

    def format(self, formatstr: str) -> str:
        """The date in this format."""
        is_first = (get_language() or "").startswith("fr") and getattr(self.data, "day", 0) == 1
        return super().format(formatstr.replace("j F", r"j\e\r F") if is_first else formatstr)


class TournamentConfig(AppConfig):
    """Named in INSTALLED_APPS as `tournament`."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Before anything is shown."""
        # Django has no setting for it: what it calls a day is a number in every format.
        dateformat.DateFormat = OrdinalDateFormat  # type: ignore[misc]
