"""How the server deals with requests before Django sees them: received whole, put in a lane, answered at once."""
