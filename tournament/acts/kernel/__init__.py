"""What all acts share: the logbook, submissions, decisions, and what must hold before an act."""
