"""Whose turn it is: requests in their lanes, behind whom they wait and for how long."""
