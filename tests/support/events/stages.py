"""Championships at every stage of their life, made by the acts: for tests that look at every page."""

from tests.support.events import cast
from tests.support.events import signing as signers
from tests.support.events.laid_again import laid_again
from tests.support.events.mid_life import BY, REASON, appealed, correct, first_round, second_round, substitute
from tournament.acts.event import declaration, events, format, members, pictures, prizes, reveal
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.people import admission, fees, no_shows, registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import draws, promises, room, rounds
from tournament.acts.table import redeals, signatures
from tournament.admission import Admission, Price
from tournament.draw.drawing import DrawRequest
from tournament.models import Entry, Event, Membership, Signature
from tournament.ranking.finalists import candidates
from tournament.ranking.prizes import PrizeList, Prizes


def unborn() -> Event:
    """Nobody is in it yet."""
    return cast.event(players=0, slug="unborn")


@laid_again
def gathering() -> Event:
    """Players, not all of them at the door: one left, one was sent away, one did not come, and the last one waits."""
    event = cast.event(players=10, slug="gathering", present=False)
    registration.check_in(cast.entry(event, 1), BY, True)
    registration.withdraw(cast.entry(event, 2), BY, REASON)
    registration.exclude(cast.entry(event, 3), BY, REASON)
    registration.change_entry(cast.entry(event, 4), BY, Entrant("Roger Verschueren", initials_only=True))
    no_shows.close_desk(event, BY, list(range(4, 11)))
    for number in range(5, 11):
        registration.readmit(cast.entry(event, number), BY, REASON)
    prices = (Price("⟦Lid⟧", 800), Price("⟦Jeugd⟧", 500))
    settings = Admission(form=True, room=8, age=16, prices=prices)
    admission.set_admission(event, BY, settings, admission.admission_token(event))
    for name in ("Roger Verschueren", "Rogier Verschuren"):
        admission.request_place(event, Entrant(name), name)
    fees.set_fee(cast.entry(event, 1), BY, "⟦Jeugd⟧", "cash")
    return cast.fresh(event)


@laid_again
def rehearsed(slug: str = "rehearsed") -> Event:
    """A rehearsal in which a deal was written, and the jury decided something."""
    event = cast.event(players=4, slug=slug, deals_per_round=2)
    cast.next_round(event)
    cast.write(cast.table(event), 1)
    cast.penalty(event, 1, reason=REASON)
    return cast.fresh(event)


@laid_again
def wiped() -> Event:
    """The same, wiped at the start."""
    event = rehearsed("wiped")
    practice = rehearsal_data_of(event)
    rehearsal.start(event, BY, wipe=True, seen=practice.mark if practice else "")
    return cast.fresh(event)


@laid_again
def drawn() -> Event:
    """A second round that nobody has seen yet, with a joker at the table, and people who met before."""
    event = _with_joker("drawn")
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    cast.next_round(event, publish=False)
    return cast.fresh(event)


@laid_again
def midway() -> Event:
    """The second round is being played, after a first one in which all that can happen did."""
    event = cast.playing(players=12, slug="midway", deals=4)
    first_round(event)
    appealed(event)
    rounds.close_round(cast.round_of(event), BY)
    cast.next_round(event)
    second_round(event)
    members.grant_role(event, BY, members.invite("greet"), Membership.Role.DESK)
    members.plays_as(event, BY, members.invite("greet"), 12)
    correct(event)
    return cast.fresh(event)


@laid_again
def between() -> Event:
    """One round is over and hidden, the next is to be drawn; a tie that lots had to break."""
    event = cast.playing(players=8, slug="between", deals=4, rules="world-2018", tie_breaks=["contracts_made", "lot"])
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    rounds.show_round(cast.round_of(event), BY, False)
    return cast.fresh(event)


@laid_again
def over() -> Event:
    """Played to the end and closed."""
    event = cast.playing(players=4, slug="over", deals=4, planned_rounds=1)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    events.change_state(event, BY, Event.State.CLOSED)
    return cast.fresh(event)


@laid_again
def ending() -> Event:
    """The last round is over, with a table that was stopped early; the ranking is frozen, and places are revealed."""
    event = cast.playing(players=8, slug="ending", deals=2)
    format.set_format(event, BY, {"unplayed": "average"})
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    cast.next_round(event)
    reveal.freeze_ranking(event, BY, 1)
    cast.play(cast.table(event, 1, 2))
    cast.write(cast.table(event, 2, 2), 1)
    rounds.close_round(cast.round_of(event, 2), BY, REASON, ends=True)
    youth = PrizeList("⟦Youth⟧", "players", ("⟦A book⟧", "⟦A pen⟧"), (1, 2))
    prizes.set_prizes(event, BY, Prizes((PrizeList("", "ranking", ("⟦The cup⟧", "⟦A ham⟧")), youth)))
    reveal.reveal_places(event, BY, 3, replaces=0)
    return cast.fresh(event)


