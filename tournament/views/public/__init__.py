"""Public pages of an event."""
