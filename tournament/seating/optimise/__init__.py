"""Searches with a fixed budget: swaps inside rounds, table numbers."""
