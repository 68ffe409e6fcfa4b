"""Reference readings of key and table formats and ours in the same shape: INI, systemd, properties, .env, TOML, JSON5, XML, CSV, notebooks.

Each `*_expected` asks the reference and raises when it refuses the file; each `*_found` takes the same from our readers or our road.
"""

from __future__ import annotations

import configparser
import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.parsers import expat

import dotenv.parser
import javaproperties
import json5
import nbformat
from markdown_it import MarkdownIt

from benchmarks.config_real_files import Pairs, pair_names
from benchmarks.oracles.block_formats import RefusedError, Row, inside
from chunkers.formats.csv_table import delimiter_of, record_lines
from chunkers.formats.ini import ini_blocks
from chunkers.formats.properties import entries
from chunkers.formats.toml.scan import scan_toml
from chunkers.formats.tree.node import Node
from chunkers.formats.xml_config.scan import scan_xml
from chunkers.span import Lines
from tests.road import road

MARKDOWN = MarkdownIt("commonmark")


def ini_expected(_path: Path, data: bytes) -> list[Row]:
    return _configured(data.decode(), ("=", ":"), ("#", ";"))


def systemd_expected(_path: Path, data: bytes) -> list[Row]:
    text = re.sub(r"\\\n(?:[#;][^\n]*\n)*", " ", data.decode())
    return _configured(text, ("=",), ("#", ";"))


