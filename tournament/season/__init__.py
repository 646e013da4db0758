"""The season of a club: evenings in, a ranking out. Plain values, exact numbers, nothing of the database or the web."""

from tournament.season.ahead import Ahead, Unknown, look_ahead
from tournament.season.counting import Fate, Season, SeasonSlot, SeasonStanding, SidePlace, count_season
from tournament.season.evenings import SeasonEvening, SeasonResult, round_score
from tournament.season.options import Period, SeasonError, SeasonFault, SeasonOptions, read_season, season_faults
from tournament.season.presets import SEASON_PRESETS, SeasonPreset
from tournament.season.written import SEASON_FORMAT, write_season

__all__ = [
    "SEASON_FORMAT",
    "SEASON_PRESETS",
    "Ahead",
    "Fate",
    "Period",
    "Season",
    "SeasonError",
    "SeasonEvening",
    "SeasonFault",
    "SeasonOptions",
    "SeasonPreset",
    "SeasonResult",
    "SeasonSlot",
    "SeasonStanding",
    "SidePlace",
    "Unknown",
    "count_season",
    "look_ahead",
    "read_season",
    "round_score",
    "season_faults",
    "write_season",
]
