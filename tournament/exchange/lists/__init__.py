"""Lists of players and others, as spreadsheets come in and go out."""
