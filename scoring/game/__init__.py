"""What can happen in a deal: contracts, bids, results."""
