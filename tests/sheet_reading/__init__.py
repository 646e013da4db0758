"""Tests of sheet reading."""
