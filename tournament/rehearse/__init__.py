"""A rehearsal: a whole championship played against a running server over HTTP, for training and as a test.

Nothing here touches the database: `wire` is what phones send, `visitor` a browser without scripts, `hall` the captains
of a round with their network, `staff` what organiser, desk and jury do on their pages, and `day` puts them together.
"""
