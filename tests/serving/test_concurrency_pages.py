"""Two at once, through the real server: what phones send in the same moment."""

import json
import urllib.request
from collections import Counter
from functools import partial

import pytest

from tests.browser.support.server import Server
from tests.support.servers.at_once import at_once
from tests.support.servers.captains import WRITTEN, Captain, seat
from tests.support.servers.waiting import PATIENCE


def acts(server: Server) -> Counter[str]:
    """How many lines of each act the event's logbook holds, after proving it."""
    assert "every seal holds" in server.manage("verify", "ledegem")
    file = [json.loads(line) for line in server.manage("export", "ledegem", "--format", "logbook").splitlines()]
    return Counter(json.loads(row["line"])["act"] for row in file if "line" in row)


@pytest.mark.long
def test_a_button_hit_eight_times_writes_one_deal(server: Server) -> None:
    captain = seat(server, players=8, deals=4)[0]
    for number in (1, 2, 3):
        phones = [captain.again(server.url) for _ in range(8)]
        assert at_once(*[partial(phone.write, number, f"key-{number}") for phone in phones]) == [WRITTEN] * 8
    assert acts(server)["record_deal"] == 3


@pytest.mark.long
def test_of_two_phones_at_one_deal_one_is_told_that_it_was_written(server: Server) -> None:
    captain = seat(server, players=8, deals=4)[0]
    for number in (1, 2, 3, 4):
        phones = [captain.again(server.url) for _ in range(2)]
        answers = at_once(
            *[partial(phone.write, number, f"key-{number}-{who}", 8 + who) for who, phone in enumerate(phones)]
        )
        assert Counter(answers) == {WRITTEN: 1, 409: 1}
    assert acts(server)["record_deal"] == 4


@pytest.mark.long
def test_a_hall_writes_while_it_looks_at_the_ranking(server: Server) -> None:
    captains = seat(server, players=32, deals=8)

    def play(captain: Captain) -> int:
        return sum(captain.write(number, f"key-{number}") == WRITTEN for number in range(1, 9))

    def look() -> int:
        return sum(
            urllib.request.urlopen(f"{server.url}/e/ledegem/", timeout=PATIENCE).status == 200 for _ in range(20)
        )

    written = at_once(*[partial(play, captain) for captain in captains], look, look)
    assert written == [8] * 8 + [20] * 2
    assert acts(server)["record_deal"] == 64
