"""Tests of an event's rules."""
