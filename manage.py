#!/usr/bin/env python3
"""Troel's commands in a folder of its source: `manage.py help` lists them. Where Troel is installed it is `troel`."""

from tournament.management.__main__ import main

if __name__ == "__main__":
    main()
