"""The pages on which players sign: on their own phone, on the table's with a PIN, at the desk; without scripts."""

from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.signing import players
from tests.support.pages.no_script import Visit
from tournament import links
from tournament.acts.jury import rulings
from tournament.acts.table import deals, signatures
from tournament.models import Event, Signature, Table
from tournament.progress.signing import signing

pytestmark = pytest.mark.django_db

Policy = Event.Confirmation


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8, deals=4, confirmation=Policy.PLAYERS)


@pytest.fixture
def table(event: Event) -> Table:
    table = cast.table(event)
    cast.play(table)
    return cast.table(event)


@pytest.fixture
def by_deal() -> Table:
    table = cast.table(cast.playing(players=8, deals=4, confirmation=Policy.DEALS))
    cast.write(table, 1)
    return table


def own(table: Table, number: int, rest: str = "") -> str:
    return f"/p/{links.personal_token(cast.entry(table.round.event, number))}/{rest}"


def at_table(table: Table, rest: str = "") -> str:
    return f"/t/{cast.token(table)}/{rest}"


def visit(address: str) -> Visit:
    return Visit(cast.client(), address)


def pin(table: Table, number: int) -> str:
    return links.pin(cast.entry(table.round.event, number))


def marked(table: Table, number: int, deal: int | None = None) -> str:
    return signing(cast.table(table.round.event)).version_token(number, deal)


# --- On their own phone ------------------------------------------------------------------------------------------


def test_a_player_signs_their_column_in_two_taps(table: Table) -> None:
    one, two, *_others = players(table)
    page = visit(own(table, one)).follow("Sign your column")
    assert cast.entry(table.round.event, one).player.name in page.words and "Check your points" in page.words
    page.press("Sign")
    assert page.address == own(table, one) and "✓ signed on their own phone" in page.words
    assert "Sign your column" not in page.words
    assert "✓ signed" in visit(own(table, two)).words
    assert (Signature.objects.get().how, Signature.objects.get().entry.number) == ("phone", one)


def test_before_the_deals_are_written_there_is_nothing_to_sign(event: Event) -> None:
    table = cast.table(event)
    one = players(table)[0]
    cast.write(table, 1)
    assert "Sign your column" not in visit(own(table, one)).words
    page = visit(own(table, one, "round/1/sign/"))
    assert page.status == 409 and "still missing: 2, 3, 4" in page.words
    with cast.nothing_written():
        assert cast.client().post(own(table, one, "round/1/sign/"), {"seen": ""}).status_code == 409


def test_what_changed_meanwhile_is_shown_and_signed_anew(table: Table) -> None:
    one = players(table)[0]
    page = visit(own(table, one, "round/1/sign/"))
    wrong = cast.result("S7", (2,), 6)
    deals.correct_deal(table, "user:1", 2, wrong, replaces=1, reason="Miscounted.")
    with cast.nothing_written():
        page.press("Sign")
    assert page.status == 409 and "in the meantime" in page.words
    page.press("Sign")
    assert page.status == 200 and Signature.objects.get().shown["deals"][1][0] == 2


def test_who_signed_is_told_what_changed_since(table: Table) -> None:
    one = players(table)[0]
    visit(own(table, one, "round/1/sign/")).press("Sign")
    assert "Changed since you signed" not in visit(own(table, one)).words
    wrong = cast.result("S7", (2,), 6)
    deals.correct_deal(table, "user:1", 2, wrong, replaces=1, reason="Miscounted.")
    words = visit(own(table, one)).words
    assert "Changed since you signed: deal 2" in words and "→" in words and "to be signed again" in words


def test_nobody_is_asked_to_sign_again_what_the_jury_changed_at_a_closed_table(table: Table) -> None:
    for number in players(table):
        signatures.sign(table, f"entry:{number}", number)
    rulings.rule(cast.table(table.round.event), "user:1", 2, "annulled", "Exposed.")
    declarer = own(table, players(table)[1])
    for address in (declarer, at_table(table)):
        words = visit(address).words
        assert "changed after signing" in words and "to be signed again" not in words
    words = visit(declarer).words
    assert "Changed since you signed: deal 2" in words and "counts without being signed again" in words
    deals.reopen_table(table, "user:1")
    words = visit(declarer).words
    assert "to be signed again" in words and "counts without" not in words and "Sign your column" in words


