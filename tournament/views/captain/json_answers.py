"""What a phone that sends a form in the background is answered: the same acts and refusals, as JSON."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.acts.kernel.submissions import Answer, earlier_answer
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.views.shared.page import View, see_other, wants_json

# From a refused request and the parts of its URL to what else its sender should know.
Beside = Callable[..., dict[str, Any]]
# What Django raises for a body that it does not read: too long, too many fields, no form at all.
UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation)


def done_answer(
    request: HttpRequest, token: str, outcome: str, row: Table, answer: Answer, **more: Any
) -> HttpResponse:
    """What was done: a redirect to the sheet, or the same as JSON.

    What was done is in the address, because these pages have no cookie to keep it in. `row` is the table as the act
    left it, `more` what else a script is told.
    """
    number, path = answer["deal"], reverse("captain:table", args=[token])
    address = f"{path}?done={outcome}&deal={number}" if number else path
    return redirect_or_json(request, address, outcome, row, answer, **more)


def redirect_or_json(
    request: HttpRequest, address: str, outcome: str, row: Table, answer: Answer, **more: Any
) -> HttpResponse:
    """The same for any page of a table: a redirect to `address`, or what was done as JSON."""
    if not wants_json(request):
        return see_other(address)
    version = {"version": answer["version"], "revision": row.revision}
    return JsonResponse({"done": outcome, "deal": answer["deal"], **version, "go": address, **more})


def nothing(*_given: object, **_more: object) -> dict[str, Any]:
    """Nothing is told beside a refusal."""
    return {}


def answers_json(view: View, beside: Beside = nothing) -> View:
    """Wraps a view so that a script is refused in JSON: status, sentence, a code if there is one, what is `beside` it.

    A link that died with its round still repeats the answers it gave. A second name is asked on the ordinary page only.
    """

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not wants_json(request):
            return view(request, *args, **kwargs)
        try:
            try:
                return view(request, *args, **kwargs)
            except DeadLinkError as dead:
                if "token" not in kwargs:
                    raise UserError(str(dead), 404) from dead
                return _dead(request, dead, kwargs["token"])
        except CoSignatureNeededError as needed:
            return _refused(UserError(needed.sentence), {})
        except UserError as refusal:
            return _refused(refusal, beside(request, refusal, **kwargs))
        except UNREADABLE:
            return _refused(UserError(_("What was sent is not what this page expects. Nothing was changed."), 400), {})

    return answering


def _dead(request: HttpRequest, dead: DeadLinkError, token: str) -> HttpResponse:
    stored = dead.table and earlier_answer(dead.table, request.POST.get("key", ""))
    if dead.table and stored:
        return done_answer(request, token, "before", dead.table, stored)
    if dead.table is None and not Event.objects.exists():
        # A machine that is about to go on from a backup: a phone that took this for a refusal would give up its deals.
        return JsonResponse({}, status=503)
    return _refused(UserError(str(dead), 404, "dead_link"), {})


def _refused(refusal: UserError, more: dict[str, Any]) -> HttpResponse:
    code = {"code": refusal.code} if refusal.code else {}
    outcome = {"status": refusal.status, **code, "sentence": str(refusal.sentence), **more}
    return JsonResponse(outcome, status=refusal.status)
