"""Acts on who plays: registration, attendance, fees, clubs."""
