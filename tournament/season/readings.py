"""What of a season is our reading, because no club wrote it down: pages show the sentences beside what is counted."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.season.options import SeasonOptions


def our_readings(options: SeasonOptions) -> list[Any]:
    """The sentences that matter to a season with these options, translated; `docs/season.md` has them all."""
    joker = _("A joker’s evening that gives no points is an evening missed, and yet a presence.")
    average = _("The average for an evening missed is that of all one’s own evenings in the season.")
    readings = {
        joker: options.jokers == "out",
        average: options.absence == "average",
        _("An average per deal is about the deals alone: without bonus, and without the jury’s points."): True,
        _("An evening that was moved stays in the period of the date for which it was planned."): bool(options.periods),
        _("Those who are equal in everything share a rank: a season knows no lot."): True,
    }
    return [sentence for sentence, applies in readings.items() if applies]
