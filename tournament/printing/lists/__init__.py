"""Lists and tables for the wall."""
