"""Tests of jury."""
