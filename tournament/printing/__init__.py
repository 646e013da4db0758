"""What is hung on the wall or laid on a table: PDF from the same rows as the pages."""
