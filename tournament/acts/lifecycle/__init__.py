"""Acts on an event as a whole: from rehearsal to archive, imported, restored, without its names."""
