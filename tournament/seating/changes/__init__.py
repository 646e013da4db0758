"""Changes to a drawn event: people leave or come, a round is added. The whole draw is made again from its steps."""
