"""The ranking, computed from the facts of every table. Nothing here writes."""
