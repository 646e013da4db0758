"""The app `files`: rows that no event is proved by, in a database of their own."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    """Named in INSTALLED_APPS as `tournament.files`."""

    name = "tournament.files"
    default_auto_field = "django.db.models.BigAutoField"
