"""What a captain tells when the bidding ends: contract and declarers; the deal page asks the tricks after play."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.acts.table.announcing import announce
from tournament.errors import UserError
from tournament.forms.table.choices import chosen
from tournament.forms.table.deals import draft
from tournament.views.captain.deals import refused_deal
from tournament.views.captain.json_answers import done_answer
from tournament.views.shared.at_table import asked_of, key_of, phone_in, seated_in, seen_in
from tournament.views.shared.page import wants_json
from tournament.views.shared.token_pages import behind_link


@behind_link("POST")
def announced(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Stores what is played; takes the fields of the deal page, of which contract, declarers and trump count."""
    row, by = access.captain(token)
    choices, seated, key = chosen(request.POST), seated_in(request.POST, number), key_of(request.POST)
    seen, phone = seen_in(request.POST), phone_in(request.POST)
    sent: dict[str, Any] = {"replaces": seen, "seated": seated, "key": key, "phone": phone}
    try:
        answer = announce(row, by, number, choices.announced, **sent, in_turn=True)
    except UserError as refusal:
        if wants_json(request):
            raise
        return refused_deal(request, token, number, draft(asked_of(row, number, seated), choices), refusal)
    return done_answer(request, token, "announced", row, answer)
