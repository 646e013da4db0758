"""Pages for everybody in a real browser."""
