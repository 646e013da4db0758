"""Pages of its rules."""
