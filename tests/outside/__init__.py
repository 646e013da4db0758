"""What other sites and programs fetch."""
