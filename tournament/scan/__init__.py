"""Score sheets that a machine reads: where their marks are, what a picture shows, and what that means."""
