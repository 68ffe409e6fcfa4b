"""reStructuredText -> `Outline`: blocks, code, links, docinfo fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkers.formats.document.generated import whole_document
from chunkers.formats.document.outline import Link, Outline
from chunkers.formats.document.paragraphs import text_lines
from chunkers.formats.document.reference import code_link, named_record
from chunkers.formats.document.rst.literal import literal_blocks
from chunkers.formats.document.rst.scanner import RstScanner
from chunkers.source import CleanText

_FIND = re.compile(
    rb"(?P<role>:(?P<name>[\w:+.-]{1,60}):`(?P<text>[^`]{1,500})`)"
    rb"|(?P<literal>``(?P<code>[^`\n]{1,300})``)"
    rb"|(?P<named>`[^`<]{0,300}<(?P<target>[^`>\s]{1,1000})>`_)"
    rb"|(?P<definition>^\.\. _[^:\n]{1,200}:[ \t]+(?P<place>\S{1,1000})[ \t]*\r?$)"
    rb"|(?P<directive>^[ \t]{0,40}\.\. (?:include|literalinclude|image|figure|csv-table|graphviz|openapi)::[ \t]+(?P<file>\S{1,1000}))"
    rb"|(?P<url>\bhttps?://[^\s<>()\[\]\"'`]{1,1000})"
    rb"|(?P<adr>\bADR[- #]{0,2}\d{1,8}\b)",
    re.MULTILINE,
)
_FIELD = re.compile(rb":([A-Za-z][\w -]{0,60}):[ \t]+(\S.*)")
_ROLE_TARGET = re.compile(rb"<([^<>]{1,500})>$")
_FIELD_LINES = 40
_FILE_ROLES = frozenset({"doc", "download"})
_DOC_FOLDERS = frozenset({"doc", "docs", "documentation"})
_CODE_ROLES = frozenset(
    {"func", "class", "meth", "mod", "attr", "data", "exc", "obj", "const", "envvar", "option", "program", "command"}
)


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of a reStructuredText file."""
    lines = text_lines(clean.data)
    scanner = RstScanner(lines)
    scanner.scan()
    code = [
        (clean.lines.start(first), clean.lines.end(last)) for first, last in literal_blocks(lines, len(clean.lines))
    ]
    suffix = "." + path.rsplit(".", 1)[-1] if "." in path.rsplit("/", 1)[-1] else ""
    comments = [line.decode("utf-8", "replace") for line in lines[:10] if line.startswith(b".. ")]
    return Outline(
        format="rst",
        blocks=tuple(scanner.blocks),
        codes=tuple(scanner.codes),
        links=tuple(_links(clean.data, code, suffix)),
        fields=_fields(lines),
        generator=whole_document(comments),
        root=_source_root(path),
    )


def _source_root(path: str) -> str:
    """Return the folder that Sphinx reads a leading slash from: the outermost documentation folder, or the source folder in it."""
    folders = path.split("/")[:-1]
    for place, folder in enumerate(folders):
        if folder.lower() in _DOC_FOLDERS:
            inner = folders[place + 1 : place + 2]
            return "/".join(folders[: place + 1] + (inner if inner == ["source"] else []))
    return ""


def _fields(lines: Sequence[bytes]) -> tuple[tuple[str, str], ...]:
    """Return the field list at the head of the document (its docinfo)."""
    found = (_FIELD.match(line) for line in lines[:_FIELD_LINES])
    return tuple((m.group(1).decode().lower(), m.group(2).decode("utf-8", "replace").strip()) for m in found if m)


def _links(data: bytes, code: Sequence[tuple[int, int]], suffix: str) -> Iterator[Link]:
    ranges = iter((*code, (len(data), len(data))))
    low, high = next(ranges)
    for found in _FIND.finditer(data):
        while found.start() >= high and high < len(data):
            low, high = next(ranges)
        if low <= found.start() < high:
            continue
        link = _link(found, suffix)
        if link is not None:
            yield link


def _link(found: re.Match[bytes], suffix: str) -> Link | None:
    if found.group("role"):
        return _role(found, suffix)
    if found.group("literal"):
        return code_link(found.group("code").decode("utf-8", "replace"), *found.span("code"))
    if found.group("url"):
        text = found.group().rstrip(b".,;:!?*_")
        return Link("url", text.decode("utf-8", "replace"), found.start(), found.start() + len(text))
    if found.group("adr"):
        return named_record(found.group().decode(), *found.span())
    group = next(name for name in ("target", "place", "file") if found.group(name))
    if found.group(group).endswith(b".*"):
        return None  # any ending: a choice of the builder, not a file
    return Link("link", found.group(group).decode("utf-8", "replace"), *found.span(group))


def _role(found: re.Match[bytes], suffix: str) -> Link | None:
    name = found.group("name").decode().rsplit(":", 1)[-1]
    explicit = _ROLE_TARGET.search(found.group("text"))
    target = (explicit.group(1) if explicit else found.group("text")).decode("utf-8", "replace").strip()
    if name in _FILE_ROLES:
        return Link("link", target + (suffix if name == "doc" else ""), *found.span("text"))
    if name in _CODE_ROLES:
        return Link("code", target.lstrip("~!").removesuffix("()"), *found.span("text"))
    return None
