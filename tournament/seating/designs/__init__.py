"""Rounds on paper, before anybody is assigned to a point: constructions of the combinatorial literature."""
