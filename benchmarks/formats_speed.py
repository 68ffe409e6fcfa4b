"""Speed of every config and document format on real files: our cut, the whole road, and the parser people use for it.

Usage: PYTHONPATH=. python benchmarks/formats_speed.py [--FORMAT ...] FOLDER... > benchmarks/results/formats_speed.md
Per format the largest files up to 300 kB, 3 MB in all, processor time of the fastest of three runs. "cut" is classification's answer to units and facts; "road" adds decoding, redaction,
assembly and the second look. The parser reads the same bytes and builds its own tree, without units, places or facts.
"""

from __future__ import annotations

import configparser
import csv
import gc
import io
import json
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import docutils.core
import dotenv.parser
import hcl2
import javaproperties
import json5
import lxml.html
import nbformat
import orgparse
import tree_sitter_language_pack
import yaml
from markdown_it import MarkdownIt

from analyzer.classify import classify
from benchmarks.oracles.block_formats import inside
from chunkers.chunker import ChunkingInput, owner_of
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import redact
from chunkers.registry import all_chunkers
from chunkers.source import CleanText, SourceFile
from tests.road import road

LARGEST, ENOUGH = 300_000, 3_000_000
SLOW = 300_000  # bytes given to parsers below a tenth of a megabyte a second
TIMES = 3  # the fastest of as many runs counts: the machine is shared
POLICY = ChunkingPolicy()
MARKDOWN = MarkdownIt("commonmark").enable("table")
QUIET = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False}


@dataclass(frozen=True)
class Format:
    """A format: chunker, name endings, the parser to compare with, whether that one is slow."""

    name: str
    chunkers: frozenset[str]
    endings: tuple[str, ...]
    parser: str = ""
    parse: Callable[[bytes], Any] | None = None
    slow: bool = False


def tree(name: str) -> Callable[[bytes], Any]:
    parser = tree_sitter_language_pack.get_parser(name)  # type: ignore[arg-type]  # a name of the pack
    return parser.parse


def ini(data: bytes) -> None:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    parser.read_string("[x]\n" + data.decode())


FORMATS = (
    Format("YAML", frozenset({"yaml"}), (".yml", ".yaml"), "PyYAML compose (C)", lambda d: list(yaml.compose_all(d, yaml.CSafeLoader))),
    Format("JSON", frozenset({"json"}), (".json",), "json", json.loads),
    Format("JSON5, JSONC", frozenset({"json"}), (".json5", ".jsonc"), "json5", lambda d: json5.loads(d.decode()), slow=True),
    Format("TOML", frozenset({"toml"}), (".toml",), "tomllib", lambda d: tomllib.loads(d.decode())),
    Format("XML", frozenset({"xml"}), (".xml", ".csproj"), "ElementTree", ET.fromstring),
    Format("INI", frozenset({"ini"}), (".ini", ".cfg", ".service", ".desktop", ".timer"), "configparser", ini),
    Format("properties", frozenset({"properties"}), (".properties",), "javaproperties", lambda d: javaproperties.loads(d.decode())),
    Format("HCL", frozenset({"hcl"}), (".tf", ".hcl", ".tfvars"), "python-hcl2", lambda d: hcl2.loads(d.decode()), slow=True),
    Format("Dockerfile", frozenset({"dockerfile"}), ("Dockerfile", ".dockerfile"), "tree-sitter", tree("dockerfile")),
    Format("Makefile", frozenset({"make"}), ("Makefile", ".mk"), "tree-sitter", tree("make")),
    Format("justfile", frozenset({"just"}), ("justfile", ".just"), "", None),
    Format(".env example", frozenset({"dotenv"}), (".env.example", ".env.sample", ".env.dist"), "python-dotenv", lambda d: list(dotenv.parser.parse_stream(io.StringIO(d.decode())))),
    Format("nginx", frozenset({"nginx"}), (".conf",), "", None),
    Format("go.mod", frozenset({"gomod"}), ("go.mod",), "tree-sitter", tree("gomod")),
    Format("CSV, TSV", frozenset({"csv"}), (".csv", ".tsv"), "csv", lambda d: list(csv.reader(io.StringIO(d.decode())))),
    Format("notebook", frozenset({"notebook"}), (".ipynb",), "nbformat", lambda d: nbformat.reads(d.decode(), as_version=nbformat.NO_CONVERT)),
    Format("Markdown", frozenset({"markdown", "adr", "runbook", "changelog"}), (".md", ".mdx", ".markdown"), "markdown-it-py", lambda d: MARKDOWN.parse(d.decode())),
    Format("reStructuredText", frozenset({"rst"}), (".rst",), "docutils", lambda d: docutils.core.publish_doctree(d.decode(), settings_overrides=QUIET), slow=True),
    Format("AsciiDoc", frozenset({"asciidoc"}), (".adoc",), "", None),
    Format("Org", frozenset({"org"}), (".org",), "orgparse", lambda d: orgparse.loads(d.decode())),
    Format("HTML", frozenset({"html"}), (".html", ".htm"), "lxml", lxml.html.document_fromstring),
    Format("LaTeX", frozenset({"latex"}), (".tex",), "tree-sitter", tree("latex")),
    Format("plain text", frozenset({"plain", "changelog"}), (".txt",), "", None),
)  # fmt: skip


