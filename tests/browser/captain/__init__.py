"""Captains' phones in a real browser."""
