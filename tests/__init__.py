"""The tests of Troel."""
