"""The devices on which an account stays signed in, and revoking them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, remembered
from tournament.integers import read_digits
from tournament.models import TrustedDevice
from tournament.views.shared.page import see_other, takes


@takes("GET")
@never_cache
def devices(request: HttpRequest) -> HttpResponse:
    """The devices of the signed-in member, the one used last first."""
    rows = TrustedDevice.objects.filter(user=access.member(request))
    current = request.session.get(remembered.DEVICE)
    return render(request, "entrance/devices.html", {"devices": rows, "current": current})


@takes("POST")
def revoke(request: HttpRequest) -> HttpResponse:
    """Signs one `device` of the member out, or without a number all of them; nobody else's. Twice is as once."""
    number = request.POST.get("device", "")
    remembered.forget(access.member(request), (read_digits(number) or 0) if number else None)
    messages.success(request, _("The device is signed out.") if number else _("All these devices are signed out."))
    return see_other("devices")
