"""What the pages of every audience share: which methods they take, where they lead, what a refusal looks like."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.reading.logbook.recent_lines import Depends

View = Callable[..., HttpResponseBase]
# From the parts of a URL to the sheet of the table it belongs to.
Home = Callable[..., str]
# What is answered on a form's own page: something changed, or the PIN or the text is not right.
ON_THE_PAGE = (409, 422, 429)
# What a page sends by itself that asks for a password and sends another form again.
CONFIRMING = ("csrfmiddlewaretoken", "second", "second_password", "present_password")


def answers_refusals(view: View, home: Home | None = None, *, above: Home | None = None) -> View:
    """Wraps a view so that a UserError becomes a page with its sentence and status; by then nothing was written.

    The page links to `home`, a table's sheet, if the view has one; or else to the page `above`, if it has that; or else
    to where the visitor came from.
    """

    @wraps(view)
    def answering(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except UserError as refusal:
            return refused(request, refusal, home(**kwargs) if home else "", above(**kwargs) if above else "")

    return answering


def takes(*methods: str, home: Home | None = None) -> Callable[[View], View]:
    """Wraps a view so that it takes only these methods; any other gets a page with 405. GET includes HEAD."""
    accepted = {*methods, *(("HEAD",) if "GET" in methods else ())}

    def only(view: View) -> View:
        @wraps(view)
        def taking(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if request.method in accepted:
                return view(request, *args, **kwargs)
            page = render(request, "405.html", _ways_out(request, home(**kwargs) if home else ""))
            return HttpResponseNotAllowed(sorted(accepted), page.content)

        return taking

    return only


def refused(request: HttpRequest, refusal: UserError, home: str = "", above: str = "") -> HttpResponse:
    """The page of a refusal; for htmx a notice at the top of the current page."""
    partial = request.headers.get("HX-Request") == "true"
    template = "shared/refused.html" if partial else "refused.html"
    context = {"sentence": refusal.sentence, **_ways_out(request, home)}
    context["back"] = above or context["back"]
    response = render(request, template, context, status=refusal.status)
    if partial:
        response["HX-Retarget"] = "#content"
        response["HX-Reswap"] = "afterbegin show:top"
    patch_vary_headers(response, ["HX-Request"])
    return response


def wants_json(request: HttpRequest) -> bool:
    """Whether a form was sent by a script, which takes its answer as JSON."""
    return request.method == "POST" and "application/json" in request.headers.get("Accept", "")


def on_the_page(request: HttpRequest, refusal: UserError) -> tuple[Any, int]:
    """The sentence and status of a refusal that a form's own page shows: something changed, or was not typed right.

    Raises any other refusal again, and every one of a form that a script sent.
    """
    if refusal.status not in ON_THE_PAGE or wants_json(request):
        raise refusal
    return refusal.sentence, refusal.status


def why_not(require: Callable[..., object], *arguments: object) -> str:
    """Why something cannot be done now, from what would refuse it; "" if it can. Then it is not offered."""
    try:
        require(*arguments)
    except UserError as refusal:
        return str(refusal)
    return ""


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form sent, even if it is empty; None when the form is only being shown."""
    return request.POST if request.method == "POST" else None


def unchanged(event: Event, table: Table | None) -> HttpResponse:
    """Answers an open page that what it shows has not changed: 204.

    `event` as it was before anything else was read, and the table on which the page depends, None if on none: so that
    `serving.polls` can say the same again without asking.
    """
    response = HttpResponse(status=204)
    place = (table.round.number, table.number) if table else None
    response.depends = Depends(event.pk, event.revision, event.seal, place)  # type: ignore[attr-defined]
    return response


def fields_again(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form that is to be sent again, without what was typed to confirm it."""
    names = (name for name in request.POST if name not in CONFIRMING)
    return [(name, str(value)) for name in names for value in request.POST.getlist(name)]


def see_other(to: Any, *args: object) -> HttpResponse:
    """Redirects after an act (303): to a view by name (with its arguments), a path or an object, fetched with GET."""
    response = HttpResponseRedirect(resolve_url(to, *args))
    response.status_code = 303
    return response


def back(request: HttpRequest) -> str:
    """The page of ours that the visitor came from, as an address to return to; "" if unknown."""
    return own_address(request, request.headers.get("Referer", ""))


def _ways_out(request: HttpRequest, home: str) -> dict[str, Any]:
    """The links of a page that could not do what was asked; they also hold after a change of language."""
    return {
        "home": home,
        "is_sheet": bool(home) and resolve(home).url_name == "table",
        "back": back(request),
        "return_path": "" if request.method in ("GET", "HEAD") else home,
    }


def own_address(request: HttpRequest, address: str) -> str:
    """An address given by the visitor if it leads to a page of ours; "" for any other."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    # "foo" would be a relative address, which `redirect` would take for the name of a view.
    return address if ours and address.startswith(("/", "http://", "https://")) else ""
