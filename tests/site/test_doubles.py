"""Translations: short messages that are in several places mean one thing; French signs keep their spaces."""

import re
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import date_format

from scoring import words
from tests.support.pages import pseudo
from tournament.site import translations
from tournament.wording import quoted

# A word or two in several files were looked at here: all of them mean the same, in every language.
ONE_MEANING = """
%(done)s/%(all)s deals | %(name)s lost | %(name)s: %(said)s | Paid | About | Actions
Accounts | Add | Administrator | Appoint | Evenings | invited | Last day | Licence number | owner | Since | Stewards
Copy | Nobody yet. | Organise | Own link | Own links | Unlink | Web address
First day | More settings | New series | Place | Series | Set-up | Tonight
All pass | All tables | Allow | Announcement | Appeal
Archive | Article | article %(article)s | Attendance | Attendance list | Average | Back | Backups | Badges | Bonus
Bonus: | by name | cancelled | captain | Certificates | Change | Change password | Copy | Choose | closed | Club | Clubs
clubs | Cash | Continue | Contract | Contracts lost | Contracts made | Correct | Corrected figures | Corrections | Deal
deal %(number)s | Deal %(number)s | Deal %(number)s: | dealer | Dealer: %(dealer)s | Deals | deals recorded | Decision
deals %(numbers)s | decision %(number)s | desk
Decision %(number)s | Decisions | Declare final | Delete | Devices | diamonds | Doubled | Equal points
Everybody passed | Exclude | Excluded | Extra minutes | Family | Fee | Fees | File | Final ranking | Finale
Find | Format
Give a place | Hall screen | hearts | hidden | Initials only | I’m going | Jokers | Jury | Language | Line | Logbook
Main menu | Members | Misdeal | More | My events | Name | New decision | New total | Next sheet | Next step | Next:
No hour | no trump | No. | No. %(number)s | Not public: | nothing more | Nothing. | Number | One player | Overview
auditor | jury | Owed | played it | Movement | %(contract)s made | Contracts
Penalty | Personal data | PIN | Plan | Play on | Player | player %(number)s | Player slips | Players | Points
previously: %(names)s
Present | Price | Print | Prizes | Public page | Public phrase | Public reason | Publish | Publish all | Rank | Ranking
Read | Read sheets | Readmit
Reason | Reason: %(reason)s | Record | recorded | Recorded: | Refuse | Register | Registration | Remove | Remove logo
Logo | Look again | recorded later
Reopen | Replace | Role | Round | Round %(number)s | Round %(round)s | Rounds | Rules | Rules: %(name)s | Ruling | Save
Score sheets | Seal | Seat | seat %(seat)s | Seating | Seats | Settled | shared | Shared rank | Shared:
Show %(round)s | Sign in | Sign out | Signature | Signatures | sits out | Sound on | Source | Source: %(source)s
spades | Staff | Start
Statistics | Status | Surname | Swapped seats | Table | table %(number)s | Table %(number)s | Table cards | Tables
Take back
Table closed | Table stickers
the contract | the tricks | Transfer | Their password | This deal | Timer | Total | Tricks | Trump | Undo
until %(hour)s
Date | Presences | provisional | Season | Sum | Table %(table)s | Workbook (XLSX)
Unverified figures | Unverified figures. | Venue | Verifiable draw | Waiting list | What changes | When | Where
Which trump? | Time zone | Who | Withdraw | Withdrawn | yes
"""
SHORT = 2  # words


def doubles(sentences: Catalog) -> set[str]:
    """Messages of a word or two, without a context, that are in more than one file."""
    return {
        message.id
        for message in sentences
        if isinstance(message.id, str)
        and 0 < len(message.id.split()) <= SHORT
        and not message.context
        and len({file for file, _ in message.locations}) > 1
    }


def test_a_short_message_in_several_places_was_looked_at() -> None:
    """A new one is added to the list above once it was read in all its places, or is given a context in each."""
    looked_at = {text.strip() for line in ONE_MEANING.splitlines() for text in line.split("|")}
    assert doubles(pseudo.sentences()) - looked_at == set()


def test_a_double_is_found_and_one_with_a_context_is_not() -> None:
    sentences = Catalog()
    for id, context, files in (
        ("Together", None, ["sum.html", "contracts.py"]),
        ("Before", "points before a ruling", ["effect.html", "paper.html"]),
        ("Only here", None, ["sum.html"]),
        ("Three words together", None, ["sum.html", "effect.html"]),
    ):
        sentences.add(id, context=context, locations=[(file, 0) for file in files])
    assert doubles(sentences) == {"Together"}


@pytest.mark.parametrize(
    ("language", "id", "context", "said"),
    [
        ("fr", "Together", "kind of contract", "Emballage"),
        ("fr", "Together", "sum of points", "Total"),
        ("nl", "Before", "points before a ruling", "Voor"),
        ("nl", "Before", "before a final", "Vooraf"),
    ],
)
def test_what_was_one_message_with_two_meanings_is_two(language: str, id: str, context: str, said: str) -> None:
    catalog = translations.read(language)
    message = catalog.get(id, context)
    assert message and message.string == said
    assert catalog.get(id) is None


def test_french_keeps_its_signs_with_their_words() -> None:
    """A no-break space before a colon, a narrow one before ; ! ?: a line never begins with one of them."""
    said = [*words.catalogue("fr").values()]
    said += [form for message in translations.read("fr") if message.id for form in forms(message.string)]
    assert [text for text in said if re.search(r" [:;!?](\s|$)", text)] == []


def test_a_colon_after_what_a_template_shows_is_translated_too() -> None:
    """French has a space before it: `{% translate ":" context "after a name" %}`."""
    for path in Path("templates").rglob("*.html"):
        text = re.sub(r"{% (comment|blocktranslate)\b.*?{% end\1 %}", "{% %}", path.read_text("utf-8"), flags=re.DOTALL)
        assert re.findall(r"(?:[}%]}|</\w+>):(?=[\s<])", text) == [], path


def test_what_somebody_wrote_is_quoted_as_the_language_does() -> None:
    """French has « »: `{{ text|quoted }}`."""
    for path in Path("templates").rglob("*.html"):
        text = re.sub(r"{% (comment|blocktranslate)\b.*?{% end\1 %}", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert "“" not in re.sub(r"{%.*?%}", "", text), path
    with translation.override("fr"):
        assert quoted("Oui ?") == "«\u00a0Oui ?\u00a0»"


@pytest.mark.parametrize(
    ("language", "written"),
    [("fr", "jeudi 1er octobre, 1/10, 31 octobre"), ("nl", "donderdag 1 oktober, 1/10, 31 oktober")],
)
def test_the_first_of_a_month_is_written_as_the_language_does(language: str, written: str) -> None:
    first, last = date(2026, 10, 1), date(2026, 10, 31)
    with translation.override(language):
        page = Template('{{ day|date:"l j F" }}, {{ day|date:"j/n" }}').render(Context({"day": first}))
        assert f"{page}, {date_format(last, 'j F')}" == written


def forms(text: object) -> list[str]:
    return [*text] if isinstance(text, (tuple, list)) else [str(text)]
