"""LaTeX files: sections by sectioning command."""

from chunkers.formats.document.plugin import document_chunker

CHUNKER = document_chunker("latex")
