"""The bidding card: which bid beats which and what the regulation says, twice on a page, for the tables."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring import words
from tournament.printing import press
from tournament.printing.codes import coded
from tournament.printing.paper import Order, edition_of_rules, paper
from tournament.reading.bidding import Regulation, regulation
from tournament.refusal import Refusal
from tournament.wording import language

ON_A_PAGE = 2
# How much text (in letters) fits beside the ladder at the larger sizes.
LARGE, MEDIUM, SMALL = 1050, 1300, 1600


def bidding(order: Order) -> bytes:
    """Two cards, to be cut across the middle; raises Refusal if the rules have no contracts."""
    rules = order.rules
    if not rules.lines:
        raise Refusal(_("There is no bidding under these rules."))
    found = regulation(rules, language())
    context = {
        "paper": paper(order, _("Bidding card"), figures=False, edition=edition_of_rules(order)),
        "name": words.ruleset_name(rules, language()),
        "regulation": found,
        "size": _size(found),
        "jury": [words.contract(key, language(), rules) for key in rules.lines if key in rules.jury],
        "cards": range(ON_A_PAGE),
    }
    return coded(press.pages(render_to_string("print/bidding.html", context), "", ("bidding.css",)))


def _size(found: Regulation) -> str:
    """The size of the letters with which everything fits."""
    letters = sum(len(said.name) + sum(map(len, said.sentences)) for said in found.said) + sum(map(len, found.silent))
    letters += sum(len(one.about) + len(one.text) + len(one.source) for one in found.interpreted)
    sizes = {"large": LARGE, "medium": MEDIUM, "small": SMALL}
    return next((size for size, most in sizes.items() if letters <= most), "smallest")
