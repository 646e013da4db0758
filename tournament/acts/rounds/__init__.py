"""Acts on rounds: drawn, published, exchanged, timed, closed."""
