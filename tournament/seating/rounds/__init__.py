"""Rounds that are drawn: a whole event, rounds by lot after others, rounds by ranking."""
