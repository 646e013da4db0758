"""The Django project and its one app. Imports nothing, so that `tournament.seating` runs with a bare Python."""
