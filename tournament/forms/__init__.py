"""Forms: they validate input and return finished values, never rows."""
