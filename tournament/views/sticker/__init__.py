"""Pages behind the stickers on a club's own tables."""
