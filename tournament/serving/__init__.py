"""What the server does before Django sees a request: receive it whole, put it in a lane, or answer at once."""
