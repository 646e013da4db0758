"""The open questions of a batch that one key answers, in the order of the sheets: cut-out, sentence, answers.

What has to be typed (a contract that nobody marked, who lost) is no such question: it waits on its sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet
from tournament.sheet_reading import reasons
from tournament.sheet_reading.answers import UNCALLED, UNPLAYED, SheetAnswer, Verdict, verdicts_in, written
from tournament.sheet_reading.batch import BubbleClip, ScannedPage, Strip
from tournament.sheet_reading.listing import ListedSheet
from tournament.sheet_reading.marks import Bubble, SheetQuestion

# Where several bubbles of a kind are marked and one belongs: the kind.
ONE_OF = {"contracts": "contract", "tricks": "tricks", "trumps": "trump"}
# Where a box is marked that may be none: its kind.
STRAY = {"jury unneeded": "jury", "misdeal": "misdeal"}
JURY = "jury", ""
# Of more rows that the totals would fit none is offered.
MOST_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its words, and what it says of bubbles."""

    label: str
    verdicts: tuple[Verdict, ...]

    @property
    def text(self) -> str:
        """The verdicts as a form sends them."""
        return written(self.verdicts)


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """One question about a deal of a sheet (0: about a seat), what it shows of it, and its answers in order."""

    sheet: ListedSheet
    deal: int
    sentence: str
    strip: Strip
    clip: BubbleClip | None
    choices: tuple[Choice, ...]
    seat: int = 0

    @property
    def page(self) -> ScannedPage:
        """The page that asks."""
        return self.sheet.page

    @property
    def is_about_end(self) -> bool:
        """Whether it asks about all that is seen of it, and not about a bubble or a row."""
        return self.choices[0].verdicts[0][:2] == UNPLAYED

    @property
    def at(self) -> tuple[int, int]:
        """What its answers are about: page and deal."""
        return self.page.number, self.deal

    @property
    def place(self) -> tuple[int, int, int]:
        """Its place in the order of questions: page, deal and seat."""
        return *self.at, self.seat


def questions(listed: Sequence[ListedSheet], rules: RuleSet) -> list[PileQuestion]:
    """The questions that are open, about deals that count and are not recorded."""
    return [question for sheet in listed for question in _of_sheet(sheet, rules)]


def about_end(sheet: ListedSheet) -> PileQuestion | None:
    """What a sheet asks whose last rows seem empty: first the answer that they are. None at a closed table."""
    if not sheet.is_short or (sheet.table and sheet.table.closed):
        return None
    page, count = sheet.page, len(sheet.empty)
    sentence = ngettext(
        "%(expected)s deals expected, %(seen)s seen: is the last row empty?",
        "%(expected)s deals expected, %(seen)s seen: are the last %(count)s rows empty?",
        count,
    )
    sentence %= {"expected": sheet.expected, "seen": sheet.expected - count, "count": count}
    first, last = (page.strips[sheet.empty[at]] for at in (0, -1))
    strip = Strip(first.top, last.top + last.height - first.top)
    choices = tuple(
        Choice(label, ((*UNPLAYED, is_empty),))
        for label, is_empty in ((_("Yes, empty"), True), (_("No, something is written there"), False))
    )
    return PileQuestion(sheet, page.empty[0], sentence, strip, None, choices)


def foot_of(page: ScannedPage) -> Strip:
    """The part of a sheet below its rows, where it is signed."""
    top = max(strip.top + strip.height for strip in page.strips.values())
    return Strip(top, page.tall - top)


def withdrawal(answer: SheetAnswer) -> str:
    """What takes an answer back, as a form sends it."""
    return written((kind, value, None) for kind, value, _is_mark in answer.verdicts)


def words_of(answer: SheetAnswer, rules: RuleSet) -> str:
    """What somebody answered, in the visitor's language."""
    return ", ".join(_verdict_words(*verdict, rules) for verdict in answer.verdicts)


def _verdict_words(kind: str, value: str, is_mark: bool | None, rules: RuleSet) -> str:
    if (kind, value) == UNPLAYED:
        return _("empty") if is_mark else _("not empty")
    if (kind, value) == UNCALLED:
        return _("the jury was not called")
    sentence = _("%(bubble)s: yes") if is_mark else _("%(bubble)s: no")
    return sentence % {"bubble": reasons.bubble_words(kind, value, rules=rules)}


def _of_sheet(sheet: ListedSheet, rules: RuleSet) -> Iterator[PileQuestion]:
    page, counted = sheet.page, {*sheet.open} - {*sheet.deals}
    if sheet.table is not None and sheet.table.closed:
        return
    for seat in sheet.unseated:
        if seat in page.seated:
            continue
        bubble = "substitute", str(seat)
        sentence = _("Does the sheet say that a substitute sat in seat %(seat)s?") % {"seat": seat}
        yield PileQuestion(sheet, 0, sentence, foot_of(page), page.clips.get((0, bubble)), _yes_or_no(bubble), seat)
    for row in page.open:
        if row.question and row.deal in counted and (choices := _choices(row.question, rules)):
            clip = page.clips.get((row.deal, choices[0].verdicts[0][:2]))
            sentence = _sentence(row.question, rules)
            yield PileQuestion(sheet, row.deal, sentence, page.strips[row.deal], clip, choices)
    if short := about_end(sheet):
        yield short


def _sentence(question: SheetQuestion, rules: RuleSet) -> str:
    """One doubtful bubble is asked after the other."""
    if question.code == "doubtful":
        question = SheetQuestion(question.code, question.values[:1])
    return reasons.question(question, rules)


def _choices(question: SheetQuestion, rules: RuleSet) -> tuple[Choice, ...]:
    """The answers of a row's question; none if a line has to be typed."""
    if question.code == "doubtful":
        kind, _space, value = question.values[0].partition(" ")
        return _yes_or_no((kind, value))
    if kind := ONE_OF.get(question.code, ""):
        return tuple(_only(kind, value, question.values, rules) for value in question.values)
    if kind := STRAY.get(question.code, ""):
        return (Choice(_("This is no mark"), ((kind, "", False),)),)
    if question.code == "otherwise":
        return _as_marked_or_otherwise(question.values, rules)
    if question.code == "jury":
        called = Choice(_("Yes, it was called"), ((*JURY, True), (*UNCALLED, False)))
        return called, Choice(_("No, it was not called"), ((*JURY, False), (*UNCALLED, True)))
    return ()


def _only(kind: str, value: str, marked: Sequence[str], rules: RuleSet) -> Choice:
    others = [(kind, other, False) for other in marked if other != value]
    return Choice(reasons.bubble_words(kind, value, rules=rules), ((kind, value, True), *others))


def _as_marked_or_otherwise(differences: Sequence[str], rules: RuleSet) -> tuple[Choice, ...]:
    """That a row is as it is marked, or one of what its totals would fit; where these are many, it is typed."""
    bubbles = {verdict for difference in differences for verdict in verdicts_in(difference)}
    marked = sorted((kind, value, not is_mark) for kind, value, is_mark in bubbles)
    as_marked = Choice(_("As it is marked"), tuple(marked))
    if len(differences) == 1:
        return as_marked, Choice(_("As the totals say"), verdicts_in(differences[0]))
    offered = differences if len(differences) <= MOST_OFFERED else ()
    return as_marked, *(Choice(reasons.difference_words(text, rules), verdicts_in(text)) for text in offered)


def _yes_or_no(bubble: Bubble) -> tuple[Choice, ...]:
    return Choice(_("Yes"), ((*bubble, True),)), Choice(_("No"), ((*bubble, False),))
