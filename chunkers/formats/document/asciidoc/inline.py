"""AsciiDoc inline text: titles as plain words, links and code spans of the body."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkers.formats.document.inline import shortened
from chunkers.formats.document.outline import Link
from chunkers.formats.document.reference import code_link, named_record

_ANCHOR = re.compile(r"\[\[[^\]]{0,200}\]\]|<<[^,>]{1,200}>>|\[#[^\]]{0,200}\]")
_MACRO = re.compile(
    r"(?:link|xref|mailto|https?|ftp)(?::|://)[^\[\s]{0,500}\[([^\]]{0,300})\]|<<[^,>]{1,200},\s*([^>]{1,300})>>"
)
_MARKS = re.compile(
    r"``([^`]+)``|`\+?([^`]+?)\+?`|\*\*([^*]+)\*\*|(?<!\w)\*([^*\s][^*]*)\*(?!\w)|__([^_]+)__|(?<!\w)_([^_\s][^_]*)_(?!\w)|#([^#]+)#"
)
_FIND = re.compile(
    rb"(?P<macro>\b(?:link|xref|include|image)::?(?P<file>[^\s\[\]]{1,1000})\[)"
    rb"|(?P<ref><<(?P<target>[^,>\n]{1,300})(?:,[^>\n]{0,300})?>>)"
    rb"|(?P<url>\bhttps?://[^\s<>()\[\]\"'`]{1,1000})"
    rb"|(?P<ticks>`{1,2}\+?(?P<code>[^`\n]{1,200}?)\+?`{1,2})"
    rb"|(?P<adr>\bADR[- #]{0,2}\d{1,8}\b)"
)


def plain(text: str) -> str:
    """Return a title without inline markup."""
    text = _MACRO.sub(lambda found: found.group(1) or found.group(2) or "", text)
    text = _ANCHOR.sub("", text)
    text = _MARKS.sub(lambda found: next(group for group in found.groups() if group is not None), text)
    return shortened(text)


def links(data: bytes, code: Sequence[tuple[int, int]]) -> Iterator[Link]:
    """Yield what the text names outside `code` (sorted byte ranges)."""
    ranges = iter((*code, (len(data), len(data))))
    low, high = next(ranges)
    for found in _FIND.finditer(data):
        while found.start() >= high and high < len(data):
            low, high = next(ranges)
        if not low <= found.start() < high:
            link = _link(found)
            if link is not None:
                yield link


def _link(found: re.Match[bytes]) -> Link | None:
    if found.group("file"):
        return Link("link", found.group("file").decode("utf-8", "replace"), *found.span("file"))
    if found.group("ref"):
        target = found.group("target").decode("utf-8", "replace").strip()
        return Link("link", target if "#" in target or "." in target else "#" + target, *found.span("target"))
    if found.group("url"):
        text = found.group().rstrip(b".,;:!?*_")
        return Link("url", text.decode("utf-8", "replace"), found.start(), found.start() + len(text))
    if found.group("ticks"):
        return code_link(found.group("code").decode("utf-8", "replace"), *found.span("code"))
    return named_record(found.group().decode(), *found.span())
