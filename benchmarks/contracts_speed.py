"""Throughput of the contract chunkers, and its ratio to parsing the same files with nothing done afterwards.

usage: python benchmarks/contracts_speed.py NAME=PARSER=ROOT:GLOB ...
PARSER: json, yaml (libyaml's composer), lxml, pglast, or the name of a grammar of the language pack (proto, graphql, prisma, sql, python ...).
CPU time, the better of two passes over at most 1.5 MB of each; files of a few hundred bytes cost what starting on a file costs.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pglast
import tree_sitter_language_pack
import yaml
from contracts_files import POLICY
from lxml import etree

from analyzer.classify import classify
from chunkers.chunker import ChunkingInput, owner_of
from chunkers.redaction import Blocked, redact
from chunkers.registry import all_chunkers
from chunkers.source import SourceFile

MOST = 1_500_000


def parser(name: str) -> Callable[[bytes], object]:
    if name == "json":
        return json.loads
    if name == "yaml":
        return lambda data: yaml.compose(data, Loader=yaml.CSafeLoader)
    if name == "lxml":
        return lambda data: etree.fromstring(
            data, etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        )
    if name == "pglast":
        return lambda data: pglast.parser.parse_sql_json(data.decode())
    return tree_sitter_language_pack.get_parser(name).parse  # type: ignore[arg-type]  # the pack types its names


def taken(root: Path, globs: str) -> list[Path]:
    paths = sorted(
        path for path in root.rglob("*") if path.is_file() and not path.is_symlink() and ".git" not in path.parts
    )
    fitting = [
        path for path in paths if any(fnmatch(path.relative_to(root).as_posix(), one) for one in globs.split("|"))
    ]
    found, size = [], 0
    for path in sorted(fitting, key=lambda one: (-one.stat().st_size, one.as_posix())):
        if size + path.stat().st_size <= MOST:
            found.append(path)
            size += path.stat().st_size
    return found


def given_of(root: Path, path: Path) -> ChunkingInput | None:
    data, name = path.read_bytes(), path.relative_to(root).as_posix()
    source = SourceFile(name, name.encode(), "100644", "0" * 40, len(data), data)
    classification = classify(source, POLICY)
    clean = redact(data, name, classification, POLICY.redaction)
    return None if isinstance(clean, Blocked) else ChunkingInput(name, classification, clean, POLICY)


def seconds(work: Callable[[ChunkingInput], object], items: list[ChunkingInput]) -> float:
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        for one in items:
            work(one)
        best = min(best, time.process_time() - started)
    return best


def main() -> None:
    print("| format | owner | files | MB | MB/s | parser | its MB/s | ratio |\n|---|---|---|---|---|---|---|---|")
    for argument in sys.argv[1:]:
        name, reader, where = argument.split("=", 2)
        folder, _, globs = where.partition(":")
        root = Path(folder).resolve()
        items = [one for path in taken(root, globs) if (one := given_of(root, path)) is not None]
        owned = [(owner_of(all_chunkers(), one), one) for one in items]
        owners = sorted({owner.name for owner, _ in owned})
        by_path = {one.path: owner for owner, one in owned}
        size = sum(len(one.clean.data) for one in items) / 1e6
        parse = parser(reader)

        def bare(one: ChunkingInput, parse: Callable[[bytes], object] = parse) -> None:
            try:
                parse(one.clean.data)
            except (ValueError, yaml.YAMLError, etree.XMLSyntaxError, pglast.parser.ParseError):
                return

        ours = seconds(lambda one, known=by_path: known[one.path].chunk(one), items)  # type: ignore[misc]
        theirs = seconds(bare, items)
        print(
            f"| {name} | {', '.join(owners)} | {len(items)} | {size:.2f} | {size / ours:.1f} | {reader} | {size / theirs:.1f} | {ours / theirs:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
