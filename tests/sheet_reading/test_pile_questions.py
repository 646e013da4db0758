"""The questions of a pile that one key answers: cut-out after cut-out, kept with the batch, taken back by anybody."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.game.typed import keypad
from tests.support.events import cast
from tests.support.files.sheets_read import EARLY, address, batch_of, read_page, sheets_of
from tests.support.pages.desk_pages import at
from tests.support.pages.no_script import Visit
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.table import tables
from tournament.files.models import JobNote
from tournament.files.pieces import OvertakenError
from tournament.jobs import job_queue
from tournament.jobs.job import Job
from tournament.models import Deal, Event, Membership
from tournament.sheet_reading import batch
from tournament.sheet_reading.answers import Answers, SheetAnswer, keep_answer, read_answers, verdicts_in, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]

WHOLE = [[deal, *rest] for deal in (1, 2, 3, 4) for _one, *rest in EARLY]
DOUBT = [[2, "tricks", "9", 0.2]]
CUTS = [[900, 390, 60, 30]]


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def doubtful(event: Event, *more: dict[str, Any]) -> Job:
    """A batch whose first sheet has a doubtful second mark for the tricks of deal 2."""
    return batch_of(event, read_page(event, marked=WHOLE, doubtful=DOUBT, cuts=CUTS), *more)


def asked(event: Event, job: Job) -> str:
    return address(event, f"{job.id}/questions/")


def answer(desk: Client, event: Event, job: Job, deal: int, verdicts: str, page: int = 1, **more: str) -> Any:
    """What the page answers to an answer."""
    return desk.post(asked(event, job), {"page": str(page), "deal": str(deal), "verdicts": verdicts, **more})


def test_a_doubtful_bubble_is_shown_and_answered_by_one_button(event: Event, desk: Client) -> None:
    job = doubtful(event)
    assert "Answer 1 question" in cast.shown(desk.get(address(event, f"{job.id}/")))
    visit = Visit(desk, asked(event, job))
    assert "Is this a mark? tricks 9." in visit.words and 'viewBox="900 390 60 30"' in visit.response.content.decode()
    visit.press("No")
    assert visit.address == address(event, f"{job.id}/")
    (sheet,) = sheets_of(event, job)
    assert sheet.sure == [1, 2, 3, 4] and sheet.open == []
    assert not Deal.objects.filter(table__round__event=event, result__isnull=False).exists()


def test_a_mark_that_is_one_is_a_second_mark_and_asked_as_such(event: Event, desk: Client) -> None:
    job = doubtful(event)
    visit = Visit(desk, asked(event, job)).press("Yes")
    assert "2 numbers of tricks are marked: 9, 10." in visit.words
    visit.press("tricks 9")
    (sheet,) = sheets_of(event, job)
    assert [row.line for row in sheet.page.rows] == ["19 13 10", "19 13 9", "19 13 10", "19 13 10"]


def test_the_sheet_itself_has_the_answers_of_its_rows(event: Event, desk: Client) -> None:
    job = doubtful(event)
    looked = address(event, f"{job.id}/1/")
    visit = Visit(desk, looked)
    assert "Is this a mark? tricks 9." in visit.words
    visit.press("Yes")
    assert visit.address == looked and "2 numbers of tricks are marked: 9, 10." in visit.words
    visit.press("tricks 10")
    assert visit.address == looked and sheets_of(event, job)[0].open == []


def test_three_marks_are_counted_as_three(event: Event, desk: Client) -> None:
    more = [[1, "contract", "PC10"], [1, "contract", "PC11"]]
    job = batch_of(event, read_page(event, marked=[*WHOLE, *more]))
    assert "3 contracts are marked" in cast.shown(desk.get(asked(event, job)))


def test_a_question_can_be_left_for_its_sheet(event: Event, desk: Client) -> None:
    other = read_page(event, 2, marked=WHOLE, doubtful=DOUBT, cuts=CUTS)
    job = doubtful(event, other)
    first = Visit(desk, asked(event, job))
    assert "Question 1 of 2" in first.words
    assert first.follow("Later, at the sheet").address == f"{asked(event, job)}?after=1-2-0"
    second = desk.get(f"{asked(event, job)}?after=1-2-0")
    assert "Question 2 of 2" in cast.shown(second)
    last = desk.get(f"{asked(event, job)}?after=2-2-0")
    assert last.status_code == 303 and last["Location"] == address(event, f"{job.id}/")
    # The place where one is stays when a question is answered.
    done = desk.post(f"{asked(event, job)}?after=1-2-0", {"page": "2", "deal": "2", "verdicts": "tricks 9:0"})
    assert done["Location"].endswith("?after=1-2-0")


@pytest.mark.parametrize(
    ("button", "line"), [("Yes, it was called", "S12 1 12 1"), ("No, it was not called", "S12 1 12 0")]
)
def test_whether_the_jury_was_called_is_one_button(button: str, line: str, event: Event, desk: Client) -> None:
    row = [[1, "contract", "S12"], [1, "declares", "1"], [1, "tricks", "12"]]
    job = batch_of(event, read_page(event, marked=[*row, *WHOLE[4:]]))
    visit = Visit(desk, asked(event, job))
    assert "Was the jury called for" in visit.words
    visit.press(button)
    assert sheets_of(event, job)[0].page.rows[0].line == line.replace("S12", keypad("S12"))


def test_rows_at_the_end_of_which_nothing_was_seen_are_asked(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, marked=EARLY))
    (sheet,) = sheets_of(event, job)
    assert sheet.is_short and sheet.empty == [2, 3, 4]
    # Where the sheet itself asks, the rows are beside the question.
    looked_at = desk.get(address(event, f"{job.id}/1/")).content.decode()
    assert looked_at.index('id="short"') < looked_at.index('class="whole-strip"') < looked_at.index('id="rows"')
    visit = Visit(desk, asked(event, job))
    assert "4 deals expected, 1 seen: are the last 3 rows empty?" in visit.words
    visit.press("Yes, empty")
    cast.write(cast.table(event), 1, cast.result("PC9", (1, 3), 10))
    assert sheets_of(event, job)[0].done
    # The table still expects those deals, and the answer can be taken back where it was given.
    looked = Visit(desk, address(event, f"{job.id}/1/"))
    assert "3 deals from deal 2 on were not played, as somebody answered." in looked.words
    assert "The jury does that." in looked.words
    organiser = Visit(cast.client(cast.organiser(event)), looked.address)
    assert organiser.follow("Announce the last deal").address.endswith("/tables/1/end/")
    assert looked.press("Take back").address == looked.address
    assert "are the last 3 rows empty?" in looked.words and sheets_of(event, job)[0].asks == 1


def test_a_sheet_is_not_done_before_somebody_looked_at_its_empty_rows(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, marked=EARLY))
    cast.write(cast.table(event), 1, cast.result("PC9", (1, 3), 10))
    assert not sheets_of(event, job)[0].done
    assert "3 of 4 seem empty" in cast.shown(desk.get(address(event, f"{job.id}/")))
    page = cast.shown(desk.get(address(event, f"{job.id}/1/")))
    assert "4 deals expected, 1 seen" in page and page.count("Nothing was seen in this row") == 3
    # What is recorded of them otherwise needs no answer.
    for deal in (2, 3, 4):
        cast.write(cast.table(event), deal)
    assert sheets_of(event, job)[0].done


def test_rows_that_are_not_empty_ask_and_the_answer_can_be_changed(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, marked=EARLY))
    answer(desk, event, job, 2, "unplayed :0")
    (sheet,) = sheets_of(event, job)
    assert sheet.open == [2, 3, 4] and not sheet.is_short and not sheet.done
    assert "somebody says that it is not empty" in cast.shown(desk.get(address(event, f"{job.id}/1/")))
    assert answer(desk, event, job, 2, "unplayed :-").status_code == 303
    assert sheets_of(event, job)[0].is_short
    assert answer(desk, event, job, 2, "unplayed :1").status_code == 303
    assert sheets_of(event, job)[0].open == []


def test_a_false_substitute_is_one_answer(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, marked=[*WHOLE, [0, "substitute", "2"]]))
    looked = address(event, f"{job.id}/1/")
    assert '"sure": []' in desk.get(looked).content.decode()
    assert "a substitute sat in seat 2?" in cast.shown(desk.get(asked(event, job)))
    back = answer(desk, event, job, 0, "substitute 2:0", next=looked)
    assert back["Location"] == looked and '"sure": [1, 2, 3, 4]' in desk.get(looked).content.decode()


def test_one_of_two_substitutes_is_left_for_its_sheet(event: Event, desk: Client) -> None:
    marks = [*WHOLE, *([0, "substitute", seat] for seat in "24")]
    job = batch_of(event, read_page(event, marked=marks))
    second = Visit(desk, asked(event, job)).follow("Later, at the sheet")
    assert "Question 2 of 2" in second.words and "a substitute sat in seat 4?" in second.words
    # At the sheet its foot is beside the sentence.
    assert desk.get(address(event, f"{job.id}/1/")).content.decode().count('class="whole-strip"') == 2


def test_a_true_substitute_is_asked_once_and_still_to_be_seated(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, marked=[*WHOLE, [0, "substitute", "2"]]))
    answer(desk, event, job, 0, "substitute 2:1")
    assert desk.get(asked(event, job)).status_code == 303
    page = desk.get(address(event, f"{job.id}/1/")).content.decode()
    assert '"sure": []' in page and "Seat them first" in page and "No substitute sat there" not in page


def test_from_a_sheet_its_substitute_is_seated_and_the_sheet_is_next_again(event: Event, desk: Client) -> None:
    (zoe,) = registration.add_entries(event, "system", [Entrant("Zoë Zwart")])
    job = batch_of(event, read_page(event, marked=[*WHOLE, [0, "substitute", "2"]]))
    look, listed = (address(event, f"{job.id}/{rest}") for rest in ("1/", ""))
    assert "1–4 a substitute to be seated 0 1 0" in Visit(desk, listed).words
    visit = Visit(desk, look).follow("Seat a substitute").press("Seat the substitute", number="9999", from_deal="1")
    assert visit.status == 422
    visit.press("Seat the substitute", number=str(zoe.number), from_deal="1")
    assert visit.address == look and "Seat them first" not in visit.words
    assert "1–4 4 0 0" in Visit(desk, listed).words
    assert cast.seated(cast.table(event))[2] == zoe.number
    elsewhere = Visit(desk, at(cast.table(event), "substitute/?next=//elsewhere.example/"))
    assert "//elsewhere.example/" not in [address for _words, address in elsewhere.page.links]


@pytest.mark.parametrize("deal", [1, 3])
def test_a_substitute_is_seated_as_the_page_asks_and_the_sheet_can_be_recorded(
    event: Event, desk: Client, deal: int
) -> None:
    zoe, yves = registration.add_entries(event, "system", [Entrant("Zoë Zwart"), Entrant("Yves Ypres")])
    job = batch_of(event, read_page(event, marked=[*WHOLE, *([0, "substitute", seat] for seat in "24")]))
    look = address(event, f"{job.id}/1/")
    tables.substitute(cast.table(event), "user:1", 2, zoe.number, deal)
    page = desk.get(look).content.decode()
    assert "sat in seat 4. Seat" in page and "sat in seat 2" not in page and '"sure": []' in page
    assert "a substitute sat in seat 4?" in cast.shown(desk.get(asked(event, job)))
    answer(desk, event, job, 0, "substitute 4:0")
    page = desk.get(look).content.decode()
    assert '"sure": [1, 2, 3, 4]' in page and "Seat them first" not in page
    tables.substitute(cast.table(event), "user:1", 3, yves.number, 1)
    assert desk.get(look).status_code == 409, "of this one the sheet says nothing"


def test_an_answer_of_one_member_is_seen_and_taken_back_by_another(event: Event, desk: Client) -> None:
    other = read_page(event, 2, marked=WHOLE, doubtful=DOUBT, cuts=CUTS)
    job = doubtful(event, other)
    answer(desk, event, job, 2, "tricks 9:0")
    visit = Visit(cast.client(cast.organiser(event)), asked(event, job))
    assert "Answered (1)" in visit.words and "tricks 9: no" in visit.words
    visit.press("Take back")
    assert "Question 1 of 2" in visit.words
    assert [row.open for row in sheets_of(event, job)] == [[2], [2]]


def test_the_last_answer_is_taken_back_from_the_list_of_sheets(event: Event, desk: Client) -> None:
    job = doubtful(event)
    listed = address(event, f"{job.id}/")
    assert "Answered" not in cast.shown(desk.get(listed))
    visit = Visit(desk, asked(event, job)).press("No")
    assert visit.address == listed and "Answered (1)" in visit.words and "tricks 9: no" in visit.words
    visit.press("Take back")
    assert visit.address == asked(event, job) and "Question 1 of 1" in visit.words


def test_the_same_answer_twice_is_kept_once_and_another_one_is_refused(event: Event, desk: Client) -> None:
    job = doubtful(event)
    for _twice in range(2):
        assert answer(desk, event, job, 2, "tricks 9:0").status_code == 303
    assert JobNote.objects.count() == 1
    late = answer(cast.client(cast.organiser(event)), event, job, 2, "tricks 9:1")
    assert late.status_code == 409 and "Somebody answered this in the meantime" in cast.shown(late)
    assert sheets_of(event, job)[0].open == []


@pytest.mark.parametrize("text", ["", "tricks 9", "tricks 9:2", "☠" * 700, ":", "tricks 9:1;"])
def test_what_is_no_answer_is_refused(text: str, event: Event, desk: Client) -> None:
    job = doubtful(event)
    assert answer(desk, event, job, 2, text).status_code in (409, 422)
    assert answer(desk, event, job, 1, "tricks 9:1").status_code == 409
    assert not JobNote.objects.exists()


def test_an_answer_for_a_recorded_deal_comes_too_late(event: Event, desk: Client) -> None:
    job = doubtful(event)
    cast.write(cast.table(event), 1)
    cast.write(cast.table(event), 2)
    assert answer(desk, event, job, 2, "tricks 9:0").status_code == 409
    assert desk.get(asked(event, job)).status_code == 303


def test_a_closed_event_takes_no_answer(event: Event, desk: Client) -> None:
    job = doubtful(event)
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    late = answer(desk, event, job, 2, "tricks 9:0")
    assert late.status_code == 409 and not JobNote.objects.exists()


def test_a_batch_that_is_gone_is_not_found(event: Event, desk: Client) -> None:
    job = doubtful(event)
    assert desk.get(address(event, f"{'0' * 32}/questions/")).status_code == 404
    job_queue.delete_jobs(event.slug)
    assert answer(desk, event, job, 2, "tricks 9:0").status_code == 404
    with pytest.raises(OvertakenError):
        keep_answer(job, SheetAnswer(1, 2, (("tricks", "9", False),), "user:1"), Answers())


def test_questions_are_for_those_who_write_deals(event: Event) -> None:
    job = doubtful(event)
    for who in (cast.member(event, Membership.Role.AUDITOR), cast.outsider()):
        client = cast.client(who)
        assert client.get(asked(event, job)).status_code == 403
        assert answer(client, event, job, 2, "tricks 9:0").status_code == 403
    assert not JobNote.objects.exists()


def test_verdicts_are_read_as_they_are_written() -> None:
    verdicts = (("tricks", "9", True), ("unplayed", "", False), ("contract", "PC9", None))
    assert verdicts_in(written(verdicts)) == verdicts


def test_the_last_answer_holds() -> None:
    first = SheetAnswer(1, 2, (("tricks", "9", True),), "user:1")
    second = SheetAnswer(1, 2, (("tricks", "9", False),), "user:2")
    answers = Answers([first, second])
    assert answers.verdict(1, 2, "tricks", "9") is False and answers.standing == [second]
    assert not answers.holds(first) and answers.holds(second)


def test_answers_are_read_as_they_were_kept(event: Event) -> None:
    job = doubtful(event)
    kept = SheetAnswer(1, 2, (("tricks", "9", False), ("tricks", "10", True)), "user:1")
    keep_answer(job, kept, Answers())
    assert read_answers(job).standing == [kept]
    assert batch.pages(event, job)[0].open == []
