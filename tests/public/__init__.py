"""Tests of public pages and the hall's screen."""
