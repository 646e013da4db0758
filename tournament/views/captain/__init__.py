"""Pages of a table, for its captain's phone."""
