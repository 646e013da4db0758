"""Forms of one table: a deal from choices, from typed lines, from a phone."""
