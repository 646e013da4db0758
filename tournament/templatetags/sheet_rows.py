"""The deals of a table's sheet as markup.

Not templates: those took 0.3 ms of processor time a deal, on every page that a captain gets; this takes 0.05.
"""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Result, RuleSet
from tournament import wording
from tournament.reading.table.sheet_lines import SheetCell, SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.templatetags.game import announced_by, made, played
from tournament.wording import contract_short, language

register = template.Library()

DEAL = (
    '<tbody id="deal-{number}"><tr{next}><th scope="rowgroup" rowspan="2">{head}</th>\n'
    '<td class="what" colspan="{columns}">{what}</td></tr>\n<tr{next}>{cells}</tr></tbody>\n'
)
STAFF = '<a href="{address}">{number}</a>'
CORRECTS = '<a class="tap" href="{address}" data-deal="{number}" aria-label="{label}">{number}</a>'
HIDDEN, SMALL = '<span class="visually-hidden">{}</span>', "<small>{}</small>"
DECLARER = ' class="declarer"'


@register.simple_tag(takes_context=True)
def deal_rows(context: Context) -> SafeString:
    """The deals of `lines`, of the `sheet` of the context, as `shared/deal/sheet.html` has them."""
    sheet: Sheet = context["sheet"]
    values = context.flatten()
    return mark_safe("".join(_deal(line, sheet, values) for line in context["lines"]))  # noqa: S308 - escaped


def _deal(line: SheetLine, sheet: Sheet, values: dict[Any, Any]) -> str:
    what = " ".join(_what(line, sheet, values["rules"], brief=not values.get("staff"), dealing=True))
    if line.corrected:
        corrected = {"corrected": line.corrected}
        what = f"{what} <br>{render_to_string('shared/deal/corrected_deal.html', corrected)}"
    return DEAL.format(
        number=line.number,
        next="" if line.over else ' class="next"',
        head=_head(line.number, values),
        columns=len(sheet.columns),
        what=what,
        cells="".join(
            _cell(cell, sheet.entry_names[sheet.table.entry(cell.position, line.number)]) for cell in line.cells
        ),
    )


def _head(number: int, values: dict[Any, Any]) -> str:
    """The number of a deal, with a link to what may be done with it."""
    if values.get("staff"):
        event, table = values["event"], values["table"]
        address = _address("staff:deal", event.slug, table.round.number, table.number, number)
        return STAFF.format(address=address, number=number)
    if number not in (values.get("corrects") or ()):
        return str(number)
    address = _address("captain:correct", values["token"], number)
    label = escape(_("Correct deal %(number)s") % {"number": number})
    return CORRECTS.format(address=address, number=number, label=label)


def _cell(cell: SheetCell, name: str) -> str:
    """What a deal gave a seat."""
    dealer = _dealer(language()) if cell.dealer else ""
    declarer = HIDDEN.format(escape(_("played it"))) if cell.declarer else ""
    if cell.points is not None:
        sign, points, total = wording.sign(cell.points), wording.points(cell.points), wording.plain(cell.total)
        gave = f'<span class="points {sign}">{points}</span> <b class="total">{dealer}{total}</b>'
    else:
        gave = dealer + SMALL.format(escape(_("sits out"))) if cell.resting else dealer
    return f'<td data-name="{escape(name)}"{DECLARER if cell.declarer else ""}>{declarer} {gave}</td>\n'


@register.simple_tag(takes_context=True)
def what_happened(context: Context) -> SafeString:
    """What happened in one deal, as `shared/deal/played.html` says."""
    line, sheet, rules = context["line"], context["sheet"], context["rules"]
    parts = _what(line, sheet, rules, brief=bool(context.get("brief")), dealing=bool(context.get("dealing")))
    return mark_safe(" ".join(parts))  # noqa: S308 - escaped


def _what(line: SheetLine, sheet: Sheet, rules: RuleSet, *, brief: bool, dealing: bool) -> Iterator[str]:
    if line.result:
        yield from _result(line, line.result, sheet, rules, brief=brief)
    elif line.announced:
        contract, trump = line.announced["contract"], line.announced.get("trump")
        yield escape(_("Being played:"))
        yield f"<strong>{escape(contract_short(contract, rules))}</strong>"
        if trump:
            yield _suit(trump, language())
        yield f"· {escape(announced_by(line, sheet))}"
        if contract in rules.jury:
            yield "· " + escape(_("needs the jury"))
    else:
        yield escape(_without_result(line))
    if line.passes:
        yield "· " + escape(_("all passed %(count)s×") % {"count": line.passes})
    if line.misdeals:
        yield "· " + escape(_("misdealt %(count)s×") % {"count": line.misdeals})
    if dealing and not line.over:
        yield "· " + escape(_("Dealer: %(dealer)s") % {"dealer": sheet.dealer(line.number)})
    yield from (f'<br><span class="answer">{escape(answer)}</span>' for answer in line.answers)


def _result(line: SheetLine, result: Result, sheet: Sheet, rules: RuleSet, *, brief: bool) -> Iterator[str]:
    if line.contract:
        yield f"<strong>{escape(contract_short(line.contract, rules))}</strong>"
        if result.trump:
            yield _suit(result.trump, language())
        yield "· " + escape(made(line, sheet) if brief else played(line, sheet))
    else:
        yield escape(_("Points as entered"))
    if doubles := result.doubles:
        sentence = ngettext("%(count)s double (× %(times)s)", "%(count)s doubles (× %(times)s)", doubles)
        yield "· " + escape(sentence % {"count": doubles, "times": doubles + 1})
    if line.ruled:
        yield "· " + escape(_("as ruled by the jury"))
    if line.waiting:
        yield f'<span class="pending">{escape(line.verdict)}</span>'
    elif line.verdict:
        yield f"· {escape(line.verdict)}"


def _without_result(line: SheetLine) -> str:
    """Why a deal has no result."""
    if line.annulled:
        return _("Annulled by the jury")
    if line.mixed:
        return _("The jury allowed this for one player and refused it for another: it still has to decide.")
    if line.played:
        return _("The jury refused this contract: record what is played instead.")
    return _("Not recorded yet")


@lru_cache(maxsize=16_384)
def _address(name: str, *arguments: str | int) -> str:
    return reverse(name, args=arguments)


@lru_cache(maxsize=8)
def _dealer(_language: str) -> str:
    return render_to_string("shared/deal/dealer.html")


@lru_cache(maxsize=64)
def _suit(trump: str, _language: str) -> str:
    return render_to_string("shared/deal/suit.html", {"suit": trump})
