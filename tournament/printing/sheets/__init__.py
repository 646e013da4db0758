"""Papers that lie on the tables: score sheets, cards, slips."""
