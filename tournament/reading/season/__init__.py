"""The season of a series for people: from its evenings, with names, in words."""
