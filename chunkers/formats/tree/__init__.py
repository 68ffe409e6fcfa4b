"""A neutral key tree with byte ranges, read from YAML or JSON by linear scanners that tolerate errors; no format's meaning lives here."""

from chunkers.formats.tree.node import Document, Node, Stream

__all__ = ["Document", "Node", "Stream"]
