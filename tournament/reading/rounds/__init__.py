"""Rounds for reading: draws, seatings, pace and timer."""
