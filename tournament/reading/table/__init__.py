"""A table for reading: its sheet, its signatures, its history."""
