"""One file: decode, redact, parse, cut. Owns the vocabulary of the whole product; knows no commit and no other file."""
