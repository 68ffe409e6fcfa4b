"""One folder per language: `LANGUAGE = Language(...)` and its queries. See docs/adding-a-language.md."""
