"""Tests of organisations and their registers."""
