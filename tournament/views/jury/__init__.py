"""Pages of the jury."""
