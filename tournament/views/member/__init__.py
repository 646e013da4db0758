"""Pages of a club's members, without an account: the door of an evening, and a person's own page."""
