"""Assigns people to the points of a design: by lot, with clubs along the columns."""
