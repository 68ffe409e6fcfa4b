"""The blocks of a single-file component: scripts, styles, templates and custom blocks by byte range, found in one linear pass.

Takes clean bytes and the layout of a format; knows tags, quotes and comments of markup, and nothing of what stands inside a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from chunkers.code.tags import RAW, Tag, raw_end, tags
from chunkers.component import Component
from chunkers.pattern import later

_ATTRIBUTE = later(rb"""(?:^|\s)(lang|type|src)\s*=\s*(?:"([^"]{0,200})"|'([^']{0,200})'|([\w/.-]{1,200}))""")
_HEAD = rb"(?:\s|<!--(?:[^-]|-(?!->)){0,100000}-->)*+"  # what may stand before an opening fence
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `start`/`end` with its tags or fences, `inner` without; `lang` as the tag says it, `closed` whether its end was found."""

    kind: str
    start: int
    end: int
    inner: tuple[int, int]
    lang: str = ""
    closed: bool = True


def blocks_of(data: bytes, layout: Component) -> list[Block]:
    """Return the blocks in file order, disjoint; markup between blocks is a block of kind "template"."""
    fenced = _fenced(data, layout.fence.encode()) if layout.fence else None
    at = fenced.end if fenced else 0
    found = [fenced] if fenced else []
    elements = list(_elements(data, at) if layout.blocks else _raw_elements(data, at, nested=layout.nested))
    found += elements
    return found if layout.blocks else sorted([*found, *_between(data, found)], key=lambda block: block.start)


def _fenced(data: bytes, fence: bytes) -> Block | None:
    """Return the script between two lines that hold nothing but the fence; comments and blanks may stand before."""
    opening = re.match(_HEAD + re.escape(fence) + rb"[ \t]*\r?\n", data)
    if opening is None:
        return None
    start = data.rindex(fence, 0, opening.end())
    closing = re.compile(rb"^[ \t]*" + re.escape(fence) + rb"[ \t]*\r?$", re.MULTILINE).search(data, opening.end())
    inner = closing.start() if closing else len(data)
    end = closing.end() if closing else len(data)
    return Block("script", start, end, (opening.end(), inner), "ts", closed=closing is not None)


def _block(data: bytes, tag: Tag, inner_end: int, end: int) -> Block:
    """Return the block a tag opens; scripts and styles by their own names, `module` scripts are scripts."""
    written = {
        match.group(1): match.group(2) or match.group(3) or match.group(4) or b""
        for match in _ATTRIBUTE.finditer(data[tag.start : tag.end])
    }
    lang = written.get(b"lang") or (written.get(b"type", b"") if tag.name.lower() == "script" else b"")
    kind = tag.name.lower() if tag.name.lower() in {"script", "style", "template"} else tag.name
    return Block(kind, tag.start, end, (tag.end, inner_end), lang.decode("utf-8", "replace").lower(), end > inner_end)


def _elements(data: bytes, at: int) -> Iterator[Block]:
    """Yield the top-level elements of a file, each to its own closing tag."""
    while True:
        tag = next((one for one in tags(data, at) if not one.closing), None)
        if tag is None:
            return
        if tag.empty:
            at = tag.end
            yield _block(data, tag, tag.end, tag.end)
            continue
        inner, at = _element_end(data, tag)
        yield _block(data, tag, inner, at)


def _element_end(data: bytes, opening: Tag) -> tuple[int, int]:
    """Return where the content of an element ends and where its closing tag does; only a template nests in itself."""
    head = data[opening.start : opening.end]
    if opening.name != "template" or re.search(rb"\blang\s*=\s*[\"']?(?!html)\w", head):
        return raw_end(data, opening.name, opening.end)
    depth = 1
    for tag in tags(data, opening.end):
        if tag.name == opening.name and not tag.empty:
            depth += -1 if tag.closing else 1
            if not depth:
                return tag.start, tag.end
    return len(data), len(data)


def _raw_elements(data: bytes, at: int, *, nested: bool) -> Iterator[Block]:
    """Yield scripts and styles; those inside other elements only where `nested` asks for them."""
    depth = 0
    for tag in tags(data, at):
        name = tag.name.lower()
        if name in {"script", "style"} and not tag.closing and not tag.empty:
            alone = tag.start == 0 or data[tag.start - 1 : tag.start] == b"\n"
            if nested or not depth or alone:
                yield _block(data, tag, *raw_end(data, tag.name, tag.end))
        elif tag.closing:
            depth = max(0, depth - 1) if name not in RAW else depth
        elif not tag.empty and name not in _VOID and name not in RAW:
            depth += 1


def _between(data: bytes, found: list[Block]) -> Iterator[Block]:
    """Yield the stretches of markup around the blocks."""
    edges = [(0, 0), *((block.start, block.end) for block in found), (len(data), len(data))]
    for (_, low), (high, _) in pairwise(edges):
        text = data[low:high]
        if text.strip():
            start = low + len(text) - len(text.lstrip())
            end = low + len(text.rstrip())
            yield Block("template", start, end, (start, end), "html")
