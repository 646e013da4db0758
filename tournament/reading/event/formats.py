"""The format of an event in words."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.models import Event
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format, Stage
from tournament.reading.ranking import clubs

TIE_BREAK_NAMES = {
    "contracts_made": gettext_lazy("most contracts made"),
    "fewest_lost": gettext_lazy("fewest contracts lost"),
    "best_round": gettext_lazy("best round"),
    "best_deal": gettext_lazy("best deal"),
    "lot": gettext_lazy("drawing lots"),
}


def summary(event: Event) -> list[str]:
    """Sentences on what is special about an event's format; none for a plain one."""
    planned = format_of(event)
    return [] if planned.plain() == Format() else list(sentences(planned))


def sentences(planned: Format) -> Iterator[str]:
    """Sentences on the whole format, stage by stage."""
    for number, stage in enumerate(planned.stages, 1):
        yield _stage(planned.first_round(number), stage)
        if stage.by_ranking:
            yield _tables(stage.draw)
        yield from _own(stage)
    if planned.bonus:
        yield _("Bonus for the place at the table, each round: %(amounts)s.") % {"amounts": _amounts(planned.bonus)}
        yield _("Tied places share the mean of their bonuses, rounded down; lower places have no bonus.")
    if planned.gives_bonus:
        yield place_rule()
    if planned.sit_out == "average":
        yield _("A player who sits out a round gets the average of the rounds they played, rounded down.")
    if planned.unplayed != "nothing":
        yield unplayed_rule(planned)
    if planned.clubs != Format().clubs:
        yield _("This is how clubs are ranked. %(rule)s") % {"rule": clubs.rule_text(planned)}


def unplayed_rule(planned: Format) -> str:
    """What the deals count that a table which was stopped early did not play."""
    if planned.unplayed == "nothing":
        return _("If a table is stopped early, the deals it did not play count 0.")
    return _(
        "If a table is stopped early, each player gets for the deals it did not play the average of the deals they "
        "played there, rounded down."
    )


def place_rule() -> str:
    """What the place at a table goes by, where it gives a bonus."""
    return _(
        "Only the points of the deals decide the place at a table, not those of the jury. A seat that changed hands "
        "counts as one."
    )


def _stage(first: int, stage: Stage) -> str:
    what = {"first": first, "last": first + stage.rounds - 1, "rounds": stage.rounds, "players": stage.cut}
    return (_one_round(stage) if stage.rounds == 1 else _rounds(stage)) % what


def _own(stage: Stage) -> Iterator[str]:
    """Sentences on what is specific to this stage."""
    if stage.deals:
        yield ngettext("One deal per round in this stage.", "%(deals)s deals per round in this stage.", stage.deals) % {
            "deals": stage.deals
        }
    if stage.bonus is not None:
        amounts = _amounts(stage.bonus)
        yield _("Bonus in this stage: %(amounts)s.") % {"amounts": amounts} if amounts else _("No bonus in this stage.")


def _amounts(bonus: Sequence[int]) -> str:
    return " · ".join(str(points).replace("-", "−") for points in bonus)


def _tables(draw: str) -> str:
    if draw == "snake":
        return _("The best are spread over the tables, which are equally strong.")
    if draw == "strict":
        return _(
            "The ranking alone decides: 1 to 4 at the first table, 5 to 8 at the second, even if they have met before."
        )
    return _("Neighbours in the ranking who have not met sit at one table, where possible.")


def _one_round(stage: Stage) -> str:
    if stage.kind == "preliminary":
        return _("Round %(first)s: everybody plays.")
    if stage.kind == "ranked":
        return _("Round %(first)s: everybody plays, by the ranking.")
    if stage.from_zero:
        return _("Round %(first)s: final of the best %(players)s, from zero.")
    return _("Round %(first)s: final of the best %(players)s, who keep their points.")


def _rounds(stage: Stage) -> str:
    if stage.kind == "preliminary":
        return _("Rounds %(first)s to %(last)s: everybody plays.")
    if stage.kind == "ranked":
        return _("Rounds %(first)s to %(last)s: everybody plays, by the ranking.")
    if stage.from_zero:
        return _("Rounds %(first)s to %(last)s: final of the best %(players)s, from zero.")
    return _("Rounds %(first)s to %(last)s: final of the best %(players)s, who keep their points.")
