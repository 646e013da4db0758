"""Pages of its players."""
