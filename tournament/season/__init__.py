"""The season of a club: evenings in, a ranking out. Plain values, exact numbers, nothing of the database or the web."""
