"""The seasons that clubs play, by the names people use; each is worked by hand in `tests/season/test_presets.py`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _


class SeasonPreset(NamedTuple):
    """A season to begin with: what it is called, and its options as data."""

    name: Any
    options: Mapping[str, Any]


# By the key that a form sends; the first is what a club begins with.
SEASON_PRESETS: Mapping[str, SeasonPreset] = {
    "all": SeasonPreset(_("All evenings count"), {}),
    "best_18": SeasonPreset(_("The best 18 evenings, and a meal after 15 presences"), {"best": 18, "meal": 15}),
    "best_5_of_7": SeasonPreset(_("The best 5 of 7 evenings"), {"periods": [{"evenings": 7, "best": 5}]}),
    "seven_periods": SeasonPreset(
        _("Seven periods of six evenings, the best 4 of each"), {"periods": [{"evenings": 6, "best": 4}] * 7}
    ),
    "places": SeasonPreset(_("Place points: 1000 for the first, 0 for the last"), {"score": "places"}),
    "average": SeasonPreset(_("Average per deal"), {"score": "mean"}),
}
