"""What pages and paper read: facts laid out for a reader, in an order and in words. Nothing here writes."""
