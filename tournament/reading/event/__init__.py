"""An event for reading: its plan and its rules in words."""
