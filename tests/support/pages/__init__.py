"""Pages as their visitors see and use them."""
