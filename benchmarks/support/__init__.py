"""What benchmarks share: a place to measure in, crowds, halls."""
