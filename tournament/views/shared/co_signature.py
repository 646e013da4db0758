"""Asks for the second name that an act needs, on every page of the staff."""

from collections.abc import Callable

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from tournament.access import user_key
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.page import fields_again


def second_in(request: HttpRequest) -> str:
    """The second name that came with a form, proved with its own password; "" if none did, or the password is wrong.

    Wrong passwords count as failed sign-ins.
    """
    by, password = request.POST.get("second", ""), request.POST.get("second_password", "")
    user = User.objects.filter(pk=user_key(by)).first() if password else None
    return by if user and authenticate(request, username=user.get_username(), password=password) == user else ""


class AsksForSecond:
    """Middleware: an act that needs a second name becomes a page which asks for it and sends the same form again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that asks, where that is why an act was not done; None for anything else."""
        if not isinstance(exception, CoSignatureNeededError):
            return None
        context = {"sentence": exception.sentence, "others": exception.others.items(), "sent": fields_again(request)}
        wrong = request.POST.get("second", "") in exception.others
        return staff_page(request, "organiser/second.html", exception.event, status=409, wrong=wrong, **context)
