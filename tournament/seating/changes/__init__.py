"""What happens to a drawn event: people leave or come, a round is added."""
