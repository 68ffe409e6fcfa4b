"""AsciiDoc files: sections by title, delimited blocks hide them."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("asciidoc")
