"""What other sites and programs fetch: data, calendars, news, pictures, and what they embed."""
