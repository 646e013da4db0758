"""The bidding card: which bid beats which and what the regulation says, twice on a page, for the tables."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring import words
from tournament.errors import UserError
from tournament.printing.paper import Order, edition_of_rules, paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import draw_qr_codes
from tournament.reading.event.bidding import Regulation, regulation
from tournament.wording import language

ON_A_PAGE = 2
# How much text (in letters) fits beside the ladder at the larger sizes.
LARGE, MEDIUM, SMALL = 1050, 1300, 1600


def bidding(order: Order) -> bytes:
    """Two cards, to be cut across the middle; raises UserError if the rules have no contracts."""
    rules = order.rules
    if not rules.lines:
        raise UserError(_("There is no bidding under these rules."))
    rules_text = regulation(rules, language())
    context = {
        "paper": paper(order, _("Bidding card"), figures=False, edition=edition_of_rules(order)),
        "name": words.ruleset_name(rules, language()),
        "regulation": rules_text,
        "size": _size(rules_text),
        "jury": [words.contract(key, language(), rules) for key in rules.lines if key in rules.jury],
        "cards": range(ON_A_PAGE),
    }
    return draw_qr_codes(html_to_pdf.pages(render_to_string("print/bidding.html", context), "", ("bidding.css",)))


def _size(rules_text: Regulation) -> str:
    """The size of the letters with which everything fits."""
    letters = sum(len(bid.name) + sum(map(len, bid.sentences)) for bid in rules_text.topics) + sum(
        map(len, rules_text.silent)
    )
    letters += sum(len(remark.about) + len(remark.text) + len(remark.source) for remark in rules_text.interpreted)
    sizes = {"large": LARGE, "medium": MEDIUM, "small": SMALL}
    return next((size for size, most in sizes.items() if letters <= most), "smallest")
