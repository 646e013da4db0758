"""Files as rows: what a page asked to be made, and pictures of sheets; any server gives them, and one deletes them."""
