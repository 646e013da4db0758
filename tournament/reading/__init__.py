"""What pages and paper show: facts put in order and into words for readers. Nothing here writes."""
