"""What other sites and programs read: data, calendars, news, pictures; never more than the public pages show."""
