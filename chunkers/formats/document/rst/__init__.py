"""reStructuredText by its block structure: titles with their adornment, directives, literal blocks, tables."""
