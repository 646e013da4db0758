"""Pages of the desk: the tables of a round."""
