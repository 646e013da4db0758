"""Championships at every stage of their life."""
