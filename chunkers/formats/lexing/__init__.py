"""What the hand scanners of small formats share. Owns no file."""
