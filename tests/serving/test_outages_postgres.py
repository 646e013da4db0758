"""PostgreSQL that does not answer in time is an outage, as one that refuses is."""

import socket

import psycopg
import pytest

from tournament.site.outages import Outage, outage

pytestmark = pytest.mark.long


def test_a_database_that_times_out_is_away() -> None:
    """What psycopg raises then is a class below OperationalError, which has no code either."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        host, port = silent.getsockname()
        with pytest.raises(psycopg.OperationalError) as caught:
            psycopg.connect(host=host, port=port, user="nobody", connect_timeout=2)
    assert type(caught.value) is not psycopg.OperationalError
    assert outage(caught.value) is Outage.AWAY
