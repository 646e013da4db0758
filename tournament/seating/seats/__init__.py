"""Who sits on which of a table's seats, so that everybody has each equally often."""
