"""Open pages that ask whether anything changed at their table, answered without Django as long as nothing did.

Such a page asks every two seconds, with the mark of what it shows in `since`; its view answers 204 if that is still so
(`views.shared.page.unchanged`). This stays true until the logbook has a line about that table, or one that is not about
a single table. So lines are read here, a few times a second for all pages of an event together, and a page whose table
they do not concern gets the answer it got before. The view itself answers after every line that may concern it: it
alone decides who may read, and what a mark contains.
"""

from dataclasses import dataclass, replace

from tournament.serving.bodies import Scope
from tournament.serving.wsgi_adapter import Answer

# isort: split
# The bridge has set Django up, which the models need.
from tournament.reading.logbook import recent_lines
from tournament.reading.logbook.recent_lines import Depends

MAX_PAGES = 20_000
OF_PAGES = ("/p/", "/r/", "/t/")

# Host and path.
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """What was answered to a page: the query it asked with, what that depends on, and the answer."""

    query: bytes
    depends: Depends
    answer: Answer


_answers: dict[Key, LastAnswer] = {}


def asked_before(scope: Scope) -> LastAnswer | None:
    """What a page that asks again was answered last; None for anything else."""
    if not scope["path"].startswith(OF_PAGES) or not scope["query_string"].startswith(b"since="):
        return None
    last = _answers.get(_key(scope)) if scope["method"] == "GET" else None
    return last if last and last.query == scope["query_string"] else None


def again(previous: LastAnswer) -> Answer | None:
    """The same answer; None if a line since then may have changed it."""
    lines = recent_lines.recent(previous.depends.event)
    return previous.answer if lines and not lines.concern(previous.depends) else None


def keep(scope: Scope, answer: Answer) -> None:
    """Stores the answer that nothing has changed, for when the page asks again."""
    if answer.depends is None or answer.status != 204 or not scope["path"].startswith(OF_PAGES):
        return
    headers = [(name, value) for name, value in answer.headers if name.lower() != "content-language"]
    same = replace(answer, headers=headers, depends=None)
    while len(_answers) >= MAX_PAGES:
        del _answers[next(iter(_answers))]
    _answers[_key(scope)] = LastAnswer(scope["query_string"], answer.depends, same)


def clear_cache() -> None:
    """Drops everything; for tests, which begin another database."""
    _answers.clear()
    recent_lines.clear_cache()


def _key(scope: Scope) -> Key:
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return host.decode("latin-1"), scope["path"]
