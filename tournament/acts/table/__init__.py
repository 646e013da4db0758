"""Acts at one table: its deals, its signatures, its seats."""
