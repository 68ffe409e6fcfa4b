"""One folder per programming language: `LANGUAGE` and its queries."""
