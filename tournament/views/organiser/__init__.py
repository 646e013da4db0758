"""The pages of whoever runs a championship: planning it, its players, its rounds, its members, its memory."""
