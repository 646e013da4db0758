"""Where Troel listens, and who can reach it, as far as the machine itself can tell; only a phone proves it."""

import errno
import json
import socket
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import links
from tournament.doctor.findings import Finding, absent, advice, bad, good, read_text
from tournament.site import release
from tournament.site.addresses import bracketed, machine_addresses, url_of
from tournament.site.environment import Listen, host_of

ROOT = Path("/")
LIVE = "/health/live"
# How long (s) a server may take to say that it lives, which it says while it is busy too.
ANSWERS = 3.0
# Addresses that a machine gives itself where no router gives one.
UNASSIGNED = "169.254."


def look_at_port() -> Iterator[Finding]:
    """Whether Troel has its port, or can have it."""
    port = {"port": settings.LISTEN.port}
    if is_served():
        yield good(_("Troel answers on port %(port)s.") % port)
    elif refusal := refusal_of(settings.LISTEN):
        yield bad(refusal)
    else:
        yield good(_("Port %(port)s is free. Troel is not running.") % port)


def look_at_address() -> Iterator[Finding]:
    """Whether other machines can reach Troel, and whether links and codes lead there."""
    base, addresses, runs = settings.BASE_URL, machine_addresses(), is_served()
    option = {"option": release.to_all(settings.LISTEN.port)}
    host = host_of(base)
    if not links.only_here() and not _is_number(host):
        # A name, of a proxy perhaps: whoever it leads to must be Troel.
        if runs and not answers(base):
            sentence = _(
                "Links and codes lead to %(address)s, where Troel does not answer: does that name lead here, is its "
                "proxy on?"
            )
            yield bad(sentence % {"address": base})
        else:
            yield good(base)
    elif all(address.startswith(UNASSIGNED) for address in addresses):
        yield bad(_("This machine is on no network, or the router gave it no address: look at cable and wifi."))
    elif runs and not any(answers(at) for at in _places(addresses)):
        yield bad(_("Only this machine can open Troel: start it with %(option)s.") % option)
    elif links.only_here() and not runs:
        yield advice(_("Start Troel with %(option)s, or no phone can open it.") % option)
    elif not links.only_here() and host not in addresses:
        names = {"address": base, "machine": ", ".join(addresses)}
        sentence = _(
            "Links and codes lead to %(address)s, but this machine is %(machine)s: let the router give it that "
            "address, or start Troel again and print the codes again."
        )
        yield bad(sentence % names)
    else:
        at = {"address": next(iter(_places(addresses))) if links.only_here() else base}
        if runs and not lets_in(at["address"]):
            yield bad(
                _("Troel was started before this machine was %(address)s: start it again, or no phone gets in.") % at
            )
        else:
            yield good(_("%(address)s: open it with a phone to be sure.") % at)


def look_at_firewall(root: Path = ROOT) -> Iterator[Finding]:
    """Whether a firewall is on that may keep phones out; what its rules are, an administrator alone can read."""
    port = settings.LISTEN.port
    on = {
        f"sudo ufw allow {port}/tcp": "ENABLED=yes" in read_text(root / "etc/ufw/ufw.conf").split(),
        f"sudo firewall-cmd --add-port={port}/tcp": (root / "run/firewalld.pid").exists(),
    }
    for command, is_on in on.items():
        if is_on:
            yield advice(_("A firewall is on. It lets phones in after: %(command)s") % {"command": command})
    if not any(on.values()):
        yield absent(_("Neither ufw nor firewalld is on."))


def is_served() -> bool:
    """Whether Troel runs on this machine, at its port."""
    return any(answers(at) for at in _places(["127.0.0.1", settings.LISTEN.host]))


def answers(address: str) -> bool:
    """Whether a Troel answers at an address, scheme://host[:port], without any proxy of the environment."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}{LIVE}", timeout=ANSWERS) as answer:
            return "version" in json.load(answer)
    except (OSError, ValueError):
        return False


def lets_in(address: str) -> bool:
    """Whether the Troel that answers at an address knows it as its own, as it shows its pages under no other."""
    try:
        build_opener(ProxyHandler({})).open(f"{address}{reverse('reached')}", timeout=ANSWERS).close()
    except HTTPError as fault:
        return fault.code != HTTPStatus.BAD_REQUEST
    except OSError:
        return True  # busy, perhaps
    return True


def refusal_of(listen: Listen) -> str:
    """Why nothing can listen there; "" if it can."""
    place = {"place": f"{bracketed(listen.host)}:{listen.port}"}
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(*listen, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            place["option"] = release.PORT
            return _("%(place)s is in use, perhaps by Troel: stop that, or choose another %(option)s.") % place
        return _("Nothing can listen on %(place)s: %(reason)s.") % {**place, "reason": fault.strerror}
    return ""


def _places(hosts: Iterable[str]) -> list[str]:
    return [url_of(host, settings.LISTEN.port) for host in dict.fromkeys(hosts)]


def _is_number(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()