@laid_again
def declared() -> Event:
    """The hour of its only round has passed; the organiser declared the ranking final although a deal is missing."""
    event = cast.playing(players=4, slug="declared", deals=2, planned_rounds=1)
    cast.write(cast.table(event), 1)
    cast.let_pass(event)
    declaration.declare_final(event, cast.by(cast.organiser(event)), REASON)
    return cast.fresh(event)


@laid_again
def doubling() -> Event:
    """Rules with doubles, and a deal that was passed out."""
    event = cast.playing(players=4, slug="doubling", deals=2, rules="flanders", records_trump=True)
    table = cast.table(event)
    redeals.all_pass(table, cast.captain(table), 1)
    cast.write(table, 1, cast.result("TR9", (1, 2), 13, doubles=2, trump="H"))
    return cast.fresh(event)


@laid_again
def counting() -> Event:
    """No contracts: the table enters points; the second deal was passed out."""
    event = cast.playing(players=4, slug="counting", deals=2, rules="points-only")
    table = cast.table(event)
    cast.write(table, 1, {"points": {"1": 5, "2": -5, "3": 0, "4": 12}})
    redeals.all_pass(table, cast.captain(table), 2)
    return cast.fresh(event)


@laid_again
def parted() -> Event:
    """A final has begun: one who did not come was replaced, a second cut is ahead; with a bonus and pictures."""
    sizes = [
        {"kind": "final", "rounds": 1, "cut": size, "draw": "snake", "points": points}
        for size, points in ((8, "zero"), (4, "carried"))
    ]
    clubs = {"count": "best", "best": 2, "least": 3}
    event = cast.playing(players=12, slug="parted", deals=2)
    for kind in pictures.Kind:
        pictures.set_picture(event, BY, kind, cast.logo())
    sizes[1] |= {"deals": 3, "bonus": [30]}
    chosen = {"stages": [{"kind": "preliminary", "rounds": 1}, *sizes], "bonus": [90, 60], "clubs": clubs}
    format.set_format(event, BY, {**chosen, "sit_out": "average"})
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    seen = [place.entry.number for place in candidates(cast.fresh(event), 2)]
    format.make_cut(event, BY, 2, seen[:8])
    format.replace_finalist(event, BY, 2, seen[0], seen[8])
    rounds.publish_round(cast.given_round(event, [seen[1:5], seen[5:9]], stage="final"), BY)
    cast.play(cast.table(event, 1, round=2))
    return cast.fresh(event)


@laid_again
def ahead() -> Event:
    """A promised draw of four rounds: one played, one published, two to come; four left since; a map of the room."""
    event = cast.event(players=24, slug="ahead", planned_rounds=4, deals_per_round=1)
    events.change_state(event, BY, Event.State.LIVE)
    promises.promise_draw(event, BY)
    draws.draw_rounds(event, BY, DrawRequest(rounds=4, words=REASON))
    room.set_room(event, BY, [[1, 2, 3], [0, 5, 4]])
    for number in (1, 2):
        rounds.publish_round(cast.round_of(event, number), BY)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    for number in cast.seated(cast.table(event, 3, round=2)).values():
        registration.withdraw(cast.entry(event, number), BY)
    return cast.fresh(event)


@laid_again
def signing() -> Event:
    """Every player signs: at one table a column changed after it was signed; one was closed while in dispute."""
    event = cast.playing(players=8, slug="signing", deals=4, confirmation=Event.Confirmation.PLAYERS)
    open, closed = cast.table(event, 1), cast.table(event, 2)
    cast.play(open)
    one, _two, three, _four = signers.players(open)
    signers.sign(open, one)
    signers.correct(open, reason=REASON)
    signers.sign(open, three, how=Signature.How.PIN)
    (stranger,) = registration.add_entries(event, BY, [Entrant("Zoë Timmermans", "Hartenaas")])
    registration.check_in(stranger, BY, True)
    cast.write(closed, 1)
    substitute(closed, stranger)
    for number in (2, 3, 4):
        cast.write(closed, number)
    one, two, *_others = signers.players(closed)
    signers.sign(closed, one)
    signers.dispute(closed, two, text=REASON)
    signatures.close_unsigned(closed, BY, REASON)
    return cast.fresh(event)


@laid_again
def confirming() -> Event:
    """Each deal is confirmed by another player: of three that are written one is confirmed, and one in dispute."""
    event = cast.playing(players=4, slug="confirming", deals=4, confirmation=Event.Confirmation.DEALS)
    table = cast.table(event)
    for number in (1, 2, 3):
        cast.write(table, number)
    one, two, *_others = signers.players(table)
    signers.sign(table, one, deal=1)
    signers.dispute(table, two, text=REASON)
    return cast.fresh(event)


def _with_joker(slug: str) -> Event:
    event = cast.event(players=7, slug=slug)
    (joker,) = registration.add_entries(event, BY, [Entrant("Jef De Joker", role=Entry.PlayerRole.JOKER)])
    registration.check_in(joker, BY, True)
    events.change_state(event, BY, Event.State.LIVE)
    cast.next_round(event)
    return cast.fresh(event)
