"""Papers for the wall and the tables: PDF from the same rows as the pages."""
