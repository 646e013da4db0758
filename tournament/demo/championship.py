"""The demo championship, made with the same acts as any other."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring import Result, RuleSet, load
from tournament.acts.event.events import EventPlan, change_state, make_event
from tournament.acts.event.format import make_cut, set_format
from tournament.acts.event.members import grant_role
from tournament.acts.jury.rulings import cancel_decision, penalise, rule
from tournament.acts.people.registration import Entrant, add_entries, check_in, exclude, withdraw
from tournament.acts.rounds.draws import draw_rounds
from tournament.acts.rounds.promises import promise_draw
from tournament.acts.rounds.reseating import misplaced, reseat, reseating
from tournament.acts.rounds.rounds import close_round, publish_round
from tournament.acts.table.deals import close_table, record_deal
from tournament.acts.table.redeals import all_pass, misdeal
from tournament.demo.names import people
from tournament.demo.play import result
from tournament.draw.drawing import DrawRequest
from tournament.models import Decision, Entry, Event, Round, Table
from tournament.ranking import facts, verdicts
from tournament.ranking.finalists import candidates
from tournament.seating.rng import Chance

BY = "system"
Ruling = Decision.Ruling
SPARE_JOKERS = 6
LANGUAGES = ("nl", "nl", "fr")
# The bonus for each place at a table, and the number of the stage that is the final.
BONUS = (9, 6, 3, 0)
FINAL = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Demo:
    """The settings of a demo: sizes, the rule set's key, the seed of all randomness, the address.

    If `final` is not 0, the last round is a final of that many players, and places at a table give a bonus.
    """

    players: int = 160
    rounds: int = 3
    deals: int = 16
    seed: str = "demo"
    slug: str = "demo"
    rules: str = "iwwa-2025"
    final: int = 0

    @property
    def ahead(self) -> int:
        """The number of rounds that are drawn at once, before the first is played."""
        return self.rounds - bool(self.final)

    def secret(self, draw: int) -> str:
        """The secret (hex) of a draw; it follows from the seed, so the same seed gives the same seats anywhere."""
        return hashlib.sha256(f"demo:{self.seed}:{draw}".encode()).hexdigest()


def make(demo: Demo, organiser: User, progress: Progress) -> Event:
    """Makes the championship, up to the middle of its last round; `progress` gets the tables done and the total."""
    chance = Chance(f"demo:{demo.seed}")
    ruleset = load(demo.rules)
    with transaction.atomic():
        event = _make_event(demo, ruleset, organiser)
        promise_draw(event, BY, secret=demo.secret(1))
        _register(event, demo, chance)
        _draw(event, demo, chance)
        total = demo.ahead * (demo.players // 4) + demo.final // 4
        done = 0
        for number in range(1, demo.rounds + 1):
            if number > demo.ahead:
                _draw_final(event, demo, chance)
            last = number == demo.rounds
            for table in _play_round(event, number, chance, unfinished=last):
                done += 1
                progress(min(done, total), total)
                _incidents(event, table, chance)
            if number == demo.rounds - 1:
                _some_leave(event, chance)
        _jury_day(event, chance)
    return Event.objects.get(pk=event.pk)


def _make_event(demo: Demo, ruleset: RuleSet, organiser: User) -> Event:
    plan = EventPlan(
        name="Demofinale · Finale démo" if demo.final else "Demotornooi · Tournoi démo",
        rules=ruleset.to_dict(),
        place="Zaal De Demo, Demostad",
        starts_on=timezone.localdate(),
        planned_rounds=demo.rounds,
        deals_per_round=demo.deals,
        records_trump=False,
    )
    event = make_event(BY, demo.slug, plan, demo=True, lot_seed=demo.seed)
    grant_role(event, BY, organiser, "organiser")
    if demo.final:
        stages = [{"kind": "preliminary", "rounds": demo.ahead}, {"kind": "final", "rounds": 1, "cut": demo.final}]
        set_format(event, BY, {"stages": stages, "bonus": list(BONUS)})
    change_state(event, BY, Event.State.LIVE)
    return event


def _register(event: Event, demo: Demo, chance: Chance) -> None:
    drawn = people(demo.players + SPARE_JOKERS, chance)
    roles = [Entry.PlayerRole.COMPETITOR] * demo.players + [Entry.PlayerRole.JOKER] * SPARE_JOKERS
    persons = [
        Entrant(
            name=name,
            club=club,
            language=LANGUAGES[chance.below(len(LANGUAGES))],
            role=role,
            initials_only=chance.below(40) == 0,
            # Two in sixteen are a couple, one in three writes.
            family=drawn[at - at % 16][0].split()[-1] if at % 16 < 2 else "",
            writes=chance.below(3) == 0,
        )
        for at, ((name, club), role) in enumerate(zip(drawn, roles, strict=True))
    ]
    for entry in add_entries(event, BY, persons):
        check_in(entry, BY, True)


def _draw(event: Event, demo: Demo, chance: Chance) -> None:
    """Draws and publishes the rounds ahead, with the promised secret."""
    drawn = draw_rounds(event, BY, DrawRequest(rounds=demo.ahead, words=_dice(chance)), secret=demo.secret(1))
    _publish(event, drawn.first)


def _draw_final(event: Event, demo: Demo, chance: Chance) -> None:
    """The best of the ranking go on to the final; its draw is promised before it is known who they are."""
    event = Event.objects.get(pk=event.pk)
    promise_draw(event, BY, secret=demo.secret(2))
    places = candidates(event, FINAL)
    make_cut(event, BY, FINAL, [place.entry.number for place in places[: demo.final]])
    drawn = draw_rounds(event, BY, DrawRequest(rounds=1, words=_dice(chance)), secret=demo.secret(2))
    _publish(event, drawn.first)


def _dice(chance: Chance) -> str:
    """The public words of a draw: four dice."""
    return " ".join(str(1 + chance.below(6)) for _die in range(4))


def _publish(event: Event, first: int) -> None:
    publish_round(Round.objects.select_related("event").get(event=event, number=first), BY, ahead=True)


def _play_round(event: Event, number: int, chance: Chance, *, unfinished: bool) -> Iterator[Table]:
    """Plays a round and yields each table once it has played; an `unfinished` round is left half-way."""
    round = Round.objects.get(event=event, number=number)
    ruleset = facts.ruleset(event)
    for table in Table.objects.filter(round=round).select_related("round__event").order_by("number"):
        planned = round.deals
        played = planned if not unfinished else _progress_of(planned, chance)
        _play(table, played, ruleset, chance)
        yield table
        if played == planned:
            close_table(table, f"table:{round.number}/{table.number}")
    if not unfinished:
        close_round(Round.objects.get(pk=round.pk), BY)


def _progress_of(planned: int, chance: Chance) -> int:
    """The deals played at a table in the last round: around half or more; one in eight is done, one in twenty late."""
    fate = chance.below(40)
    if fate < 5:
        return planned
    if fate < 7:
        return planned // 5
    return planned // 2 + chance.below(max(1, planned // 4))


def _play(table: Table, deals: int, ruleset: RuleSet, chance: Chance) -> None:
    by = f"table:{table.round.number}/{table.number}"
    seated = facts.table(table)
    for number in range(1, deals + 1):
        if chance.below(60) == 0:
            all_pass(table, by, number)
        if chance.below(150) == 0:
            misdeal(table, by, number, waived=chance.below(2) == 0)
        record_deal(table, by, number, result(ruleset, seated.playing(number), chance))


def _incidents(event: Event, table: Table, chance: Chance) -> None:
    """Occasionally somebody plays a card by mistake."""
    if chance.below(25) == 0:
        _adjust(event, table, "card-by-mistake", chance, "Kleur niet gevolgd. / Couleur non fournie.")


def _some_leave(event: Event, chance: Chance) -> None:
    """Before the last round one player goes home and one is sent home; jokers take their seats."""
    playing = Entry.objects.filter(event=event, role=Entry.PlayerRole.COMPETITOR).select_related("event")
    first, second = chance.shuffled(list(playing))[:2]
    withdraw(first, BY, "Ziek naar huis. / Rentré malade.")
    exclude(second, BY, "Stoorde na twee verwittigingen. / Dérangeait après deux avertissements.", "6")
    if any(misplaced(event)):
        reseat(event, BY, reseating(event).of)


def _jury_day(event: Event, chance: Chance) -> None:
    """A few decisions of every kind."""
    tables = Table.objects.filter(round__event=event).select_related("round__event")
    written = list(tables.filter(deals__number=2, deals__result__isnull=False).order_by("-round__number", "number"))
    if facts.ruleset(event).points_only or not written:
        return
    spots = [written[chance.below(len(written))] for _ in range(6)]
    _adjust(event, spots[0], "false-play", chance, "Keek in de kaarten van de buur. / A regardé les cartes du voisin.")
    _adjust(event, spots[1], "noise", chance, "Verwittiging. / Avertissement.")
    wrong = _adjust(event, spots[2], "hints", chance, "Gaf een teken. / A fait un signe.")
    cancel_decision(wrong, BY, "Verkeerde tafel. / Mauvaise table.")
    rule(spots[3], BY, 1, Ruling.ANNULLED, "Getekende kaarten. / Cartes marquées.", kind="ruling")
    _claimed_too_early(spots[4])
    _capitulated(spots[5])
    _refuse(event, spots[2])


def _adjust(event: Event, table: Table, kind: str, chance: Chance, reason: str) -> Decision:
    """Gives somebody at the table a penalty by its preset, for the first deal."""
    preset = facts.penalties(event)[kind]
    seated = facts.table(table)
    culprit = 1 + chance.below(4)
    points = {seated.entry(culprit, 1): preset.least + chance.below(preset.most - preset.least + 1)}
    if preset.others:
        points |= {seated.entry(seat, 1): preset.others for seat in seated.playing(1) if seat != culprit}
    return penalise(event, BY, kind, points, reason, article=preset.article, table=table, deal=1)


def _claimed_too_early(table: Table) -> None:
    """The declarers of the second deal showed their cards too early: ruled as lost by a trick."""
    lost = verdicts.as_lost(_played(table, 2)).to_dict()
    reason = "Te vroeg opgelegd. / Jeu abattu trop tôt."
    rule(table, BY, 2, Ruling.RESULT, reason, kind="claimed-too-early", article="5", result=lost)


def _capitulated(table: Table) -> None:
    """An opponent in the second deal threw in their cards: ruled as made, and they pay the other opponents."""
    seated, result = facts.table(table), verdicts.as_made(_played(table, 2))
    thrower = next(seat for seat in result.seats if seat not in result.declarers)
    owed = verdicts.capitulation(result, thrower, facts.ruleset(table.round.event))
    points = {seated.entry(seat, 2): amount for seat, amount in owed.items()}
    reason = "Legde zijn kaarten open. / A abandonné ses cartes."
    preset = facts.penalties(table.round.event)["capitulation"]
    rule(
        table,
        BY,
        2,
        Ruling.RESULT,
        reason,
        kind=preset.key,
        article=preset.article,
        about=[thrower],
        result=result.to_dict(),
        points=points,
    )


def _played(table: Table, deal: int) -> Result:
    return Result.read(facts.table(table).deal(deal).result or {}, facts.ruleset(table.round.event))


def _refuse(event: Event, table: Table) -> None:
    """The jury refuses the highest contract that needs it, at the last deal of a table."""
    contracts = [key for key in facts.ruleset(event).lines if key in facts.ruleset(event).jury]
    if contracts:
        reason = "Niet haalbaar. / Irréalisable."
        last = facts.table(table).planned
        kind, article = "jury-refuses", "3, 9"
        rule(table, BY, last, Ruling.REFUSED, reason, kind=kind, article=article, about=[1], contract=contracts[-1])
