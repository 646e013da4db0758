"""Everything that changes a championship: one function an act, each in check, facts, apply."""
