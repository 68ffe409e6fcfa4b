"""Markdown by its CommonMark block structure: our own linear scanner, no parser that a hostile file could crash."""
