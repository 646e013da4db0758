"""Tests of what holds for every page."""
