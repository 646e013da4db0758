"""The logbook as a file, its proof, and the rows that follow from it."""
