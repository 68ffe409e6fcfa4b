"""Generator markers in comments: which lines of a document a tool wrote, and which tool.

Takes comments as (line, text), gives regions between matching begin and end markers; a lone marker makes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from chunkers.formats.document.outline import Region

_SPLIT = re.compile(r"[\s_:.\-]+")
_BEGIN = frozenset({"begin", "beginning", "start"})
_END = frozenset({"end", "stop", "finish"})
_PLACES = 5
_COMMENTS = ((b"<!--", b"-->"), (b"{/*", b"*/}"), (b"[//]: #", b")"), (b"[comment]: #", b")"))
_UNDERSCORED = re.compile(r"(?:BEGIN|END|START|STOP)_\w")
_COLONED = re.compile(r"[\w.-]+:(?:BEGIN|START|END|STOP)\b", re.IGNORECASE)
_GENERATOR = re.compile(
    r"auto|generat|doctoc|\btoc\b|table of contents|contributors|terraform|tf[_ -]?docs|helm[_ -]?docs|\bhook\b|\bcog\b|action[_ -]?docs|inject|"
    r"api[_ -]?docs|cli[_ -]?(?:help|usage|docs)|do not (?:edit|modify)|don't edit|embed|snippet|sync",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"generated (?:by|from|with|using)|auto-?generated (?:file|content|documentation)|automatically generated|"
    r"do not edit (?:this (?:file|page|document)|by hand|manually|directly)|"
    r"code generated .{0,80}do not edit",
    re.IGNORECASE,
)
_BY = re.compile(
    r"generated (?:automatically )?(?:by|with|using) [`\[]?(?:the )?([\w@/.-]+)|from .{0,60}? (?:with|using|by) [`\[]?([\w@/.-]+)",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"generated (?:[^\n]{0,60}? )?from [`\[]?([\w@/.-]+\.\w+)|source:\s*[`\[]?([\w@/.-]+)", re.IGNORECASE
)
_PAIRS = {"tocstop": "toc", "usagestop": "usage", "commandsstop": "commands", "endsnippet": "snippet", "/toc": "toc"}
_TOOLS = (
    ("doctoc", "doctoc"), ("tf", "terraform-docs"), ("terraform", "terraform-docs"), ("contributors", "all-contributors"), ("helm", "helm-docs"),
    ("tocstop", "markdown-toc"), ("cog", "cog"), ("snippet", "markdown-snippets"), ("usage", "oclif"), ("commands", "oclif"),
)  # fmt: skip


def regions(comments: Sequence[tuple[int, str]]) -> tuple[Region, ...]:
    """Return the generated regions, in line order, outermost only. A note right below the begin marker belongs to the marker."""
    found: list[Region] = []
    opened: list[tuple[str, int, str]] = []
    for line, text in comments:
        key, closing = _marker(text)
        if key is None:
            continue
        if not closing:
            opened.append((key, line, text))
            continue
        match = next((i for i in range(len(opened) - 1, -1, -1) if opened[i][0] == key), None)
        if match is None:
            continue
        _, first, marker = opened[match]
        del opened[match:]
        while found and found[-1].first > first:
            found.pop()
        found.append(Region(first, line, marker, _tool(marker)))
    return tuple(found)


def note_lines(regions_found: Iterable[Region], comments: Sequence[tuple[int, str]]) -> frozenset[int]:
    """Return the comment lines that follow a begin marker without a gap: notes of the generator ("do not edit")."""
    lines = {line for line, _ in comments}
    notes: set[int] = set()
    for region in regions_found:
        line = region.first + 1
        while line in lines and line < region.last:
            notes.add(line)
            line += 1
    return frozenset(notes)


def whole_document(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return marker, tool and source when one of `texts` (comments at the head, the last line) says that all of it is generated."""
    for text in texts:
        if _WHOLE.search(text):
            by, origin = _BY.search(text), _FROM.search(text)
            facts = [("marker", " ".join(text.split())[:200])]
            if origin:
                facts.append(("source", (origin.group(1) or origin.group(2)).rstrip(".")))
            if by:
                facts.append(("tool", (by.group(1) or by.group(2)).rstrip(".")))
            return tuple(facts)
    return ()


def comment_text(line: bytes) -> str | None:
    """Return the text of a line that is one HTML comment, MDX comment or link-definition comment; None for any other line."""
    text = line.strip()
    for opener, closer in _COMMENTS:
        if text.startswith(opener) and text.endswith(closer) and len(text) >= len(opener) + len(closer):
            inner = text[len(opener) : len(text) - len(closer)]
            return None if b"-->" in inner else inner.strip(b"-*/ \t\"'()").decode("utf-8", "replace")
    return None


def _marker(text: str) -> tuple[str | None, bool]:
    """Return the key of a begin or end marker and whether it closes; (None, False) for any other comment."""
    word = text.strip().lower()
    if word in _PAIRS:
        return _PAIRS[word], True
    if word in _PAIRS.values() or word.startswith("snippet:"):
        return word.partition(":")[0], False
    if word.startswith(("[[[cog", "[[[end]]]")):
        return "cog", word.startswith("[[[end")
    if not (_UNDERSCORED.match(text) or _COLONED.match(text) or _GENERATOR.search(text)):
        return None, False
    tokens = [token for token in _SPLIT.split(word)[:_PLACES] if token]
    for place, token in enumerate(tokens):
        if token in _BEGIN or token in _END:
            rest = tokens[:place] or [t for t in tokens[1:] if t != "of"]
            return (rest[0] if rest else ""), token in _END
    return None, False


def _tool(marker: str) -> str | None:
    words = set(_SPLIT.split(marker.lower().lstrip("[")))
    return next((tool for word, tool in _TOOLS if word in words), None)
