"""The ranking, from the facts of every table to who is where; it reads and computes, and writes nothing."""
