"""Tests of the server, its databases, and what survives its end."""
