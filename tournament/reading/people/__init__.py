"""People for reading: fees, seats, files about them."""
