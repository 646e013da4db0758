"""The way in, and the guides."""
