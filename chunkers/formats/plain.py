"""Plain text with underlined titles: sections by title; other text is left to the windows of the last resort."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("plain")
