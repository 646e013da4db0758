"""The Django project and its one app. Imports nothing, so that `tournament.seating` runs with a bare Python."""

# The release that is to come, until its tag: a build after 0.2.0 must not look like 0.2.0 to who installs it.
__version__ = "0.3.0.dev0"
