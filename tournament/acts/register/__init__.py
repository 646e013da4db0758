"""What changes an organisation: lines of its register, above the acts of events."""
