"""What is published of a draw, and the page's program that checks it, run by Node: it agrees with the engine."""

import hashlib
import json
from typing import Any

import pytest

from tests.support.events import published_draws as examples
from tests.support.second import seating_count as count
from tests.support.servers.in_node import answers, needs_node
from tournament.seating.proof import promise
from tournament.seating.proof.document import published
from tournament.seating.proof.follow import follow


@needs_node
def test_the_page_hashes_as_everybody_does() -> None:
    texts = [chr(97 + n % 26) * n for n in range(130)] + ["é", "😀" * 40, "a\nb"]
    assert answers(texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


@pytest.mark.long
@needs_node
def test_the_page_follows_every_kind_of_draw() -> None:
    documents = [examples.shown(*field)[1] for field in examples.FIELDS]
    for document, answer in zip(documents, answers(documents), strict=True):
        assert answer["ok"], (document["players"], answer["steps"][-1])
        assert answer["counts"] == {"repeats": count.repeats(document["rounds"])}


@needs_node
def test_the_page_follows_what_was_not_changed_later() -> None:
    document = examples.changed_later()
    assert document["follows"] == 3
    assert len(document["rounds"]) == 6
    [answer, on_the_page] = answers([document, {"whole": document}])
    assert answer["ok"]
    assert on_the_page["steps"][-1] == {"step": "rounds", "ok": False, "where": {"round": 4}}


@needs_node
def test_the_page_reads_words_as_the_engine_does() -> None:
    around = ("", "\u00a0 6", "\ufeff6 6\ufeff", "\x1c\x856\x1f", "\u20286\n6\u3000", " \t\n")
    for answer in answers([examples.shown(8, 1, {}, words=words)[1] for words in around]):
        assert answer["ok"], answer["steps"][-1]


@needs_node
def test_the_page_names_the_step_that_does_not_follow() -> None:
    _, document = examples.shown(36, 4, {})
    wanted, documents = zip(*examples.tampered(document), strict=True)
    found = answers(list(documents))
    assert not any(answer["ok"] for answer in found)
    assert [answer["steps"][-1]["step"] for answer in found] == list(wanted)
    assert all(step["ok"] for answer in found for step in answer["steps"][:-1])


@needs_node
def test_the_page_sees_who_sits_twice_in_a_round_that_was_added() -> None:
    document = examples.changed_later()
    document["rounds"][5][0][0] = document["rounds"][5][1][0]
    [answer] = answers([document])
    assert answer["steps"][-1] == {
        "step": "once",
        "ok": False,
        "where": {"round": 6, "player": document["rounds"][5][1][0]},
    }


@pytest.mark.long
@needs_node
def test_the_page_follows_a_round_by_ranking() -> None:
    kinds = ((22, False, "vacancies"), (18, True, "vacancies"), (18, False, "fives"), (19, True, "sit-outs"))
    documents = [examples.ranked(players, snake=snake, rest=rest) for players, snake, rest in kinds]
    for document in documents:
        assert follow(document["trace"]) == document["rounds"]
    shown = [{"whole": document, "ranking": document["entries"][::-1][:5]} for document in documents]
    found = answers([*shown, *({"whole": document} for document in documents)])
    assert all(answer["ok"] for answer in found), found


@pytest.mark.long
@needs_node
def test_the_page_names_what_is_not_of_the_ranking_it_shows() -> None:
    document = examples.ranked()
    ranking = document["entries"][::-1]
    wanted, documents = zip(*examples.ranked_tampered(document), strict=True)
    found = answers([{"whole": forged, "ranking": ranking} for forged in documents])
    assert [(answer["ok"], answer["steps"][-1]["step"]) for answer in found] == [(False, step) for step in wanted]
    for forged in documents:
        with pytest.raises((ValueError, AssertionError)):
            assert follow(forged["trace"]) == forged["rounds"]
    by_lot = examples.shown(36, 4, {})[1]
    others = [(document, ranking[::-1]), (document, []), (document, [*ranking, 7]), (by_lot, ranking)]
    for answer in answers([{"whole": forged, "ranking": shown} for forged, shown in others]):
        assert answer["steps"][-1]["step"] == "order" and not answer["ok"]
    right = [(by_lot, []), (document, ranking), (document, ranking[:5])]
    assert all(answer["ok"] for answer in answers([{"whole": draw, "ranking": shown} for draw, shown in right]))


def test_nothing_private_is_published() -> None:
    _, document = examples.shown(*examples.FIELDS[-2])
    assert document["trace"]["wish"].keys() == {"players", "rounds", "seed"}
    assert "club" not in json.dumps(document["trace"])


@pytest.mark.parametrize("wrong", [{"secret": "another"}, {"words": "1"}, {"entries": range(1, 17)}])
def test_a_draw_of_another_seed_is_not_published(wrong: dict[str, Any]) -> None:
    drawn, document = examples.shown(16, 2, {})
    right = {key: document[key] for key in ("commitment", "secret", "entries", "words")}
    with pytest.raises(ValueError, match="was not made with"):
        published(drawn, **(right | wrong))
    assert promise.commitment(document["secret"]) == document["commitment"]
