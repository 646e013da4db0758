"""The jury's report on paper: every decision by round, and nothing internal."""

from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.paper import printed, squeezed
from tests.support.pages.jury_pages import begun
from tournament import access
from tournament.acts.event import events
from tournament.acts.jury import appeals, rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.jobs.offers import OFFERS
from tournament.models import Appeal, Decision, Event

pytestmark = pytest.mark.django_db

LONG = "Maximiliaan-Hendrik van den Bossche-Vandenbroucke de Lichter"


@pytest.fixture
def event() -> Event:
    """A ruling in the first round, two penalties of which one is cancelled, an appeal that is settled."""
    event = begun()
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    registration.change_entry(cast.entry(event, 3), "system", Entrant(LONG))
    juror, head = access.actor(cast.juror(event)), access.actor(cast.head_juror(event))
    rulings.rule(cast.table(event), juror, 1, "annulled", "Gemerkte kaarten.", article="9", internal="Iemand zag het.")
    rulings.penalise(event, juror, "noise", {3: 0}, "Lawaai.", article="6")
    rulings.penalise(event, juror, "misdeal", {4: -3}, "Verkeerd gegeven.", article="1")
    rulings.cancel_decision(Decision.objects.get(number=3), head, "De verkeerde speler.")
    appeals.appeal(Decision.objects.get(number=2), cast.entry(event, 3), "Ik zat stil.", "entry:3")
    appeals.settle_appeal(
        Appeal.objects.get(), head, "upheld", "De zaal hoorde het.", access.actor(cast.organiser(event))
    )
    return cast.fresh(event)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", ("Verslag van de jury", "Ronde 1", "Buiten de rondes", "ingetrokken", "de beslissing blijft")),
        ("fr", ("Rapport du jury", "Manche 1", "Hors manche", "révoquée", "la décision est maintenue")),
    ],
)
def test_it_tells_every_decision(event: Event, tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    paper = printed(event, "jury", tmp_path, "--language", language)
    assert paper.tagged and paper.outside() == [] and paper.language == language
    told = ("Gemerkte kaarten.", "Lawaai.", "De verkeerde speler.", "De zaal hoorde het.", "+10 → 0", LONG)
    signed = ("jury-of-ledegem", "head_jury-of-ledegem + organiser-of-ledegem")
    for text in (*words, *told, *signed):
        assert squeezed(text) in paper.squeezed, text
    for hidden in ("Iemand zag het.", "Ik zat stil."):
        assert squeezed(hidden) not in paper.squeezed
    assert paper.squeezed.index(squeezed(words[1])) < paper.squeezed.index(squeezed(words[2]))


def test_without_decisions_it_says_so(tmp_path: Path) -> None:
    assert "Nothing has been decided yet." in printed(begun(), "jury", tmp_path, "--language", "en").text


def test_the_staff_is_offered_it() -> None:
    assert (OFFERS["jury"].may, OFFERS["jury"].command) == ("look", ("print", "jury"))


@pytest.mark.long
def test_no_page_holds_the_seal_alone(tmp_path: Path) -> None:
    """So many decisions that the seal itself no longer fits below the last."""
    event = begun()
    juror = access.actor(cast.juror(event))
    for number in range(1, 47):
        rulings.penalise(event, juror, "noise", {3: 0}, f"Geroep{number}.", article="6")
    pages = printed(cast.fresh(event), "jury", tmp_path, "--language", "nl").pages
    assert len(pages) == 3 and "Geroep45." in pages[1] + pages[2] and "Geroep46." in pages[2]
