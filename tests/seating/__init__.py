"""Tests of seating."""
