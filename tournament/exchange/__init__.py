"""Export of an event to files that an outsider can check, and import."""
