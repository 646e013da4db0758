"""What a result is worth, and why."""
