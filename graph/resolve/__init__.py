"""What names mean: one engine per language family over one project index."""
