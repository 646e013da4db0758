"""What browsers keep to show it without a network: a table's page without its data, and what keeps such a page."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers

from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import takes

# About as long as a round.
CACHED_FOR = timedelta(hours=6)


@compressed
@takes("GET")
def app(request: HttpRequest, token: str = "") -> HttpResponse:
    """The page without data, the same for every link: browsers keep it for as long as a round lasts."""
    page = HttpResponse(render_to_string("captain/app.html", {"shell": True}))
    patch_cache_control(page, private=True, max_age=int(CACHED_FOR.total_seconds()))
    patch_vary_headers(page, ["Accept-Language"])
    return page


@takes("GET")
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the tables' pages; browsers use one only on https and on this machine itself."""
    return worker_script(reverse("captain:app-shell"), "troel", "troel/bundle/captain.js")


def worker_script(page: str, family: str, module: str) -> HttpResponse:
    """A service worker that keeps a page and shows it where there is no network.

    `family` begins the names of its caches, `module` is the script whose hash marks a release.
    """
    context = {"page": page, "family": family, "module": module}
    script = HttpResponse(render_to_string("shared/sw.js", context), content_type="text/javascript; charset=utf-8")
    patch_cache_control(script, no_cache=True)
    return script
