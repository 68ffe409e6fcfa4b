"""AsciiDoc by its block structure: section titles outside delimited blocks."""
