"""Forms about an event as a whole."""
