"""Pages of stewards: an organisation, its members, its evenings."""
