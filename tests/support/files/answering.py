"""A process that answers questions of a pile, each at its own instant: `python -m tests.support.files.answering …`.

Called with `lay` it makes an event with such a pile, and prints its batch. Otherwise it says when it is ready, is told
when to begin (seconds since 1970), and prints what became of each of its answers.
"""

import json
import os
import sys
import time

import django

DEALS, APART_SECONDS = (1, 2, 3, 4), 0.1


def lay() -> list[str]:
    """An event with a batch of four sheets, each with a doubt about every deal: its slug and the batch."""
    from tests.support.events import cast
    from tests.support.files.sheets_read import EARLY, batch_of, read_page

    event = cast.playing(players=16)
    whole = [[deal, *rest] for deal in DEALS for _one, *rest in EARLY]
    doubt, cuts = [[deal, "tricks", "9", 0.2] for deal in DEALS], [[900, 390, 60, 30]] * len(DEALS)
    pages = [read_page(event, table, marked=whole, doubtful=doubt, cuts=cuts) for table in (1, 2, 3, 4)]
    job = batch_of(event, *[page | {"page": at} for at, page in enumerate(pages, 1)])
    for role in (cast.Role.DESK, cast.Role.ORGANISER):
        cast.member(event, role)
    return [event.slug, job.id]


def answer(slug: str, job: str, role: str, is_mark: str) -> list[int]:
    """What the page says to an answer to each question, all of them posted by a member with this role."""
    from tests.support.events import cast
    from tests.support.files.sheets_read import address
    from tournament.models import Event

    event = Event.objects.get(slug=slug)
    client = cast.client(cast.member(event, role))
    # Whatever is loaded late is loaded now.
    client.get(address(event, f"{job}/questions/"))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    begin, statuses = float(input()), []
    for number, (page, deal) in enumerate((page, deal) for page in (1, 2, 3, 4) for deal in DEALS):
        time.sleep(max(0.0, begin + number * APART_SECONDS - time.time()))
        posted = {"page": page, "deal": deal, "verdicts": f"tricks 9:{is_mark}"}
        statuses.append(client.post(address(event, f"{job}/questions/"), posted).status_code)
    return statuses


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    words = sys.argv[1:]
    sys.stdout.write(json.dumps(lay() if words == ["lay"] else answer(*words)) + "\n")
