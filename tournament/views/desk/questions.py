"""The questions of a pile of sheets, answered one after the other before its sheets are looked at."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.files.models import JobState
from tournament.files.pieces import OvertakenError
from tournament.integers import read_integer
from tournament.jobs.job import Job
from tournament.models import Event
from tournament.ranking import facts
from tournament.sheet_reading import batch
from tournament.sheet_reading.answers import AnsweredError, Answers, SheetAnswer, keep_answer, read_answers, verdicts_in
from tournament.sheet_reading.listing import ListedSheet, list_sheets
from tournament.sheet_reading.questions import PileQuestion, questions, withdrawal
from tournament.views.desk.scans import answered_rows, gone, open_batch
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.page import answers_refusals, own_address, see_other, takes

Place = tuple[int, ...]


@takes("GET", "POST")
@answers_refusals
def ask(request: HttpRequest, slug: str, id: str) -> HttpResponse:
    """The next open question of a batch after the place `after` ("page-deal-seat"), or what somebody answers to one.

    Answers stay with the batch: a row that is answered has its line on the page of its sheet. With the last question
    the page leads to the list of sheets. Any member who may write deals sees every answer, here and on that list, and
    can take it back.
    """
    event, job = open_batch(request, slug, id)
    if job.state() != JobState.MADE:
        raise gone()
    # Before the questions that follow from them: what is answered after this comes too late for them.
    answers = read_answers(job)
    sheets = list_sheets(event, job, batch.pages(event, job))
    open_questions = questions(sheets, facts.ruleset(event))
    after = request.GET.get("after", "")
    if request.method == "POST":
        require_open(event)
        _keep(request, job, answers, open_questions)
        return see_other(own_address(request, request.POST.get("next", "")) or _address(event, job, after))
    place = _place(after)
    number = next((at for at, question in enumerate(open_questions, 1) if question.place > place), 0)
    if not number:
        return see_other("staff:scans", slug, id)
    context = _question(event, job, sheets, open_questions[number - 1])
    return staff_page(request, "desk/sheets/questions.html", event, number=number, all=len(open_questions), **context)


def _keep(request: HttpRequest, job: Job, answers: Answers, open_questions: list[PileQuestion]) -> None:
    """Keeps an answer that is offered now, or takes one back; refused if somebody answered otherwise meanwhile."""
    by = access.actor(access.member(request))
    at = read_integer(request.POST.get("page", "")) or 0, read_integer(request.POST.get("deal", "")) or 0
    answer = SheetAnswer(*at, verdicts_in(request.POST.get("verdicts", "")), by)
    if not answer.verdicts:
        raise UserError(_("This is not an answer to a question of this pile."), 422)
    offered = {choice.verdicts for question in open_questions if question.at == at for choice in question.choices}
    offered |= {verdicts_in(withdrawal(row)) for row in answers.standing if (row.page, row.deal) == at}
    try:
        if not answers.holds(answer) and answer.verdicts not in offered:
            raise AnsweredError
        keep_answer(job, answer, answers)
    except AnsweredError as late:
        sentence = _("Somebody answered this in the meantime, or the sheet was recorded. Look at it again.")
        raise UserError(sentence) from late
    except OvertakenError as missing:
        raise gone() from missing


def _question(event: Event, job: Job, listed: list[ListedSheet], pile_question: PileQuestion) -> dict[str, Any]:
    """What the page of a question shows: itself, where one goes on without answering, and what was answered."""
    skip = _address(event, job, "-".join(map(str, pile_question.place)))
    read = {"job": job, "page": pile_question.page}
    answered = answered_rows(event, job, listed)
    return {"job": job, "read": read, "question": pile_question, "answered": answered, "skip": skip}


def _address(event: Event, job: Job, after: str) -> str:
    query = f"?{urlencode({'after': after})}" if _place(after)[0] > 0 else ""
    return reverse("staff:sheet-questions", args=[event.slug, job.id]) + query


def _place(after: str) -> Place:
    """The place after which to go on ("3-7-0"), from an address; before everything if it is none."""
    return tuple(read_integer(number) or 0 for number in after.split("-", 2))
