"""Forms of organisations and their people."""
