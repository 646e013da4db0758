"""Who sits where: pure functions on whole numbers, seeded; nothing here knows of Django.

Whole events are drawn by `schedule.draw` from a `wishes.Wish`, go on with `steps.redraw` and `steps.ranked_round`, and
are counted by `audit`; `docs/seating.md` tells how. All chance comes from `chance`, so that one seed gives one seating
on every machine.
"""
