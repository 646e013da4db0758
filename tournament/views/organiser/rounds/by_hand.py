"""What an organiser changes by hand in a seating: withdrawing a publication, exchanging two players."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds import publication as acts
from tournament.acts.rounds import seat_swaps
from tournament.errors import UserError
from tournament.forms.people.people import ReasonForm
from tournament.forms.rounds.draws import ExchangeForm
from tournament.models import Draw, Round
from tournament.ranking.round_names import round_in
from tournament.reading.rounds.seat_exchange import effect
from tournament.views.organiser.rounds.rounds import answers_at_round, round_of, round_path
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, evening_of, put_right, seen, staff_page
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import posted, see_other, takes


@takes("GET", "POST")
@answers_at_round
def withdraw(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Withdraws the publication of a round and of those after it, after asking why."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    row = round_of(event, round)
    form = ReasonForm(posted(request))
    act = acts.withdraw_publication
    status = carried_out(form, lambda: act(row, by, form.cleaned_data["reason"], seen=seen(request)))
    if status == DONE:
        if evening := evening_of(request, event):
            # Tonight's one button does both.
            return see_other(evening)
        messages.success(request, _("The publication is withdrawn. Publish it again, or reject the draw."))
        return see_other("staff:round", slug, round)
    rounds = acts.published_from(event, round)
    if not form.is_bound and (fault := acts.publication_fault(rounds)):
        raise UserError(fault)
    words: dict[str, Any] = {
        "question": _("%(round)s: withdraw the publication?") % {"round": round_in(row.event, round)},
        "consequence": _consequence(row, rounds.count()),
        "action": _("Withdraw the publication"),
        "back": round_path(slug, round),
    }
    return confirm_page(request, event, status=status, fields=form, of=seating_token(rounds), danger=True, **words)


@takes("GET", "POST")
@answers_at_round
def exchange(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Asks who changes places with whom, shows the effect (`?one=3&other=17`), and makes the exchange for a reason."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    row = round_of(event, round)
    form, reason = ExchangeForm(request.GET or None), ReasonForm(posted(request))
    context: dict[str, Any] = {"round": row, "form": form, "reason": reason}
    if request.method == "GET":
        seat_swaps.require_exchangeable(row)
    if not form.is_valid():
        return staff_page(
            request, "organiser/rounds/exchange.html", event, status=422 if form.is_bound else 200, **context
        )
    numbers = form.numbers()

    def act() -> None:
        text, late = reason.cleaned_data["reason"], second_in(request)
        seat_swaps.exchange_places(row, by, numbers, text, seen=seen(request), second=late)

    status = carried_out(reason, act)
    if status == DONE:
        messages.success(request, _("The two players have swapped seats."))
        return see_other("staff:round", slug, round)
    try:
        context["effect"] = effect(row, seat_swaps.places(row, numbers))
    except UserError as refusal:
        status = put_right(form, refusal)
    context["of"] = seating_token(Round.objects.filter(pk=row.pk))
    return staff_page(request, "organiser/rounds/exchange.html", event, status=status, **context)


def _consequence(round: Round, count: int) -> str:
    """What happens to the seating, to its links, and to a secret that was shown."""
    sentences = [_("The rounds after it are withdrawn too.")] if count > 1 else []
    sentences += [
        _("The seating disappears from the public pages, where the withdrawal is counted."),
        _(
            "The links and codes of its tables will never work again: hand out new ones when the round is published "
            "again."
        ),
    ]
    draw = Draw.objects.filter(event=round.event, first__lte=round.number + count - 1).order_by("number").last()
    # An evening of a club makes its promises by itself.
    if draw and draw.secret and draw.last >= round.number and not hasattr(round.event, "evening"):
        sentences.append(_("The secret of the draw has been shown: any other draw needs a new promise."))
    return " ".join(sentences)
