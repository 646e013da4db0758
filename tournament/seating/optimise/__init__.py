"""Searches with a fixed budget: who is which point, swaps inside rounds, table numbers."""
