"""Papers about players: attendance, certificates, cards."""
