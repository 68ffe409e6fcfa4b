"""Markdown files: sections by heading."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("markdown")
