"""What the jury says of one player: refused to one, allowed to another; who claimed, who threw in their cards."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.test import Client

from scoring import Result, load, sealing
from tests.support.events import cast
from tests.support.pages.captain_phone import opened
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.rulings import DECIDED, effect_of, ruling, totals
from tournament.acts.jury import rulings
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Decision, Event
from tournament.ranking import facts, verdicts
from tournament.ranking.outcomes import outcome
from tournament.ranking.standings import missing_deals
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db

BOTH = cast.result("GMT", (1, 3), {"1": 0, "3": 0})


@pytest.fixture
def event() -> Event:
    return begun()


def answered(event: Event, deal: int, answer: str, *about: int, contract: str = "GMT") -> Decision:
    """The jury's answer to these players."""
    return rulings.rule(cast.table(event), "system", deal, answer, "Seen.", contract=contract, about=about)


# --- The jury's answer, per player -----------------------------------------------------------------------------


def test_a_refusal_binds_the_player_and_nobody_else(event: Event) -> None:
    table = cast.table(event)
    answered(event, 2, "refused", 3)
    for contract in (BOTH, cast.result("GMT", (3,), {"3": 0})):
        with cast.refused(r"refused this contract to .*, who must pass"):
            cast.write(table, 2, {**contract, "jury": "allowed"})
    cast.write(table, 2, cast.result("GMT", (1,), {"1": 0}, jury="allowed"))
    assert totals(event) == {1: 10 + 75, 2: 0, 3: 10, 4: 0}


@pytest.mark.parametrize(
    ("language", "told", "told_two"),
    [
        ("nl", "De jury weigerde dit contract aan %s, die moet passen.", "aan %s, %s, die moeten passen."),
        ("fr", "Le jury a refusé ce contrat à %s, qui doit passer.", "à %s, %s, qui doivent passer."),
    ],
)
def test_the_captain_reads_of_a_refusal_before_anything_is_written(
    event: Event, language: str, told: str, told_two: str
) -> None:
    table = cast.table(event)
    answered(event, 2, "refused", 3)
    names = sheet(table, public=False).names(2)
    both = "deal/2/?contract=GMT&who=1&who=3&tricks1=0&tricks3=0&jury=allowed"
    for address in (both, "deal/2/?contract=GMT&who=3&tricks3=0&jury=allowed"):
        words = opened(table, address, language).words
        assert told % names[3] in words and "+" not in words and 'class="preview"' not in words
    alone = opened(table, "deal/2/?contract=GMT&who=1&tricks1=0&jury=allowed", language).words
    assert "+75" in alone
    answered(event, 2, "refused", 1)
    assert told_two % (names[1], names[3]) in opened(table, both, language).words


@pytest.mark.parametrize(
    ("language", "name", "twice", "words"),
    [
        ("nl", "Jury weigert het contract", "geweigerd", "Samen 9, {} en {}: 11 slagen"),
        ("fr", "Le jury refuse le contrat", "refusé", "{} et {} : 11 plis"),
    ],
)
def test_a_decision_says_once_and_in_words_what_was_ruled(
    event: Event, language: str, name: str, twice: str, words: str
) -> None:
    table, juror = cast.table(event), cast.client(cast.juror(event), language)
    rulings.rule(table, "system", 2, "refused", "Gezien.", kind="jury-refuses", contract="GMT", about=(3,))
    rulings.rule(table, "system", 3, "result", "Gezien.", result=cast.result("PC9", (1, 3), 11))
    shown = cast.shown(juror.get(at(event, "1/"))).partition("Gezien.")[0]
    assert name in shown and twice not in shown
    names = sheet(table, public=False).names(3)
    assert words.format(names[1], names[3]) in cast.shown(juror.get(at(event, "2/")))


def test_what_was_refused_and_then_allowed_can_be_entered(event: Event) -> None:
    answered(event, 2, "refused", 3)
    answered(event, 2, "allowed", 3)
    cast.write(cast.table(event), 2, cast.result("GMT", (3,), {"3": 0}, jury="allowed"))
    assert totals(event)[3] == 85