def test_a_player_disputes_a_deal_and_everybody_reads_it(table: Table) -> None:
    one, two, *_others = players(table)
    page = visit(own(table, one, "round/1/sign/")).follow("Not right?")
    assert "What is wrong with deal 1?" in page.words
    page.press("Dispute this deal", text="<b>I made nine.</b>")
    assert page.address == own(table, one) and "“<b>I made nine.</b>”" in page.words
    assert "Deal 1 is in dispute" in visit(own(table, two)).words
    assert "Deal 1 is in dispute" in visit(at_table(table)).words
    assert "Deal 1 is in dispute" in visit(f"/r/{links.reading_token(table)}/").words


def test_a_dispute_without_words_is_asked_again(table: Table) -> None:
    one = players(table)[0]
    page = visit(own(table, one, "round/1/dispute/1/"))
    with cast.nothing_written():
        page.press("Dispute this deal", text=" ")
    assert page.status == 422 and "Say what is wrong" in page.words
    assert visit(own(table, one, "round/1/dispute/9/")).status in (404, 422)


@pytest.mark.parametrize(
    ("rest", "data", "status"),
    [
        ("round/1/sign/", {}, 409),
        ("round/1/sign/", {"seen": "☠" * 700}, 409),
        ("round/2/sign/", {"seen": ""}, 404),
        ("round/1/sign/1/", {"seen": ""}, 409),
        ("round/1/sign/99999999999999999999/", {"seen": ""}, 409),
        ("round/1/dispute/1/", {}, 422),
        ("round/1/dispute/1/", {"text": "\0", "seen": ""}, 422),
        ("round/1/dispute/0/", {"text": "No.", "seen": ""}, 422),
        ("round/99999999999999999999/dispute/1/", {"text": "No."}, 404),
    ],
)
def test_junk_writes_nothing_and_gets_a_sentence(table: Table, rest: str, data: dict[str, Any], status: int) -> None:
    with cast.nothing_written():
        answer = cast.client().post(own(table, players(table)[0], rest), data)
    assert answer.status_code == status and "<h1>" in answer.content.decode()


def test_nobody_signs_at_a_table_they_do_not_sit_at(table: Table) -> None:
    """A link opens its own player's tables only; the address of the table's phone, its own players only."""
    stranger = cast.seated(cast.table(table.round.event, 2))[1]
    with cast.nothing_written():
        answer = cast.client().post(at_table(table, f"sign/{stranger}/"), {"pin": pin(table, stranger), "seen": "x"})
    assert answer.status_code == 404


def test_where_nobody_signs_the_pages_offer_nothing_of_it() -> None:
    table = cast.table(cast.playing(players=8, deals=4))
    cast.play(table)
    one = players(table)[0]
    for address in (own(table, one), at_table(table), f"/r/{links.reading_token(table)}/"):
        assert "Signatures" not in visit(address).words
    assert visit(own(table, one, "round/1/sign/")).status == 409


# --- On the table's phone ----------------------------------------------------------------------------------------


def test_a_player_without_a_phone_signs_with_their_pin(table: Table) -> None:
    two = players(table)[1]
    page = visit(at_table(table))
    page.follow("Deal by deal; not right?", players(table).index(two)).press("Sign", pin=pin(table, two))
    assert page.address == at_table(table) and "with their PIN" in page.words
    assert (Signature.objects.get().how, Signature.objects.get().entry.number) == ("pin", two)


def test_the_pin_is_the_players_own(table: Table) -> None:
    one, two, *_others = players(table)
    address = at_table(table, f"sign/{one}/")
    with cast.nothing_written():
        answer = cast.client().post(address, {"pin": pin(table, two), "seen": marked(table, one)})
        assert answer.status_code == 422 and "not the PIN" in cast.shown(answer)
        assert cast.client().post(address, {"seen": marked(table, one)}).status_code == 422


