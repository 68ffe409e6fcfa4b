"""The version of the redaction rules and their engine, for whoever must name it without loading them."""

RULESET = "2"
"""It belongs to the provenance of chunks: when it changes, redacted text may change without the source."""
