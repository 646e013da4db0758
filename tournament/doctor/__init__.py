"""Whether this machine can carry an evening: one list of checks, for `manage.py doctor`, /health/ready and upgrades."""
