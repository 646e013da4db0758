"""The Django project and its one app. Imports nothing, so that `tournament.seating` runs with a bare Python."""

__version__ = "0.2.0"
