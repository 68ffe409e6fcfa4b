"""Jupyter notebooks by cell: markdown cells as document sections, code cells as blocks; outputs are owned but never shown.

Takes one clean `.ipynb`, gives a unit per cell (pointer `/cells/i`) and a metadata-only one per list of outputs; the language of code
cells comes from the notebook's own metadata, Python when it says nothing.
"""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.contract.entry import Placed, between
from chunkers.formats.document.inline import plain
from chunkers.formats.document.markdown.scanner import BlockScanner
from chunkers.formats.document.outline import UNTITLED
from chunkers.formats.tree.node import SCALAR, SEQUENCE, Node
from chunkers.formats.tree.reading import KeyTree, read_tree
from chunkers.formats.tree.scalar import text_of
from chunkers.kinds import METADATA
from chunkers.symbol import FileFacts
from chunkers.text.windows import windows
from chunkers.unit import Cut, Embedded, JsonValue, OverlapSpan, Unit

_MAGIC = {
    "%%bash": "bash",
    "%%sh": "bash",
    "%%html": "html",
    "%%javascript": "javascript",
    "%%sql": "sql",
    "%%writefile": "text",
}


def _supports(given: ChunkingInput) -> int:
    return 60 if given.classification.language == "notebook" or given.path.endswith(".ipynb") else 0


def _chunk(given: ChunkingInput) -> Cut:
    tree = read_tree(given.clean, given.path, "json")
    cells = tree.root.get("cells") or _first_sheet(tree.root)
    if cells is None or cells.kind is not SEQUENCE:
        return windows(given, status="FALLBACK", reason="not_a_notebook")
    language = _language(tree)
    reader = _Reader(tree, language)
    for index, placed in enumerate(between(cells.children, tree.edges, 1, len(tree.edges.lines) + 1)):
        reader.cell(index, placed)
    return Cut(
        tuple(reader.units),
        FileFacts(given.path, language, given.classification.category.value),
        status="PARTIAL" if tree.broken else "OK",
        broken=tree.broken,
        reason="syntax_errors" if tree.broken else None,
        embedded=tuple(reader.embedded),
    )


def _first_sheet(root: Node) -> Node | None:
    """Return the cells of a notebook of format 3, which keeps them in worksheets."""
    sheets = root.get("worksheets")
    return sheets.children[0].get("cells") if sheets is not None and sheets.children else None


def _language(tree: KeyTree) -> str:
    metadata = tree.root.get("metadata")
    if metadata is None:
        return "python"
    for keys in (("kernelspec", "language"), ("language_info", "name")):
        found = text_of(tree.source, metadata.find(*keys)).lower()
        if found:
            return {"c++": "cpp", "c#": "csharp", "ir": "r"}.get(found, found)
    return "python"


class _Reader:
    """Collects the units of cells in order, the last heading as context of what follows."""

    def __init__(self, tree: KeyTree, language: str) -> None:
        self.tree, self.language = tree, language
        self.units: list[Unit] = []
        self.embedded: list[Embedded] = []
        self._headings: list[tuple[int, str]] = []
        self._heading_lines: tuple[int, int] | None = None

    def cell(self, index: int, placed: Placed) -> None:
        """Add the units of one cell."""
        node, tree = placed.node, self.tree
        source = _source(node.get("source") or node.get("input"), tree.source)
        kind = text_of(tree.source, node.get("cell_type"))
        start, end = tree.edges.span(node.start, node.end, placed.first, placed.ceiling)
        if kind == "code":
            self._code(index, node, (start, end), source)
        else:
            self._prose(index, node, (start, end), source, kind)

    def _prose(self, index: int, node: Node, place: tuple[int, int], source: str, kind: str) -> None:
        heading = first_heading(source) if kind in {"markdown", "heading"} else None
        lines = self.tree.edges.lines
        if heading is not None:
            self._headings = [one for one in self._headings if one[0] < heading[0]] + [heading]
            self._heading_lines = (lines.line_at(node.start), lines.last_line_of(node.start, node.end))
        title = heading[1] if heading else f"cell {index}"
        self._add(
            "doc_section_chunk",
            title,
            index,
            place,
            {"subkind": f"{kind or 'unknown'}_cell"},
            own_heading=heading is not None,
            show=self._heading_line(node) if heading is not None else (),
        )

    def _heading_line(self, node: Node) -> tuple[tuple[int, int], ...]:
        """Return the line of a cell's first heading: what the outline of a cell too large for one chunk shows."""
        text, lines = node.get("source"), self.tree.edges.lines
        for item in text.children if text is not None else ():
            if text_of(self.tree.source, item).lstrip().startswith("#"):
                return ((lines.line_at(item.start),) * 2,)
        return ()

    def _code(self, index: int, node: Node, place: tuple[int, int], source: str) -> None:
        language = next((name for magic, name in _MAGIC.items() if source.startswith(magic)), self.language)
        parent = len(self.units)
        self._add("block_chunk", f"cell {index}", index, place, {"subkind": "code_cell"}, language=language)
        text = node.get("source") or node.get("input")
        lines = self.tree.edges.lines
        if text is not None:
            self.embedded.append(
                Embedded(language, lines.line_at(text.start), lines.last_line_of(text.start, text.end), parent)
            )
        outputs = node.get("outputs")
        if outputs is not None and outputs.children:
            self.units.append(
                Unit(
                    kind="generated_file_metadata",
                    name=f"/cells/{index}/outputs",
                    title=f"cell {index} outputs",
                    start=outputs.start,
                    end=outputs.end,
                    parent=parent,
                    pointer=f"/cells/{index}/outputs",
                    role=METADATA,
                    attributes={"generated": True, "subkind": "cell_outputs", "reason": "notebook_outputs"},
                    withheld=True,
                )
            )

    def _add(
        self,
        kind: str,
        title: str,
        index: int,
        place: tuple[int, int],
        attributes: dict[str, JsonValue],
        *,
        own_heading: bool = False,
        show: tuple[tuple[int, int], ...] = (),
        language: str | None = None,
    ) -> None:
        shown = self._heading_lines if not own_heading else None
        self.units.append(
            Unit(
                kind=kind,
                name=title,
                title=title,
                start=place[0],
                end=place[1],
                pointer=f"/cells/{index}",
                language=language or "markdown",
                heading_path=tuple(text for _, text in self._headings),
                includes_parent_heading=bool(self._headings),
                attributes=attributes,
                show=show,
                overlap=(OverlapSpan("headingPath", *shown),) if shown else (),
            )
        )


def _source(node: Node | None, data: bytes) -> str:
    """Return the text of a cell: a string, or a list of lines."""
    if node is None:
        return ""
    if node.kind is SCALAR:
        return text_of(data, node)
    return "".join(text_of(data, item) for item in node.children)


def first_heading(source: str) -> tuple[int, str] | None:
    """Return level and text of the first heading of a markdown cell, at the top of its blocks."""
    scanner = BlockScanner(source.encode("utf-8", "replace").split(b"\n"))
    scanner.scan(1)
    for block in scanner.blocks:
        if block.kind == "heading":
            return block.level, plain(block.text.decode("utf-8", "replace")) or UNTITLED
    return None


CHUNKER = Chunker("notebook", "1", _supports, _chunk)
