"""Which bid beats which by the rules of an event: a page that works without the network once it was opened."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from scoring import ResultError, RuleSet, words
from scoring.game.auction import Bid, bid
from scoring.game.contracts import NO_TRUMP, SUITS
from scoring.rules.defined import auction_data, verdict
from tournament.access import DeadLinkError
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.event.bidding import regulation
from tournament.views.captain.offline import CACHED_FOR, worker_script
from tournament.views.public.event import of_event
from tournament.wording import language


@of_event
def bidding(request: HttpRequest, event: Event) -> HttpResponse:
    """Two bids to choose and which of them beats the other; below it the ladder and what the regulation says."""
    rules = facts.ruleset(event)
    if not rules.lines:
        raise DeadLinkError(_("There is no bidding under these rules."))
    query = {name: request.GET.get(name, "") for name in ("bid", "suit", "over", "over_suit", "rules")}
    context, status = _answer(query, rules)
    context |= {
        "event": event,
        "rules": rules,
        "regulation": regulation(rules, language()),
        "auction": auction_data(rules, language()),
        "choices": _choices(query, rules),
    }
    page = render(request, "public/bidding.html", context, status=status)
    if query["rules"] == rules.hash[:8]:
        # Over plain http nothing else lets a browser show it without the network.
        patch_cache_control(page, private=True, max_age=int(CACHED_FOR.total_seconds()))
    return page


def _answer(query: dict[str, str], rules: RuleSet) -> tuple[dict[str, Any], int]:
    """The verdict on what was asked, in words, or the fault in it; nothing before both bids are chosen."""
    try:
        first, other = _bid(query["bid"], query["suit"], rules), _bid(query["over"], query["over_suit"], rules)
    except ResultError as error:
        return {"fault": error.sentence(language())}, 422
    return {"verdict": verdict(first, other, language(), rules) if first and other else ""}, 200


def _bid(contract: str, suit: str, rules: RuleSet) -> Bid | None:
    return bid(contract, suit, rules) if contract else None


def _choices(query: dict[str, str], rules: RuleSet) -> list[dict[str, Any]]:
    """The two bids of the form: their fields, the contracts from high to low, the suits."""
    suits = SUITS if all(line.trump != "any" for line in rules.lines.values()) else (*SUITS, NO_TRUMP)
    contracts = [(key, words.contract(key, language(), rules)) for key in reversed(list(rules.lines))]
    legends = {"bid": _("Does this bid …"), "over": _("… beat this one?")}
    return [
        {
            "name": contract,
            "legend": legends[contract],
            "chosen": query[contract],
            "contracts": contracts,
            "suits": {
                "name": suit,
                "legend": _("Suit"),
                "shape": "suits",
                "options": [{"value": value, "suit": value, "chosen": value == query[suit]} for value in suits],
            },
        }
        for contract, suit in (("bid", "suit"), ("over", "over_suit"))
    ]


@of_event
def worker(request: HttpRequest, event: Event) -> HttpResponse:
    """The service worker that keeps the page."""
    return worker_script(reverse("bidding", args=[event.slug]), f"bidding {event.slug}", "troel/bidding.js")
