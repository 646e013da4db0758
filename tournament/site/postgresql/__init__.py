"""Django's backend for PostgreSQL, with two things more: a silent server is given up, an old primary not believed."""
