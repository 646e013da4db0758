"""Who sits where: pure functions on whole numbers, seeded; nothing here knows of Django.

The door is `draw_round`. All chance comes from `tournament.seating.chance`, so that one seed gives one seating on
every machine.
"""

from tournament.seating.draw import draw_round, repeats

__all__ = ["draw_round", "repeats"]
