"""XML as a tree of elements with byte ranges, by a scanner that survives what is not well-formed.

Takes bytes, gives `Element`s; expands no entity but the five predefined ones, resolves nothing. For formats that need places, not validation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_MARK = re.compile(rb"<!--|<!\[CDATA\[|<\?|<!|</|<(?=[A-Za-z_])")
_NAME = re.compile(rb"[A-Za-z_\x80-\xff][\w.:\x80-\xff-]*+")
_TAG_REST = re.compile(rb"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+(>)")
_ATTRIBUTE = re.compile(rb"([A-Za-z_\x80-\xff][\w.:\x80-\xff-]*+)\s*=\s*(?:\"([^\"]*+)\"|'([^']*+)')")
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&"))
_MAX_DEPTH = 500


@dataclass(slots=True)
class Element:
    """One element: bytes from `<` to behind its end tag; `inner` is what stands between its tags. Prefixes of names are cut."""

    name: str
    attributes: dict[str, str]
    start: int
    open_end: int
    inner_end: int = -1
    end: int = -1
    children: list[Element] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in source order."""
        stack = [self]
        while stack:
            found = stack.pop()
            yield found
            stack.extend(reversed(found.children))


@dataclass(slots=True)
class Markup:
    """The root elements of a text, its comments, and the ranges that are not well-formed."""

    roots: list[Element] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)


def read_markup(data: bytes) -> Markup:
    """Read a whole text."""
    found = Markup()
    stack: list[Element] = []
    last = {mark: data.rfind(mark) for mark in (b"-->", b"]]>", b"?>", b">")}
    at = 0
    while (hit := _MARK.search(data, at)) is not None:
        mark, start = hit.group(), hit.start()
        if mark in {b"<!--", b"<![CDATA[", b"<?", b"<!"}:
            at = _skip(data, start, hit.end(), mark, last, found)
        elif mark == b"</":
            at = _close(data, start, hit.end(), stack, found)
        else:
            at = _open(data, start, hit.end(), stack, found)
    for element in stack:
        element.inner_end = element.end = len(data.rstrip())
        found.broken.append((element.start, element.open_end))
    return found


def _skip(data: bytes, start: int, at: int, mark: bytes, last: dict[bytes, int], found: Markup) -> int:
    closing = {b"<!--": b"-->", b"<![CDATA[": b"]]>", b"<?": b"?>", b"<!": b">"}[mark]
    if at > last[closing]:
        line = data.find(b"\n", start)
        end = len(data) if line < 0 else line
        found.broken.append((start, end))
        return end
    end = data.index(closing, at) + len(closing)
    if mark == b"<!--":
        found.comments.append((start, end))
    return end


def _open(data: bytes, start: int, at: int, stack: list[Element], found: Markup) -> int:
    name = _NAME.match(data, at)
    rest = _TAG_REST.match(data, name.end(), min(len(data), at + 65_536)) if name else None
    if name is None or rest is None or len(stack) >= _MAX_DEPTH:
        line = data.find(b"\n", start)
        found.broken.append((start, len(data) if line < 0 else line))
        return at
    end = rest.end()
    attributes = {
        _local(hit.group(1)): plain_text(hit.group(2) if hit.group(2) is not None else hit.group(3))
        for hit in _ATTRIBUTE.finditer(data, name.end(), end)
    }
    element = Element(_local(name.group()), attributes, start, end)
    (stack[-1].children if stack else found.roots).append(element)
    if data[end - 2 : end - 1] == b"/":
        element.inner_end = element.end = end
    else:
        stack.append(element)
    return end


def _close(data: bytes, start: int, at: int, stack: list[Element], found: Markup) -> int:
    name = _NAME.match(data, at)
    close = data.find(b">", at, at + 4096)
    end = close + 1 if close >= 0 else at
    local = _local(name.group()) if name else ""
    if not any(element.name == local for element in stack[-50:]):
        found.broken.append((start, end))
        return end
    while stack[-1].name != local:
        open_element = stack.pop()
        open_element.inner_end = open_element.end = start
        found.broken.append((open_element.start, open_element.open_end))
    element = stack.pop()
    element.inner_end, element.end = start, end
    return end


def _local(name: bytes) -> str:
    return name.decode("utf-8", "replace").rpartition(":")[2]


def plain_text(raw: bytes) -> str:
    """Return attribute or element text with the five predefined entities replaced."""
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        for entity, character in _ENTITIES:
            text = text.replace(entity, character)
    return text
