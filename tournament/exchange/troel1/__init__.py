"""troel/1: an event as one file, written and read."""
