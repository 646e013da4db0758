"""Servers, disks, clocks and the wire."""
