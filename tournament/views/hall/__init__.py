"""The screen in the hall."""
