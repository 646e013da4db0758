"""The names and addresses by which other machines on the network reach this one. Standard library only."""

import contextlib
import fcntl
import socket
import struct

# ioctl(2) of Linux, <linux/sockios.h>: the IPv4 address of an interface.
SIOCGIFADDR = 0x8915


def machine_addresses() -> list[str]:
    """The IPv4 addresses of this machine's interfaces except loopback, the one towards the network first."""
    addresses = [_towards_the_network(), *(_address_of(name) for _, name in socket.if_nameindex())]
    return list(dict.fromkeys(address for address in addresses if address and not address.startswith("127.")))


def machine_names() -> list[str]:
    """This machine's own name, bare and as the network announces it (`name.local`)."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def bracketed(host: str) -> str:
    """A host as written in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def url_of(host: str, port: int) -> str:
    """The address of a server on this machine, under one of its addresses or names."""
    return f"http://{bracketed(host)}:{port}"


def _towards_the_network() -> str | None:
    # Connecting a datagram socket sends nothing: it only asks the system which of its addresses it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def _address_of(interface: str) -> str | None:
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker, contextlib.suppress(OSError):
        return socket.inet_ntoa(fcntl.ioctl(asker.fileno(), SIOCGIFADDR, request)[20:24])
    return None
