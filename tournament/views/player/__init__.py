"""Pages of players: their own, their table's for reading, registration."""
