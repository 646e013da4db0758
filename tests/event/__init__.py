"""Tests of an event as a whole."""