def given_of(path: Path, data: bytes) -> ChunkingInput | None:
    """Return what the road hands to a chunker, None for a file that is not read."""
    name = inside(path)
    source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
    classification = classify(source, POLICY)
    clean = redact(data, name, classification, POLICY.redaction)
    return ChunkingInput(name, classification, clean, POLICY) if isinstance(clean, CleanText) else None


def chosen(one: Format, paths: list[Path]) -> list[tuple[Path, bytes, ChunkingInput]]:
    """Return the largest files that our chunker of the format owns."""
    found: list[tuple[Path, bytes, ChunkingInput]] = []
    total = 0
    sized = sorted((p for p in paths if p.name.endswith(one.endings)), key=lambda p: (-p.stat().st_size, str(p)))
    for path in (p for p in sized if 0 < p.stat().st_size <= LARGEST):
        data = path.read_bytes()
        try:
            data.decode()
        except UnicodeDecodeError:
            continue
        given = given_of(path, data)
        if given is not None and owner_of(all_chunkers(), given).name in one.chunkers:
            found.append((path, data, given))
            total += len(data)
        if total > ENOUGH:
            break
    return found


def timed(call: Callable[[], Any], times: int = 1) -> float:
    """Return the processor time of the fastest of some runs."""
    spent = []
    for _ in range(times):
        begin = time.process_time()
        call()
        spent.append(time.process_time() - begin)
    return min(spent)


def row(one: Format, files: list[tuple[Path, bytes, ChunkingInput]]) -> str:
    size = sum(len(data) for _, data, _ in files)
    cut = sum(timed(lambda g=given: owner_of(all_chunkers(), g).chunk(g), TIMES) for _, _, given in files)  # type: ignore[misc]  # bound at once
    whole = sum(timed(lambda p=path, d=data: road(inside(p), d), TIMES) for path, data, _ in files)  # type: ignore[misc]  # bound at once
    parsed = read = 0.0
    for _, data, _ in files if one.parse else ():
        if one.slow and read > SLOW:
            break
        try:
            parsed += timed(lambda d=data: one.parse(d), 1 if one.slow else TIMES)  # type: ignore[misc]  # bound at once
            read += len(data)
        except Exception:  # noqa: BLE001  # what the parser refuses is not measured
            continue
    speed = size / 1e6 / max(cut, 1e-9)
    theirs = read / 1e6 / parsed if parsed else 0
    ratio = f"{theirs:.2f} | {theirs / speed:.2f}" if parsed else "- | -"
    return f"| {one.name} | {len(files)} | {size / 1e6:.2f} | {speed:.1f} | {size / 1e6 / max(whole, 1e-9):.2f} | {one.parser or 'none'} | {ratio} |"


def main(words: list[str]) -> None:
    gc.disable()  # as in the workers
    wanted = {word for word in words if word.startswith("--")}
    paths = [
        path
        for folder in words
        if not folder.startswith("--")
        for path in Path(folder).rglob("*")
        if ".git" not in path.parts and path.is_file() and not path.is_symlink()
    ]
    print(
        "| format | files | MB | cut MB/s | road MB/s | parser | its MB/s | our cut costs, in parses |\n|---|---|---|---|---|---|---|---|"
    )
    for one in FORMATS:
        if not wanted or f"--{one.name.split(',')[0].lower()}" in wanted:
            files = chosen(one, paths)
            if files:
                print(row(one, files), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
