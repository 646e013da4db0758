"""Tests of signatures."""
