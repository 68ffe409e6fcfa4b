"""Rule families as data: one TOML file each, read by `chunkers.redaction.catalogue`."""
