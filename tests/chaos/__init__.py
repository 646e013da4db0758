"""A hall of captains on a bad network, at a real server that is killed again and again: nothing lost, doubled, changed.

    make chaos              40 captains, 16 rounds of 16 deals
    make chaos SEED=12345   the same again

`plan` says what is played at a table, `phone` sends it over a network that loses, delays, doubles and reorders,
`organiser` seats the rounds, and `hall` runs the server, kills it, and compares what it holds with what was played.
Everything that happens by chance follows from the seed; how the phones' requests meet at the server does not.
"""
