"""How Troel is set up where it runs: environment, addresses, limits, passwords, translations."""
