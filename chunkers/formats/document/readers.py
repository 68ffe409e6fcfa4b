"""Which reader a document has: by the language the classification gave, else by its name.

The one table of document formats; genres (decision records, runbooks, changelogs) read any of them through it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from chunkers.chunker import ChunkingInput
from chunkers.formats.document import text
from chunkers.formats.document.outline import Outline
from chunkers.source import CleanText

Reader = Callable[[str, CleanText], Outline]

_HOMES = {
    "asciidoc": "asciidoc.reader",
    "html": "html.reader",
    "latex": "latex",
    "markdown": "markdown.reader",
    "org": "org",
    "plain": "text",
    "rst": "rst.reader",
}
"""Where each format's `read` is, below this package."""
_LANGUAGES = {
    "markdown": "markdown", "mdx": "markdown", "rst": "rst", "restructuredtext": "rst", "asciidoc": "asciidoc", "html": "html",
    "org": "org", "latex": "latex", "tex": "latex", "rmarkdown": "markdown", "quarto": "markdown",
}  # fmt: skip
_ENDINGS = {
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "mdown": "markdown", "mkd": "markdown",
    "mdwn": "markdown", "rmd": "markdown", "qmd": "markdown", "rst": "rst", "rest": "rst", "adoc": "asciidoc",
    "asciidoc": "asciidoc", "asc": "asciidoc", "html": "html", "htm": "html", "xhtml": "html", "org": "org",
    "tex": "latex", "ltx": "latex",
}  # fmt: skip
_BARE_NAME = re.compile(
    r"(?:readme|change-?log|changes|history|contributing|install|news|security|support|authors|todo)$", re.IGNORECASE
)
_ATX = re.compile(rb"^#{1,6} [^\n]+\n\s*\n(?:[^\n]*\n){0,200}#{1,6} ", re.MULTILINE)
_LOOK = 50_000
_UNKNOWN = frozenset({"", "text", "plain", "plaintext", "plain text"})


def format_of(given: ChunkingInput) -> str | None:
    """Return the document format of a file, None when it is no document we read by its structure."""
    language = (given.classification.language or "").lower()
    if language in _LANGUAGES:
        return _LANGUAGES[language]
    if language not in _UNKNOWN:
        return None
    name = given.path.rsplit("/", 1)[-1]
    ending = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if not ending and _BARE_NAME.match(name) and _ATX.search(given.clean.data, 0, _LOOK):
        return "markdown"
    return "plain" if ending in {"", "txt", "text"} and text.has_titles(given.clean.data) else None


def read(given: ChunkingInput) -> Outline | None:
    """Return the outline of a document file, None for anything else."""
    found = format_of(given)
    return reader_of(found)(given.path, given.clean) if found else None


@lru_cache(maxsize=16)
def reader_of(name: str) -> Reader:
    """Return the reader of a document format, loaded when the first document of that format is met."""
    found: Reader = import_module(f"{__package__}.{_HOMES[name]}").read
    return found
