"""One file per kind of code chunk, over the facts that queries give."""
