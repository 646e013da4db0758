"""The organisers' pages: planning a championship, its players, its rounds, its members, its logbook."""