def test_a_deal_is_allowed_when_every_declarer_is(event: Event) -> None:
    cast.write(cast.table(event), 2, {**BOTH, "jury": "not_called"})
    answered(event, 2, "allowed", 1)
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    answered(event, 2, "allowed", 3)
    assert totals(event) == {1: 85, 2: 0, 3: 85, 4: 0}
    answered(event, 2, "not_called", 3)
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_mixed_answers_wait_for_the_four_scores_of_the_jury(event: Event, juror: Client) -> None:
    table, seats = cast.table(event), cast.seated(cast.table(event))
    cast.write(table, 2, {**BOTH, "jury": "allowed"})
    address = ruling(event, "jury-refuses", 2)
    assert "Which player?" in cast.shown(juror.get(address))
    assert effect_of(juror.get(f"{address}?about=3&next=1")) == [("+75", "–"), ("0", "–"), ("+75", "–"), ("0", "–")]
    assert juror.get(f"{address}?next=1").status_code == 422
    assert juror.post(f"{address}?about=3", {**DECIDED, "expected": "2"}).status_code == 303
    assert Decision.objects.get(event=event, number=2).about == [3]
    assert 2 in missing_deals(facts.table(table), facts.ruleset(event))
    assert "it still has to decide" in cast.shown(juror.get(f"/staff/{event.slug}/rounds/1/tables/1/deals/2/"))

    scores = ruling(event, "scores", 2)
    asked = juror.get(scores)
    assert {name: value for name, value in cast.filled_in(asked).items() if name.startswith("points_")} == {
        f"points_{seats[seat]}": "0" for seat in (1, 2, 3, 4)
    }
    given = {f"points_{seats[seat]}": points for seat, points in ((1, "75"), (2, "0"), (3, "-5"), (4, "0"))}
    with cast.nothing_written():
        assert juror.post(scores, {**given, **DECIDED, "expected": "3", f"points_{seats[2]}": ""}).status_code == 422
    assert juror.post(scores, {**given, **DECIDED, "expected": "3"}).status_code == 303
    decision = Decision.objects.get(event=event, number=3)
    assert (decision.ruling, cast.given(decision)) == (
        "annulled",
        {seats[1]: 75, seats[2]: 0, seats[3]: -5, seats[4]: 0},
    )
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    assert 2 not in missing_deals(facts.table(table), facts.ruleset(event))


def test_after_mixed_answers_the_table_may_enter_what_was_allowed(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 2, {**BOTH, "jury": "allowed"})
    answered(event, 2, "refused", 3)
    cast.write(table, 2, cast.result("GMT", (1,), {"1": 0}, jury="allowed"))
    assert totals(event) == {1: 85, 2: 0, 3: 10, 4: 0}


def test_an_answer_names_somebody_who_plays_the_deal(event: Event) -> None:
    for about in ((), (5,), (1, 9)):
        with cast.refused():
            answered(event, 2, "refused", *about)


def test_an_answer_before_play_is_asked_for_contract_and_player(event: Event, juror: Client) -> None:
    address = ruling(event, "jury-refuses", 2)
    for query in ("next=1", "contract=S12&next=1", "about=2&next=1", "contract=S12&about=7&next=1"):
        assert juror.get(f"{address}?{query}").status_code == 422
    assert juror.post(f"{address}?contract=S12&about=2", DECIDED).status_code == 303
    assert (Decision.objects.get(event=event).contract, Decision.objects.get(event=event).about) == ("S12", [2])


def of_before(lines: Iterable[str]) -> Iterator[str]:
    """A logbook as it was written before a ruling named players and had an internal reason, sealed anew."""
    previous = sealing.GENESIS
    for row in map(json.loads, lines):
        row.pop("seal", None)  # of the file's end, which this makes another one
        if "line" in row:
            line = json.loads(row["line"])
            for fact in ("about", "internal"):
                line["facts"].pop(fact, None)
            text = sealing.canonical(line)
            previous = sealing.chained(previous, text)
            row = {"line": text, "hash": previous}
        yield json.dumps(row)


def test_a_refusal_of_before_binds_the_whole_table(event: Event) -> None:
    cast.write(cast.table(event), 2, {**BOTH, "jury": "allowed"})
    answered(event, 2, "refused", 3)
    answered(event, 2, "allowed", 3)
    assert totals(event)[3] == 85
    again = logbook_file.replay(list(of_before(logbook_file.lines(event))), "vroeger")
    assert list(Decision.objects.filter(event=again).values_list("about", "internal")) == [([], "")] * 3
    assert totals(again)[3] == 10
    ended = outcome(facts.table(cast.table(again)).deal(2), facts.ruleset(again))
    assert ended.result is None and not ended.mixed
    with cast.refused("refused this contract"):
        cast.write(cast.table(again), 2, cast.result("GMT", (1,), {"1": 0}, jury="allowed"))


