"""What pages show of an organisation: its people, its events, who may be whom."""