def _configured(text: str, delimiters: tuple[str, ...], comments: tuple[str, ...]) -> list[Row]:
    parser = configparser.RawConfigParser(
        strict=False, allow_no_value=True, delimiters=delimiters, comment_prefixes=comments, default_section="\0"
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # the documented way to keep the case of keys
    parser.read_string(f"[(root)]\n{text}")
    rows = [(name, tuple(sorted(parser.options(name)))) for name in parser.sections()]
    return sorted(row for row in rows if row != ("(root)", ()))


def ini_found(_path: Path, data: bytes) -> list[Row]:
    named: dict[str, set[str]] = {}
    for block in ini_blocks(Lines(data)):
        named.setdefault(block.title, set()).update(node.key or "" for node in block.nodes)
    return sorted((name, tuple(sorted(keys))) for name, keys in named.items())


def properties_expected(_path: Path, data: bytes) -> list[Row]:
    pairs = javaproperties.parse(io.StringIO(data.decode(), newline=""))
    return [(pair.key,) for pair in pairs if isinstance(pair, javaproperties.KeyValue)]


def properties_found(_path: Path, data: bytes) -> list[Row]:
    return [(item.key,) for item in entries(Lines(data)) if isinstance(item, Node)]


def dotenv_expected(_path: Path, data: bytes) -> list[Row]:
    bindings = list(dotenv.parser.parse_stream(io.StringIO(data.decode())))
    if any(binding.error for binding in bindings):
        raise RefusedError
    return [(key,) for key in dict.fromkeys(binding.key for binding in bindings if binding.key)]


def dotenv_found(path: Path, data: bytes) -> list[Row]:
    facts = road(inside(path), data).facts
    return [(symbol.name,) for symbol in facts.symbols] if facts else []


def toml_expected(_path: Path, data: bytes) -> set[str]:
    return set(_leaves(tomllib.loads(data.decode()), ""))


def _leaves(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            part = f'"{key}"' if "." in key else key
            yield from _leaves(inner, f"{name}.{part}" if name else part)
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        for number, one in enumerate(value):
            yield from _leaves(one, f"{name}[{number}]")
    else:
        yield name
    if value == {}:
        yield name


def toml_found(_path: Path, data: bytes) -> list[str]:
    tables, _ = scan_toml(data)
    names: list[str] = []
    for table in tables:
        prefix = "" if table.header is None else table.title
        names += [f"{prefix}.{pair.key}" if prefix else pair.key or "" for pair in table.pairs]
        names += [] if table.pairs else [prefix]
    return names


def toml_equal(expected: set[str], found: list[str]) -> bool:
    """Tell whether each leaf lies in a key of ours and each key of ours holds a leaf; inline tables are one key."""
    ours = {_bare(name) for name in found}
    leaves = {_bare(name) for name in expected if name}
    covered = all(any(leaf == name or leaf.startswith(f"{name}.") for name in ours) for leaf in leaves)
    return covered and all(any(leaf == name or leaf.startswith(f"{name}.") for leaf in leaves) for name in ours)


def _bare(name: str) -> str:
    return re.sub(r"\[\d+\]", "", name)


def json5_expected(_path: Path, data: bytes) -> Counter[str]:
    value = json5.loads(data.decode(), object_pairs_hook=Pairs)
    if not isinstance(value, list):
        raise RefusedError
    return pair_names(value)


def xml_expected(_path: Path, data: bytes) -> list[Row]:
    parser = expat.ParserCreate()
    rows: list[list[Any]] = []
    open_rows: list[list[Any]] = []

    def start(name: str, _attributes: Any) -> None:
        rows.append([name, parser.CurrentLineNumber, 0])
        open_rows.append(rows[-1])

    def end(_name: str) -> None:
        open_rows.pop()[2] = parser.CurrentLineNumber

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)  # noqa: FBT003  # expat's own signature
    return [tuple(row) for row in rows]


def xml_found(_path: Path, data: bytes) -> list[Row]:
    rows: list[Row] = []
    scan, lines = scan_xml(data), Lines(data)
    stack = [scan.root] if scan.root else []
    while stack:
        node = stack.pop()
        rows.append((node.key, lines.line_at(node.start), lines.last_line_of(node.start, node.end)))
        stack.extend(reversed(node.children))
    return rows


def csv_expected(path: Path, data: bytes) -> list[Row]:
    text = data.decode()
    first = text.lstrip("\n").split("\n", 1)[0]
    delimiter = "\t" if path.suffix == ".tsv" else max(",;\t|", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    if "\r" in text:
        raise RefusedError  # bare carriage returns end no line for git
    rows, before = [], 0
    for record in reader:
        if any(cell.strip() for cell in record) or len(record) > 1:
            rows.append((before + 1, reader.line_num))
        before = reader.line_num
    return rows


def csv_found(path: Path, data: bytes) -> list[Row]:
    delimiter = delimiter_of(data, b"\t" if path.suffix == ".tsv" else b",;\t|")
    return list(record_lines(Lines(data), delimiter))


def notebook_expected(_path: Path, data: bytes) -> list[Row]:
    book = nbformat.reads(data.decode(), as_version=nbformat.NO_CONVERT)
    cells = book.cells if book.nbformat >= 4 else book.worksheets[0].cells
    return [_cell(number, cell) for number, cell in enumerate(cells)]


def _cell(number: int, cell: Any) -> Row:
    source = cell.get("source", cell.get("input", ""))
    if cell.cell_type == "code":
        return number, "block_chunk", f"cell {number}", source, bool(cell.get("outputs"))
    tokens = MARKDOWN.parse(source) if cell.cell_type in {"markdown", "heading"} else []
    heads = [tokens[i + 1] for i, t in enumerate(tokens) if t.type == "heading_open" and t.level == 0]
    text = "".join(c.content for c in heads[0].children or () if c.type in {"text", "code_inline"}) if heads else ""
    return number, "doc_section_chunk", text or f"cell {number}", source, False


def notebook_found(path: Path, data: bytes) -> list[Row]:
    drafts = road(inside(path), data).drafts
    hidden = {d.pointer for d in drafts if d.attributes.get("subkind") == "cell_outputs"}
    loaded = json.loads(data)
    cells = loaded["cells"] if "cells" in loaded else loaded["worksheets"][0]["cells"]
    rows: list[Row] = []
    for draft in drafts:
        place = re.fullmatch(r"/cells/(\d+)", draft.pointer or "")
        if place and draft.attributes.get("subkind") != "part":
            number = int(place.group(1))
            full = draft.spans.full
            assert full is not None
            text = "\n".join(data.decode().split("\n")[full.start_line - 1 : full.end_line]).strip().rstrip(",")
            same = json.loads(text) == cells[number]
            source = cells[number].get("source", cells[number].get("input", ""))
            joined = (
                ("".join(source) if isinstance(source, list) else source) if same else "(not the lines of the cell)"
            )
            rows.append((number, draft.chunk_type, draft.title, joined, f"/cells/{number}/outputs" in hidden))
    return rows
