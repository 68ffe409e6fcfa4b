"""Config and contract formats on real files: agreement with reference loaders, and throughput.

Usage: python benchmarks/config_real_files.py FOLDER... > benchmarks/results/config_real_files.md
Each folder holds checkouts. PyYAML, json, tomllib and lxml say what is right where they accept a file; files they refuse are counted only.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from lxml import etree

from chunkers.formats.toml.scan import scan_toml
from chunkers.formats.tree.block import scan_yaml
from chunkers.formats.tree.json_text import scan_json
from chunkers.formats.tree.template import mask
from chunkers.formats.xml_config.scan import scan_xml
from chunkers.span import Lines
from tests.chunkers.formats.config.test_openapi_oracle import KINDS, walked
from tests.chunkers.formats.config.test_yaml_oracle import loaded
from tests.road import road

LARGEST = 2_000_000


@dataclass
class Tally:
    """Counts of one format, and the first differences."""

    files: int = 0
    equal: int = 0
    refused: int = 0
    size: int = 0
    seconds: float = 0.0
    differ: list[str] = field(default_factory=list)


def files(folders: list[str], *suffixes: str) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if (
                path.suffix in suffixes
                and path.is_file()
                and not path.is_symlink()
                and 0 < path.stat().st_size <= LARGEST
            ):
                yield path, path.read_bytes().removeprefix(b"\xef\xbb\xbf")


def compare(
    found: Iterator[tuple[Path, bytes]], expect: Callable[[bytes], Any], scan: Callable[[Path, bytes], Any]
) -> Tally:
    tally = Tally()
    for path, data in found:
        try:
            expected = expect(data)
        except Exception:  # noqa: BLE001  # whatever the reference says against a file, it is refused
            tally.refused += 1
            continue
        begin = time.process_time()
        got = scan(path, data)
        tally.seconds += time.process_time() - begin
        tally.files, tally.size = tally.files + 1, tally.size + len(data)
        if got == expected:
            tally.equal += 1
        else:
            tally.differ.append(str(path))
    return tally


def yaml_keys(path: Path, data: bytes) -> list[list[tuple[tuple[str, ...], int]]]:
    lines = Lines(data)
    stream = scan_yaml(mask(data, str(path), lines).data, data)
    found = []
    for document in stream.documents:
        rows, stack = [], [(document.root, ())]
        while stack:
            node, place = stack.pop()
            for index, child in enumerate(node.children):
                name = (*place, (child.key or "") if node.kind == "mapping" else str(index))
                if node.kind == "mapping":
                    rows.append((name, lines.line_at(child.start)))
                stack.append((child, name))
        found.append(sorted(rows))
    return found


class Pairs(list[tuple[str, Any]]):
    """An object as its pairs, duplicates kept."""


def json_expected(data: bytes) -> Counter[str]:
    value = json.loads(data, object_pairs_hook=Pairs)
    if not isinstance(value, list):
        raise TypeError
    return pair_names(value)


def pair_names(value: Any) -> Counter[str]:
    names: Counter[str] = Counter()
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, Pairs):
            names.update(key for key, _ in one)
            stack.extend(inner for _, inner in one)
        elif isinstance(one, list):
            stack.extend(one)
    return names


def json_keys(_path: Path, data: bytes) -> Counter[str]:
    names: Counter[str] = Counter()
    stack = [document.root for document in scan_json(data).documents]
    while stack:
        node = stack.pop()
        if node.kind == "mapping":
            names.update(child.key or "" for child in node.children)
        stack.extend(node.children)
    return names


def toml_expected(data: bytes) -> set[str]:
    return set(tomllib.loads(data.decode()))


def toml_keys(_path: Path, data: bytes) -> set[str]:
    tables, _ = scan_toml(data)
    tops = {t.title.split(".")[0].split("[")[0].strip('"') for t in tables if t.header is not None}
    return tops | {(p.key or "").split(".")[0] for t in tables if t.header is None for p in t.pairs}


def xml_expected(data: bytes) -> list[str]:
    root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    return [
        f"{e.prefix}:{etree.QName(e).localname}" if e.prefix else etree.QName(e).localname
        for e in root.iter()
        if isinstance(e.tag, str)
    ]


def xml_names(_path: Path, data: bytes) -> list[str]:
    names: list[str] = []
    scan = scan_xml(data)
    stack = [scan.root] if scan.root else []
    while stack:
        node = stack.pop()
        names.append(node.key or "")
        stack.extend(reversed(node.children))
    return names


def contract_expected(data: bytes) -> list[str]:
    document = json.loads(data) if data.lstrip()[:1] == b"{" else yaml.load(data, yaml.CBaseLoader)
    version = document.get("openapi") or document.get("swagger")
    if not isinstance(version, str) or not any(key in document for key in ("paths", "components", "webhooks")):
        raise TypeError
    document["webhooks"] = document.get("webhooks") or {}
    return sorted(p for p in walked({k: v or {} for k, v in document.items()}))


def contract_pointers(path: Path, data: bytes) -> list[str]:
    drafts = road(str(path), data).drafts
    return sorted(d.pointer or "" for d in drafts if d.chunk_type in KINDS and d.attributes.get("subkind") != "part")


def main(folders: list[str]) -> None:
    table = {
        "YAML key paths and lines (PyYAML marks)": compare(
            files(folders, ".yml", ".yaml"), lambda data: loaded(data.decode().encode(), yaml.CSafeLoader), yaml_keys
        ),
        "JSON keys (json)": compare(files(folders, ".json"), json_expected, json_keys),
        "TOML top keys (tomllib)": compare(files(folders, ".toml"), toml_expected, toml_keys),
        "XML elements in order (lxml)": compare(files(folders, ".xml", ".csproj", ".pom"), xml_expected, xml_names),
        "OpenAPI pointers (plain walk; whole road)": compare(
            ((p, d) for p, d in files(folders, ".yml", ".yaml", ".json") if b"openapi" in d or b"swagger" in d),
            contract_expected,
            contract_pointers,
        ),
    }
    print("| compared | files both accept | equal | refused by the reference | MB | MB/s |\n|---|---|---|---|---|---|")
    for name, t in table.items():
        share = 100 * t.equal / max(1, t.files)
        print(
            f"| {name} | {t.files} | {t.equal} ({share:.2f} %) | {t.refused} | {t.size / 1e6:.1f} | {t.size / 1e6 / max(t.seconds, 1e-9):.1f} |"
        )
    for name, t in table.items():
        if t.differ:
            print(f"\n{name} differ:\n" + "\n".join(f"- {path}" for path in t.differ[:20]))


if __name__ == "__main__":
    main(sys.argv[1:])
