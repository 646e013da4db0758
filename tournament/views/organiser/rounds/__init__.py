"""Pages of its rounds."""
