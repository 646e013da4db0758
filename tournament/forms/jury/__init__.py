"""Forms of the jury."""
