"""Organisers, desk and jury in a real browser."""
