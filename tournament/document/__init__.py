"""A troel/1 file as typed records, one for each of its parts: what may be in it, and in which order."""