def test_answers_per_player_go_out_and_come_in_again(event: Event) -> None:
    cast.write(cast.table(event), 2, {**BOTH, "jury": "allowed"})
    answered(event, 2, "refused", 3)
    document = exporting.document(event)
    assert document["decisions"][-1]["about"] == [3]
    again = importing.load(document, "system", "opnieuw")
    assert exporting.document(again) == {**document, "event": {**document["event"], "slug": "opnieuw"}}
    document["decisions"][-1]["about"] = [3, 5]
    with pytest.raises(EventFileError, match="does not play"):
        importing.judge(document)


# --- A claim that came too early ---------------------------------------------------------------------------------


def test_claimed_too_early_cannot_be_a_made_contract(event: Event, juror: Client) -> None:
    page = juror.get(ruling(event, "claimed-too-early", query="contract=PC9&who=1&who=3&tricks=11&next=1"))
    assert effect_of(page) == [("+10", "−13"), ("0", "+13"), ("+10", "−13"), ("0", "+13")]
    assert 'id="tricks-8"' in page.content.decode() and 'id="tricks-9"' not in page.content.decode()
    address = ruling(event, "claimed-too-early", query="contract=PC9&who=1&who=3&tricks=11")
    assert juror.post(address, DECIDED).status_code == 303
    assert Decision.objects.get(event=event).result == cast.result("PC9", (1, 3), 8)


MADE = cast.result("PC9", (1, 3), 11)


@pytest.mark.parametrize(
    ("kind", "about", "result"),
    [
        ("claimed-too-early", (1, 3), MADE),
        ("claimed-too-early", (2,), cast.result("PC9", (1, 3), 8)),
        ("capitulation", (2, 4), cast.result("PC9", (1, 3), 9)),
        ("claimed-too-early", (), cast.result("PM", (2,), {"2": 0})),
        ("claimed-too-early", (4,), cast.result("PM", (2, 4), {"2": 1, "4": 0})),
        ("capitulation", (2,), MADE),
        ("capitulation", (2,), cast.result("PC9", (1, 3), 8)),
        ("capitulation", (1,), cast.result("PC9", (1, 3), 9)),
        ("capitulation", (1,), cast.result("PIC", (2,), {"2": 2})),
        ("capitulation", (2,), cast.result("PIC", (2, 3), {"2": 1, "3": 1})),
        ("capitulation", (1,), cast.result("PM", (2, 3), {"2": 1, "3": 2})),
    ],
)
def test_an_act_refuses_a_result_that_its_ruling_cannot_set(
    event: Event, kind: str, about: tuple[int, ...], result: dict[str, Any]
) -> None:
    with cast.refused("The contract counts as"):
        rulings.rule(cast.table(event), "system", 1, "result", "Seen.", kind=kind, about=about, result=result)
    with cast.refused("Give a result"):
        rulings.rule(cast.table(event), "system", 1, "annulled", "Seen.", kind=kind)


def test_of_several_who_play_alone_the_one_who_claimed_has_lost(event: Event, juror: Client) -> None:
    cast.write(cast.table(event), 2, cast.result("PM", (2, 4), {"2": 0, "4": 0}))
    address = ruling(event, "claimed-too-early", 2)
    assert "Who claimed too early?" in cast.shown(juror.get(address))
    query = "contract=PM&who=2&who=4&tricks2=0&tricks4=0&about=4&next=1"
    page = juror.get(f"{address}?{query}")
    assert effect_of(page) == [("0", "+12"), ("+18", "+18"), ("0", "+12"), ("+18", "−18")]
    assert 'id="tricks4-0"' not in page.content.decode() and 'id="tricks2-0"' in page.content.decode()
    assert juror.post(f"{address}?{query}", {**DECIDED, "expected": "1"}).status_code == 303
    decision = Decision.objects.get(event=event)
    assert (decision.about, decision.result) == ([4], cast.result("PM", (2, 4), {"2": 0, "4": "lost"}))


def test_who_is_no_longer_said_to_have_claimed_has_their_own_tricks_again(event: Event, juror: Client) -> None:
    cast.write(cast.table(event), 2, cast.result("PM", (2, 4), {"2": 0, "4": 0}))
    address = ruling(event, "claimed-too-early", 2)
    form = juror.get(address)
    assert 'name="whom"\n           value="2,4,"' in form.content.decode()
    sent = {**cast.filled_in(form), "who": ["2", "4"], "tricks2": "lost", "tricks4": "lost", "about": "4", "look": "1"}
    page = juror.post(address, sent)
    assert effect_of(page) == [("0", "+12"), ("+18", "+18"), ("0", "+12"), ("+18", "−18")]


