"""The app `tournament`: everything of Troel that is not the game itself."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Named in INSTALLED_APPS as `tournament`."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"
