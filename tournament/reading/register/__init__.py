"""What stewards, members and the public read of an organisation: its evenings, its season."""
