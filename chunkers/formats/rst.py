"""reStructuredText files: sections by title."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("rst")
