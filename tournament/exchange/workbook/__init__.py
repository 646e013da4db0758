"""An event as a workbook."""
