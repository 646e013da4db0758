"""Forms about rounds: draws, the room, hours."""
