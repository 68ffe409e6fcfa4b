"""Markdown text -> `Outline`.

Takes a clean file, gives blocks, code, links, generated regions and front matter. MDX adds blocks of its own: ESM lines and expressions.
"""

from __future__ import annotations

from chunkers.formats.document.generated import comment_text, note_lines, regions, whole_document
from chunkers.formats.document.inline import plain
from chunkers.formats.document.markdown.links import links
from chunkers.formats.document.markdown.mdx import masked
from chunkers.formats.document.markdown.raw import RawBlock
from chunkers.formats.document.markdown.scanner import BlockScanner
from chunkers.formats.document.matter import fields, front_matter_end
from chunkers.formats.document.outline import UNTITLED, Block, Code, Outline
from chunkers.source import CleanText
from chunkers.span import Lines

_HEAD_LINES = 12


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of a Markdown file."""
    lines = clean.data.split(b"\n")
    if b"\r" in clean.data:
        lines = [line.rstrip(b"\r") for line in lines]
    end = front_matter_end(lines)
    scanned = masked(lines, end + 1) if path.endswith(".mdx") else lines
    scanner = BlockScanner(scanned)
    scanner.scan(end + 1)
    blocks = tuple(_block(raw, lines) for raw in scanner.blocks)
    comments = _comments(lines, scanner.blocks)
    found = regions(comments)
    return Outline(
        format="markdown",
        blocks=blocks,
        codes=_codes(scanner, clean.lines),
        links=links(clean.data, _code_ranges(scanner, clean.lines)),
        regions=found,
        apart=note_lines(found, comments),
        matter=Block("matter", 1, end) if end else None,
        fields=fields(lines[1 : end - 1]) if end else (),
        generator=whole_document(_edge_texts(lines, comments, end)),
    )


def _block(raw: RawBlock, lines: list[bytes]) -> Block:
    if (
        raw.kind == "html"
        and lines[raw.first - 1].lstrip().startswith(b"<!--")
        and lines[raw.last - 1].rstrip().endswith(b"-->")
    ):
        return Block("comment", raw.first, raw.last)
    title = plain(raw.text.decode("utf-8", "replace")) or UNTITLED if raw.kind == "heading" else ""
    info = raw.info.split(None, 1)[0].decode("utf-8", "replace").lower() if raw.info else ""
    return Block(raw.kind, raw.first, raw.last, raw.level, title, info, raw.head, tuple(raw.seams))


def _codes(scanner: BlockScanner, lines: Lines) -> tuple[Code, ...]:
    """Return the fenced code outside quotes whose fence names a language and whose content is not empty."""
    found: list[Code] = []
    for raw in scanner.codes:
        language = raw.info.lstrip(b"{.").replace(b",", b" ").replace(b"}", b" ").split(None, 1)
        first, last = raw.first + 1, (raw.last or len(lines) + 1) - 1
        if language and not raw.quoted and first <= last:
            found.append(Code(language[0].decode("utf-8", "replace").lower(), first, last))
    return tuple(found)


def _code_ranges(scanner: BlockScanner, lines: Lines) -> list[tuple[int, int]]:
    """Return the byte ranges of fenced and indented code, sorted."""
    total = len(lines)
    ranges = [(raw.first, raw.last or total) for raw in scanner.codes]
    ranges += [(block.first, block.last) for block in scanner.blocks if block.kind == "code" and not block.head]
    return sorted((lines.start(first), lines.end(min(last, total))) for first, last in ranges)


def _comments(lines: list[bytes], blocks: list[RawBlock]) -> list[tuple[int, str]]:
    """Return the one-line comments of the top level: candidates for generator markers."""
    found: list[tuple[int, str]] = []
    for block in blocks:
        if block.kind not in {"html", "paragraph", "table", "list"}:
            continue
        for number in range(block.first, block.last + 1):
            if block.kind == "html" or lines[number - 1][:1] in b"<{[":
                text = comment_text(lines[number - 1])
                if text is not None:
                    found.append((number, text))
    return found


def _edge_texts(lines: list[bytes], comments: list[tuple[int, str]], matter: int) -> list[str]:
    """Return what may say that the whole file is generated: comments at the head, comment lines of the front matter, the last line."""
    texts = [text for number, text in comments if number <= matter + _HEAD_LINES]
    texts += [line.decode("utf-8", "replace") for line in lines[:matter] if line.lstrip().startswith(b"#")]
    last = next((line for line in reversed(lines) if line.strip()), b"")
    if last.lstrip().startswith((b"Auto", b"auto", b"<!--", b"_Auto", b"*Auto")) and len(last) < 400:  # noqa: PLR2004 - one sentence
        texts.append(last.decode("utf-8", "replace"))
    return texts
