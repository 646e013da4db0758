"""Signing and disputing, on a player's own phone or with their PIN on the table's: the pages both share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.acts.kernel.submissions import require_writable
from tournament.acts.table import signatures
from tournament.acts.table.signatures import require_disputing, require_signing
from tournament.errors import UserError
from tournament.models import Entry, Signature, Table
from tournament.progress.signing import SIGNED, Signing, signing
from tournament.reading.table import sheets
from tournament.reading.table.signatures import signed
from tournament.views.shared.at_table import line_of, unverified, writes
from tournament.views.shared.page import on_the_page, see_other
from tournament.views.shared.pins import owner_of, remembered


@dataclass(frozen=True, slots=True)
class Hand:
    """Who signs where: the table, the player, the actor, and whether their PIN proves who they are.

    `link` is the token behind which they do it, `home` the page they come back to; `to_dispute` gives the address at
    which a deal is disputed.
    """

    row: Table
    entry: Entry
    by: str
    how: str
    link: str
    home: str
    to_dispute: Callable[[int], str]

    def prove(self, request: HttpRequest) -> None:
        """Refuses whoever is not this player: on the phone of somebody else their PIN is asked."""
        if self.how == Signature.How.PIN:
            owner_of(request, f"{self.link} {self.entry.number}", [self.entry])


def sign_page(request: HttpRequest, hand: Hand, deal: int | None = None) -> HttpResponse:
    """Shows a player their column, or a deal, and signs it."""

    def act() -> None:
        hand.prove(request)
        seen = request.POST.get("seen", "")
        signatures.sign(hand.row, hand.by, hand.entry.number, deal=deal, seen=seen, how=hand.how)

    return _page(request, hand, "player/sign.html", deal, act, require_signing)


def dispute_page(request: HttpRequest, hand: Hand, deal: int) -> HttpResponse:
    """Asks a player what is wrong with a deal, and opens the dispute."""

    def act() -> None:
        hand.prove(request)
        text, seen = request.POST.get("text", ""), request.POST.get("seen", "")
        signatures.dispute(hand.row, hand.by, hand.entry.number, deal, text, seen=seen, how=hand.how)

    return _page(request, hand, "player/dispute.html", deal, act, require_disputing)


def signing_of(row: Table, sheet: sheets.Sheet) -> dict[str, Any]:
    """The context of a page that shows the signatures of a table; nothing is read where nobody signs."""
    signs = row.round.event.confirmation in SIGNED
    return {"signed": signed(signing(row), sheet.entry_names, is_open=writes(row))} if signs else {}


def _page(
    request: HttpRequest,
    hand: Hand,
    template: str,
    deal: int | None,
    act: Callable[[], None],
    require: Callable[..., None],
) -> HttpResponse:
    """A page with a button that does something; if it is refused, the page says why, with what stands there now.

    `require` refuses the page itself where the act would be refused whatever is sent.
    """
    fault: Any = ""
    status = 200
    if request.method == "POST":
        try:
            act()
            answer = see_other(hand.home)
            return remembered(answer, hand.link, hand.home) if hand.how == Signature.How.PIN else answer
        except UserError as refusal:
            fault, status = on_the_page(request, refusal)
    require_writable(hand.row.round.event, hand.row)
    state, sheet = signing(hand.row), sheets.sheet(hand.row, public=False)
    require(hand.row.round.event, state, hand.entry.number, deal)
    context = {
        **_shown(hand, state, sheet, deal),
        "event": hand.row.round.event,
        "table": hand.row,
        "sheet": sheet,
        "rules": sheet.lines[0].ruleset,
        "unverified": unverified(hand.row.round.event),
        "home": hand.home,
        "asks_pin": hand.how == Signature.How.PIN,
        "fault": fault,
        "text": request.POST.get("text", ""),
        "return_path": request.path if request.method == "POST" else "",
    }
    return render(request, template, context, status=status)


def _shown(hand: Hand, state: Signing, sheet: sheets.Sheet, deal: int | None) -> dict[str, Any]:
    """What is to be signed: the lines with the points they gave, the sums, and the mark of it all."""
    number = hand.entry.number
    name, seen = sheet.entry_names.get(number, ""), state.version_token(number, deal)
    if deal is not None:
        line = line_of(sheet, deal)
        points = [
            (sheet.entry_names[int(who)], points)
            for who, points in state.current_content(number, deal)["points"].items()
        ]
        return {"name": name, "seen": seen, "line": line, "points": points, "disputes": hand.to_dispute(deal)}
    column, total = state.current_content(number), 0
    rows = []
    for played, points in column["deals"]:
        total += points
        rows.append((sheet.lines[played - 1], points, total, hand.to_dispute(played)))
    return {"name": name, "seen": seen, "rows": rows, "column": column}
