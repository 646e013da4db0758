"""Tests of the logbook, its proofs, and files."""
