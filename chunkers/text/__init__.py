"""Text strategies, one file each, and the last resort that keeps every line."""
