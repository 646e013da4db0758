"""What the pages of several audiences share."""
