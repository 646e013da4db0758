"""An event as a file that an outsider can check, and back."""
