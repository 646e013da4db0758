"""Backups: one file with the database and the keys, kept in a folder that the organiser names, and put back.

`archive` is the file; `place` the folder, and what became of the last backup there; `keeper` makes one, in a process of
its own; `watch` is what starts it; `restoring` makes an empty installation go on from a file;
`upgrade` makes one before tables change, `comparing` says what came after it.
"""
