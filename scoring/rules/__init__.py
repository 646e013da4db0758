"""Rule sets: their parts, read, written, compared, printed."""
