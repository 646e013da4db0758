"""Acts on the plan of an event: its rules, its format, its staff, and the end of its ranking."""
