"""`manage.py messages`: the translators' command."""

from typing import Any

from babel.messages.catalog import Catalog
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.site import translations


class Command(BaseCommand):
    """Collect the sentences into `locale/*/LC_MESSAGES/django.po`, or check that each is translated."""

    help = "Collects the sentences to translate into tournament/locale; --check tells what is missing."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer --check, which writes nothing."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail and list what is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the .po files, or with --check list the faults; exit status 1 if there are any."""
        sentences = translations.collect()
        if options["check"]:
            self._check(sentences)
            return
        for language in translations.LANGUAGES:
            translations.update(language, sentences)
            missing = sum(1 for _ in translations.faults(language, sentences))
            self.stdout.write(f"{language}: {len(sentences)} sentences, {missing} to translate")

    def _check(self, sentences: Catalog) -> None:
        faults = [line for language in translations.LANGUAGES for line in translations.faults(language, sentences)]
        for line in faults:
            self.stdout.write(line)
        if faults:
            raise CommandError(f"{len(faults)} translations are not in order.")
        self.stdout.write(f"{len(sentences)} sentences, each translated.")
