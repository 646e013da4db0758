"""Tests of the tools that measure the project itself."""
