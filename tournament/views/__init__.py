"""Pages: fetch and authorise, validate, act, redirect."""
