"""HTML pages: sections by heading."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("html")
