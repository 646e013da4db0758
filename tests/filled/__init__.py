"""Score sheets as a table hands them in: printed, filled in by a program, and spoiled by a scanner, copier or phone.

Nothing here knows how the reader works, and nothing of `tournament.scan` but the places of the bubbles is used.
"""
