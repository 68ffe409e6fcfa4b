"""Chunks made from the graph: names and places only, each line with its original. A claim must cite the original, never the composition."""
