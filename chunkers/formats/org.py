"""Org files: sections by headline."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("org")
