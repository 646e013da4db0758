"""How far an event is: what is signed, what is open, what comes next."""
