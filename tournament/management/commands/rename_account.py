"""`manage.py rename_account NAME NEW`: gives an account another name; no event's record holds the old one."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.acts.event.accounts import rename_account
from tournament.errors import UserError


class Command(BaseCommand):
    """Gives a helper's account another name, as when they ask that theirs be forgotten."""

    help = "Gives a helper's account another name; no record of an event holds the old one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name of the account")
        parser.add_argument("new", help="its new user name, such as helper-5")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if there is no such account or the new name is refused."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError("No account has this name.")
        try:
            rename_account(user, options["new"])
        except UserError as refusal:
            raise CommandError(str(refusal.sentence)) from refusal
        self.stdout.write(f"{options['name']} is {user.username} from now on.")
