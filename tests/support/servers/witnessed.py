"""The settings of Troel as they are, with a witness to what is taken from which database (`witness`)."""

from tournament.settings import *  # noqa: F403
from tournament.settings import MIDDLEWARE

MIDDLEWARE = ["tests.support.servers.witness.Witness", *MIDDLEWARE]
