"""The ranking for reading: who is where, why, and what changed."""