# --- Cards thrown in ---------------------------------------------------------------------------------------------


def test_a_declarer_who_throws_in_has_lost_and_pays_the_partners_loss(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    address = ruling(event, "capitulation", query="contract=PC8&who=1&who=3&tricks=8&about=3&next=1")
    page = juror.get(address)
    assert effect_of(page) == [("+10", "−10"), ("0", "+10"), ("+10", "−10"), ("0", "+10")]
    points = {name: value for name, value in cast.filled_in(page).items() if name.startswith("points_")}
    assert points == {f"points_{seats[3]}": "-10", f"points_{seats[1]}": "10"}
    assert juror.post(address, {**DECIDED, **points}).status_code == 303
    decision = Decision.objects.get(event=event)
    assert decision.result == cast.result("PC8", (1, 3), 7)
    assert (decision.about, cast.given(decision)) == ([3], {seats[3]: -10, seats[1]: 10})


def test_a_capitulation_is_made_at_its_level_whatever_was_entered(event: Event, juror: Client) -> None:
    page = juror.get(ruling(event, "capitulation", query="contract=PC8&who=1&who=3&tricks=12&about=2&next=1"))
    assert effect_of(page) == [("+10", "+7"), ("0", "0"), ("+10", "+7"), ("0", "0")]
    assert "How many tricks" not in cast.shown(page)


@pytest.mark.parametrize(
    ("rules", "effect", "result", "about", "given"),
    [
        # The companion would have got 12 for the one contract that was conceded; the other had been lost before.
        ("world-2018", "made", cast.result("PM", (1, 3), {"1": 0, "3": 2}), (2,), {2: -12, 4: 12}),
        ("world-2018", "made", cast.result("PM", (1, 3), {"1": 0, "3": 0}), (2,), {2: -18, 4: 18}),
        # Each plays for themselves.
        ("world-2018", "made", cast.result("PM", (1, 3), {"1": 1, "3": 0}), (1,), {}),
        ("world-2018", "made", cast.result("S6", (1,), 5), (1,), {}),
        ("wallonia", "made", cast.result("PC8", (1, 2), 7), (1,), {1: -11, 2: 11}),
        # Together: the partner would have made it.
        ("jeux-de-cartes", "made", cast.result("PIC", (1, 3), {"1": 2, "3": 1}), (1,), {1: -18, 3: 18}),
        ("jeux-de-cartes", "made", cast.result("PIC", (1, 3), {"1": 2, "3": 2}), (1,), {}),
        ("world-2018", "lost", cast.result("PC8", (1, 3), 7), (1,), {}),
    ],
)
def test_who_pays_whom(rules: str, effect: str, result: Any, about: tuple[int, ...], given: dict[int, int]) -> None:
    ruleset = load(rules)
    read = Result.read(result, ruleset)
    assert verdicts.fits(effect, read, about)
    assert verdicts.payments(effect, read, about, ruleset) == given


# --- What a rule set does not play -----------------------------------------------------------------------------


def listed(rules: str, result: dict[str, Any]) -> list[str]:
    """The rulings offered for a first deal with this result."""
    event = cast.playing(4, slug=rules, rules=rules)
    cast.write(cast.table(event), 1, result)
    answer = cast.client(cast.juror(event)).get(at(event, "ruling/1/1/1/"))
    kinds = [kind.key for kind in answer.context["kinds"]]
    # The rule set's own come first, in whatever order the database keeps them.
    own = kinds.index("result")
    return sorted(kinds[:own]) + kinds[own:]


@pytest.mark.long
def test_rulings_on_contracts_that_are_not_played_are_not_listed(client: Client) -> None:
    usual = ["capitulation", "claimed-too-early"]
    plain = ["result", "scores", "annulled"]
    assert listed("flanders", cast.result("S6", (1,), 7)) == [*usual, *plain]
    assert listed("points-only", {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}) == plain
    slam = cast.result("S12", (1,), 12, jury="allowed")
    assert listed("iwwa-2025", slam) == [*usual, "jury-not-called", "jury-refuses", *plain, "allowed"]
    assert listed("world-2018", cast.result()) == [*usual, "jury-refuses", *plain, "allowed"]
    assert "Jury" not in cast.shown(client.get("/e/flanders/rules/"))
    assert "Jury not called" in cast.shown(client.get("/e/iwwa-2025/rules/"))
