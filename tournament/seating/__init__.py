"""Who sits where: pure functions on whole numbers, seeded; nothing here knows of Django.

`draw` makes rounds by lot from a `Wish`, after others if there were any, and `next_round` one by ranking; `reseat`
changes a schedule when people leave or come; `audit` counts a draw, and `verify` says what is wrong with it.
`docs/seating.md` tells how. All chance comes from `rng`, so that one seed gives one seating on every machine.
"""

from tournament.seating.changes.reseat import reseat
from tournament.seating.constraints import ImpossibleError, Wish
from tournament.seating.proof.audit_wishes import report as audit
from tournament.seating.proof.trace import problems as verify
from tournament.seating.rounds.continued import draw_further as draw
from tournament.seating.rounds.continued import draw_ranked as next_round

__all__ = ["ImpossibleError", "Wish", "audit", "draw", "next_round", "reseat", "verify"]
