"""What API contracts share: named entries with JSON pointers, references, placement. No `CHUNKER` here."""
