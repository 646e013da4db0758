"""Score sheets that come back as pictures: which may come, the child that reads them, what was read in words."""
