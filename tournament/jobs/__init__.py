"""Jobs: files requested on a page, made by a child process while the server goes on answering captains."""
