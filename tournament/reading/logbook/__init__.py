"""The logbook for reading: each line in words, and its seals."""
