"""The draw as the championship needs it: what it depends on, what is wished of it, and its secrets."""
