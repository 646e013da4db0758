"""Tests of one table and its captain's pages."""
