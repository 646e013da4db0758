"""A second count of what the program says, which shares nothing with it."""