@pytest.mark.long
def test_guessing_the_pin_of_one_leaves_the_others_alone(table: Table) -> None:
    one, two, *_others = players(table)
    wrong = next(f"{number:04}" for number in range(9) if f"{number:04}" != pin(table, one))
    address = at_table(table, f"sign/{one}/")
    answers = [cast.client().post(address, {"pin": wrong, "seen": marked(table, one)}) for _time in range(7)]
    assert [answer.status_code for answer in answers] == [422] * 6 + [429]
    assert answers[-1]["Retry-After"] in ("1", "2") and f"Wait {answers[-1]['Retry-After']} sec" in cast.shown(
        answers[-1]
    )
    with cast.nothing_written():
        right = cast.client().post(address, {"pin": pin(table, one), "seen": marked(table, one)})
        assert right.status_code == 429
    other = {"pin": pin(table, two), "seen": marked(table, two)}
    assert cast.client().post(at_table(table, f"sign/{two}/"), other).status_code == 303
    visit(own(table, one, "round/1/sign/")).press("Sign")
    assert Signature.objects.count() == 2


def test_a_dispute_on_the_tables_phone_asks_the_pin_too(table: Table) -> None:
    one = players(table)[0]
    page = visit(at_table(table, f"sign/{one}/dispute/1/"))
    with cast.nothing_written():
        page.press("Dispute this deal", text="No.", pin="12")
    assert page.status == 422
    page.press("Dispute this deal", text="No.", pin=pin(table, one))
    assert Signature.objects.get().how == "pin" and not Signature.objects.get().accepted


def test_the_captain_closes_without_for_a_reason(table: Table) -> None:
    page = visit(at_table(table)).follow("Close the table without all signatures")
    with cast.nothing_written():
        page.press("Close the table", reason=" ")
    assert page.status == 422
    page.press("Close the table", reason="An had to catch a train.")
    assert "Closed without all signatures: An had to catch a train." in page.words
    with cast.nothing_written():
        assert cast.client().post(at_table(table, "close/unsigned/"), {"reason": "Again."}).status_code == 422


def test_a_signed_table_is_closed_for_its_players(table: Table) -> None:
    for number in players(table):
        signatures.sign(table, f"entry:{number}", number)
    with cast.nothing_written():
        answer = cast.client().post(at_table(table, "deal/4/undo/"), {"key": "k", "version": "1"})
        assert answer.status_code == 409
        assert cast.client().post(own(table, players(table)[0], "round/1/sign/"), {"seen": ""}).status_code == 409
    assert "This table is closed" in visit(own(table, players(table)[0])).words


# --- Each deal -----------------------------------------------------------------------------------------------------


def test_a_deal_is_confirmed_on_a_phone_of_somebody_else(by_deal: Table) -> None:
    one, two, _three, writer = players(by_deal)
    assert "Confirm deal" not in visit(own(by_deal, writer)).words
    page = visit(own(by_deal, one)).follow("Confirm deal 1")
    page.press("That is right")
    assert "Confirm deal 1" not in visit(own(by_deal, two)).words
    assert Signature.objects.get().deal == 1


def test_the_tables_phone_names_first_who_gained_nothing(by_deal: Table) -> None:
    one, two, *_others = players(by_deal)
    page = visit(at_table(by_deal))
    names = {number: cast.entry(by_deal.round.event, number).player.name for number in (one, two)}
    links = [words for words, _address in page.page.links if words.strip() in names.values()]
    assert links[0].strip() == names[two]  # seats 1 and 3 made their contract
    page.follow(names[two]).press("That is right", pin=pin(by_deal, two))
    assert Signature.objects.get().how == "pin"
    with cast.nothing_written():
        answer = cast.client().post(own(by_deal, players(by_deal)[3], "round/1/sign/1/"), {"seen": ""})
    assert answer.status_code == 409 and "somebody other than the writer" in cast.shown(answer)
