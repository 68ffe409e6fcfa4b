"""Contracts, schemas, SQL and migrations."""
