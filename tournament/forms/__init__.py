"""Forms: they judge what came in and hand over finished values, never rows."""
