"""The draw as the championship needs it: what it depends on, the organiser's wishes, and its secrets."""
