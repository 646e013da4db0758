"""What an act of a table saw, and the key it was sent under: moved, sent twice, sent with something else."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.captain_phone import PC9, opened, path, posted
from tests.support.pages.desk_pages import LINE, at
from tests.support.pages.no_script import Visit
from tournament.acts.kernel import submissions
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.table import deals, redeals, tables
from tournament.exchange.logbook import logbook_file
from tournament.models import Deal, Entry, Event, Submission, Table

pytestmark = pytest.mark.django_db
BY = "user:1"


def late(event: Event) -> Entry:
    """Somebody without a seat."""
    entry = add_entries(event, "system", [Entrant("Laat Gekomen")])[0]
    check_in(entry, "system", True)
    return entry


def refuses(status: int, sentence: str, act: Any, *args: Any, **more: Any) -> None:
    with cast.refused(sentence, status):
        act(*args, **more)


# --- Acts ------------------------------------------------------------------------------------------------------


def test_a_deal_that_was_written_and_taken_back_is_not_the_one_that_was_seen(table: Table) -> None:
    cast.write(table, 1)
    deals.undo_deal(table, BY, 1, replaces=1)
    refuses(409, "changed deal 1 in the meantime", deals.record_deal, table, BY, 1, cast.result(), replaces=0)
    deals.record_deal(table, BY, 1, cast.result(), replaces=2)


def test_every_act_on_a_deal_moves_its_version(table: Table) -> None:
    acts = (redeals.all_pass, redeals.undo_pass, redeals.undo_misdeal)
    redeals.misdeal(table, BY, 1, waived=False, replaces=0)
    for seen, act in enumerate(acts, 1):
        refuses(409, "changed deal 1 in the meantime", act, table, BY, 1, replaces=seen - 1)
        assert act(table, BY, 1, replaces=seen)["version"] == seen + 1
    assert Deal.objects.get().version == 4


def test_a_key_of_before_there_were_digests_is_answered_whatever_is_asked(table: Table) -> None:
    cast.write(table, 1, key="old")
    Submission.objects.update(digest="")
    with cast.nothing_written():
        assert redeals.all_pass(table, BY, 2, key="old")["deal"] == 1


def test_the_captain_is_chosen_as_he_was_seen(table: Table) -> None:
    tables.choose_captain(table, BY, 2, replaces=4, key="k")
    with cast.nothing_written():
        tables.choose_captain(table, BY, 2, replaces=4, key="k")
        tables.choose_captain(table, BY, 2, replaces=4, key="another phone, and done already")
    refuses(409, "Another captain was chosen in the meantime", tables.choose_captain, table, BY, 1, replaces=4)
    refuses(422, "already been used", tables.choose_captain, table, BY, 1, replaces=4, key="k")
    assert cast.table(table.round.event).captain == 2


def test_the_phone_that_took_the_table_writes_there(event: Event, table: Table) -> None:
    jan, marie = (submissions.phone_digest(identity) for identity in ("phone of Jan", "phone of Marie"))
    name = cast.entry(event, cast.seated(table)[2]).player.name
    refuses(422, "Nobody sits there", tables.take_table, table, BY, jan, 5)
    tables.take_table(table, BY, jan, 2, replaces="", key="k")
    with cast.nothing_written():
        tables.take_table(table, BY, jan, 2, replaces="", key="k")
        tables.take_table(table, BY, jan, 2, replaces="", key="asked again")
    deals.record_deal(table, BY, 1, cast.result(), key="first", phone=jan)
    asked: list[tuple[Any, ...]] = [(deals.record_deal, 2, cast.result()), (redeals.all_pass, 2)]
    asked += [(redeals.undo_pass, 2), (redeals.undo_misdeal, 2), (deals.close_table,)]
    for act, *given in asked:
        refuses(409, f"phone of {name} keeps the score", act, table, BY, *given, phone=marie)
    refuses(409, "keeps the score at this table", redeals.misdeal, table, BY, 2, waived=True, phone=marie)
    refuses(409, "keeps the score at this table", deals.undo_deal, table, BY, 1, replaces=1, phone=marie)
    refuses(409, f"phone of {name} keeps the score", tables.take_table, table, BY, marie, 3, replaces="")
    tables.take_table(table, BY, marie, replaces=jan)
    assert (cast.table(event).phone, cast.table(event).writer) == (marie, None)
    refuses(409, "keeps the score at this table", deals.record_deal, table, BY, 2, cast.result(), phone=jan)
    with cast.nothing_written():
        assert deals.record_deal(table, BY, 1, cast.result(), key="first", phone=jan)["deal"] == 1
    deals.record_deal(table, BY, 2, cast.result())  # a phone without scripts names none


def test_a_phone_that_takes_the_table_again_is_still_whose_it_was(event: Event, table: Table) -> None:
    jan, marie = (submissions.phone_digest(identity) for identity in ("phone of Jan", "phone of Marie"))
    elsewhere = cast.table(event, 2)
    tables.take_table(elsewhere, BY, jan, 1)
    tables.take_table(table, BY, jan, is_as_before=True)
    assert cast.table(event).writer is None, "whose it is at another table says nothing"
    tables.take_table(table, BY, jan, 3)
    tables.take_table(table, BY, marie, 2)
    tables.take_table(table, BY, jan, replaces=marie, is_as_before=True)
    assert (cast.table(event).phone, cast.table(event).writer) == (jan, 3)
    with cast.nothing_written():
        tables.take_table(table, BY, jan, replaces=marie, is_as_before=True)
    tables.take_table(table, BY, marie, replaces=jan)
    assert cast.table(event).writer is None, "somebody said that it is nobody's"


def test_a_table_is_taken_only_while_it_writes_and_given_back_with_its_link(event: Event, table: Table) -> None:
    tables.take_table(table, BY, "a" * 64, 1)
    tables.renew_link(table, BY)
    assert (cast.table(event).phone, cast.table(event).writer) == ("", None)
    table = cast.table(event)
    cast.play(table)
    deals.close_table(table, BY)
    refuses(409, "This table is closed", tables.take_table, table, BY, "a" * 64, 1)


def test_a_substitute_comes_to_the_table_that_was_seen(event: Event, table: Table) -> None:
    one, other = late(event), late(event)
    seated = [entry for _seat, entry in sorted(cast.seated(table).items())]
    tables.substitute(table, BY, 1, one.number, 2, seated=seated, key="k")
    with cast.nothing_written():
        tables.substitute(table, BY, 1, one.number, 2, seated=seated, key="k")
        tables.substitute(table, BY, 1, one.number, 2, seated=seated)
    refuses(409, "Somebody else sits", tables.substitute, table, BY, 2, other.number, 2, seated=seated)


def test_one_new_link_at_a_time(table: Table) -> None:
    tables.renew_link(table, BY, replaces=1, key="k")
    with cast.nothing_written():
        tables.renew_link(table, BY, replaces=1, key="k")
    refuses(409, "new link in the meantime", tables.renew_link, table, BY, replaces=1, key="other")


def test_a_table_is_closed_and_opened_as_it_was_seen(event: Event, table: Table) -> None:
    cast.play(table)
    seen = cast.table(event).revision
    deals.correct_deal(table, BY, 1, cast.result(), replaces=1, reason="Vergist.")
    refuses(409, "changed at this table in the meantime", deals.close_table, table, BY, seen=seen)
    deals.close_table(table, BY, seen=seen + 1, key="k")
    deals.reopen_table(table, BY, seen=seen + 2, key="o")
    with cast.nothing_written():
        deals.close_table(table, BY, seen=seen + 1, key="k")
        deals.reopen_table(table, BY, seen=seen + 2, key="o")
    deals.close_table(table, BY, seen=seen + 3)
    refuses(409, "changed at this table", deals.reopen_table, table, BY, seen=seen + 2)


def test_a_replay_answers_the_same_keys_and_refuses_the_same(event: Event, table: Table) -> None:
    cast.write(table, 1, key="k")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    copy = cast.table(again)
    with cast.nothing_written():
        cast.write(copy, 1, key="k")
    refuses(422, "already been used", redeals.all_pass, copy, BY, 2, key="k")
    assert Submission.objects.get(table=copy).digest == Submission.objects.get(table=table).digest != ""


# --- Pages -----------------------------------------------------------------------------------------------------


def test_a_phone_that_saw_less_is_told_what_stands(table: Table) -> None:
    stale = opened(table)
    redeals.all_pass(table, BY, 1)
    with cast.nothing_written():
        stale.press("Everybody passed")
    assert stale.status == 409 and "all passed 1×" in stale.words and "Nothing was changed" in stale.words
    stale.follow("Back to the sheet").press("Everybody passed")
    assert Deal.objects.get().passes == 2


def test_what_was_chosen_stays_when_the_deal_moved_and_is_written_after_another_look(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    redeals.all_pass(table, BY, 1)
    with cast.nothing_written():
        page.press("Right, keep it")
    assert page.status == 409 and "Somebody changed deal 1 in the meantime" in page.words
    page.press("Right, keep it")
    assert cast.stored(table, 1)["contract"] == "PC9"


def test_a_key_in_an_address_that_was_answered_is_not_used_again(table: Table) -> None:
    address = "deal/1/?contract=PC9&who=1&who=3&tricks=10&key=mine"
    opened(table, address).press("Right, keep it")
    deals.undo_deal(table, BY, 1, replaces=1)
    opened(table, address).press("Right, keep it")
    assert cast.stored(table, 1)["contract"] == "PC9"


def test_the_same_key_with_another_result_is_refused_on_the_page(table: Table) -> None:
    assert posted(table, "deal/1/", key="k", **PC9).status_code == 303
    deals.undo_deal(table, BY, 1, replaces=1)
    with cast.nothing_written():
        answer = posted(table, "deal/1/", key="k", **{**PC9, "version": "2"})
    assert answer.status_code == 422 and "already been used for something else" in cast.shown(answer)


def test_the_desk_sees_what_stands_at_a_deal_that_moved(event: Event, table: Table) -> None:
    desk = cast.client(cast.desk(event))
    page = Visit(desk, at(table, "deals/1/"))
    redeals.misdeal(table, BY, 1, waived=True)
    with cast.nothing_written():
        page.press("Everybody passed")
    assert page.status == 409 and "misdealt 1×" in page.words and "Somebody changed deal 1" in page.words
    page.press("Everybody passed")
    assert Deal.objects.get().passes == 1
    with cast.nothing_written():
        typed = desk.post(at(table, "type/"), {**LINE, "key": "k"})
        nothing_seen = desk.post(at(table, "type/"), {**LINE, "versions": "", "key": "k"})
    assert (typed.status_code, nothing_seen.status_code) == (409, 422)


def test_a_link_is_renewed_once_however_often_the_button_is_hit(event: Event, table: Table) -> None:
    desk: Client = cast.client(cast.desk(event))
    sent = cast.filled_in(desk.get(at(table, "link/")))
    assert desk.post(at(table, "link/"), sent).status_code == desk.post(at(table, "link/"), sent).status_code == 303
    assert cast.table(event).link_issue == 2
    assert desk.post(at(table, "link/"), {**sent, "key": "second"}).status_code == 409


def test_a_deal_is_not_written_for_others_than_were_seen() -> None:
    event = cast.playing(8)
    table = cast.table(event, 1)
    there = path(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    phone = cast.client()
    seen = {**cast.filled_in(phone.get(there)), **PC9}
    (late,) = add_entries(event, "system", [Entrant("Mia Noël")])
    tables.substitute(table, "system", 1, late.number, 1)
    with cast.nothing_written():
        refused = phone.post(there, seen)
    assert refused.status_code == 409
    assert "Somebody else sits at this table now" in cast.shown(refused) and "Mia Noël" in cast.shown(refused)
    assert phone.post(there, {**cast.filled_in(refused), **PC9}).status_code == 303
    assert cast.stored(table, 1)["contract"] == "PC9"
