"""Config sections: what a key tree is cut into, whatever syntax it came from. No `CHUNKER` here."""
