"""How Troel is set up where it runs: environment, addresses, bounds, passwords, translations."""
