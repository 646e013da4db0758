"""Several servers on one PostgreSQL: machines die and freeze, and nothing is lost, doubled or shown wrongly.

    make failover                       every row, at most 20 minutes
    make failover SEED=12345            the same again
    make failover ROWS="killed frozen"  some of them

`row` is what a row of the table is, `installation` the servers and their database, `phones` the captains who write
through them and know what was confirmed, `judge` compares that with what stands at the end; each row is a function in
the other modules. Everything that happens by chance follows from the seed; how requests meet at the servers does not.
"""
