"""Pages of an event as a whole."""
