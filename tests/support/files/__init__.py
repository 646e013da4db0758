"""Files as they are written, read and spoiled."""
