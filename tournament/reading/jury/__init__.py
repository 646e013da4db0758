"""What the jury reads: calls, decisions and their effect."""
