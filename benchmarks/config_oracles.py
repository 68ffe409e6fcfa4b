"""Config formats on real files against the readers their own communities use.

Usage: PYTHONPATH=. NODE_PATH=... python benchmarks/config_oracles.py FOLDER... > table
Each folder holds checkouts. Needs python-hcl2, crossplane, javaproperties, python-dotenv, json5, nbformat, rust-just from PyPI, dockerfile-ast
from npm, and go. A file that the reference refuses is counted only; a file that differs is named on stderr with the first difference.
"""

from __future__ import annotations

import fnmatch
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.config_real_files import json_keys
from benchmarks.oracles import block_formats as blocks
from benchmarks.oracles import pair_formats as pairs

LARGEST = 1_000_000


@dataclass(frozen=True)
class Format:
    """A format: which files, what is compared, both readings, and how they are compared."""

    name: str
    patterns: tuple[str, ...]
    compared: str
    expected: Callable[[Path, bytes], Any]
    found: Callable[[Path, bytes], Any]
    equal: Callable[[Any, Any], bool] = lambda one, two: bool(one == two)
    places: str = "*"
    proof: bytes = b""


@dataclass
class Tally:
    """What came of the files of one format."""

    files: int = 0
    equal: int = 0
    refused: int = 0
    left: int = 0
    items: int = 0
    size: int = 0
    differ: list[str] = field(default_factory=list)


FORMATS = (
    Format("HCL", ("*.tf", "*.tfvars", "*.hcl"), "python-hcl2: blocks with first and last line, attributes", blocks.hcl_expected, blocks.hcl_found),
    Format("Makefile", ("Makefile", "makefile", "GNUmakefile", "*.mk"), "tree-sitter-make: targets and lines of rules", blocks.make_expected, blocks.make_found),
    Format("justfile", ("justfile", "Justfile", ".justfile", "*.just"), "just --dump: recipes and dependencies", blocks.just_expected, blocks.just_found),
    Format("nginx", ("*.conf",), "crossplane: directives, words and lines", blocks.nginx_expected, blocks.nginx_found, places="*nginx*"),
    Format("go.mod", ("go.mod",), "go mod edit -json: module, require, replace", blocks.gomod_expected, blocks.gomod_found),
    Format("INI", ("*.ini", "*.cfg", ".editorconfig", ".gitmodules", "*.desktop"), "configparser: sections and keys", pairs.ini_expected, pairs.ini_found),
    Format("systemd", ("*.service", "*.socket", "*.timer", "*.target", "*.mount"), "configparser after joining continued lines", pairs.systemd_expected, pairs.ini_found),
    Format("properties", ("*.properties",), "javaproperties: keys in order", pairs.properties_expected, pairs.properties_found),
    Format(".env example", (".env.example", ".env.sample", ".env.dist", ".env.template", "*.env.example"), "python-dotenv: keys in order", pairs.dotenv_expected, pairs.dotenv_found),
    Format("TOML", ("*.toml",), "tomllib: all key paths", pairs.toml_expected, pairs.toml_found, pairs.toml_equal),
    Format("JSON5, JSONC", ("*.json5", "*.jsonc", "tsconfig*.json"), "json5: all keys", pairs.json5_expected, json_keys),
    Format("XML", ("*.xml", "*.csproj", "*.pom", "*.props", "*.xsd"), "expat: elements, first and last lines", pairs.xml_expected, pairs.xml_found),
    Format("CSV, TSV", ("*.csv", "*.tsv"), "csv: first and last line of each record", pairs.csv_expected, pairs.csv_found),
    Format("notebook", ("*.ipynb",), "nbformat: kinds, sources, titles (markdown-it-py), outputs", pairs.notebook_expected, pairs.notebook_found),
)  # fmt: skip


def files(folders: list[str], patterns: tuple[str, ...], places: str) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            named = any(fnmatch.fnmatchcase(path.name, pattern) for pattern in patterns)
            if not named or not fnmatch.fnmatch(str(path), places) or ".git" in path.parts:
                continue
            if path.is_file() and not path.is_symlink() and 0 < path.stat().st_size <= LARGEST:
                yield path, path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def compare(one: Format, found: Iterator[tuple[Path, bytes]]) -> Tally:
    tally = Tally()
    for path, data in found:
        try:
            expected = one.expected(path, data)
        except Exception:  # noqa: BLE001  # whatever the reference says against a file, it is refused
            tally.refused += 1
            continue
        try:
            got = one.found(path, data)
        except blocks.LeftOutError:
            tally.left += 1
            continue
        tally.files, tally.size, tally.items = tally.files + 1, tally.size + len(data), tally.items + len(expected)
        if one.equal(expected, got):
            tally.equal += 1
        else:
            tally.differ.append(f"{path}: {_first(expected, got)}")
    return tally


def _first(expected: Any, got: Any) -> str:
    if isinstance(expected, list) and isinstance(got, list):
        wanted = [row for row in expected if row not in got]
        extra = [row for row in got if row not in expected]
        return f"missing {wanted[:2]!r:.300}, extra {extra[:2]!r:.300}"
    return f"{set(expected) - set(got)!r:.200} against {set(got) - set(expected)!r:.200}"


def dockerfiles(folders: list[str]) -> Tally:
    found = dict(files(folders, ("Dockerfile*", "*.dockerfile", "*.Dockerfile"), "*"))
    readings = blocks.dockerfile_readings(list(found))

    def expected(path: Path, _data: bytes) -> Any:
        return blocks.dockerfile_expected(readings[str(path)])

    one = Format("Dockerfile", (), "dockerfile-ast: stages with lines", expected, blocks.dockerfile_found)
    return compare(one, iter(found.items()))


def main(folders: list[str]) -> None:
    wanted = {name for name in folders if name.startswith("--")}
    folders = [name for name in folders if not name.startswith("--")]
    print(
        "| format | compared | files both accept | equal | items | refused by the reference | generated or vendored | MB |\n|---|---|---|---|---|---|---|---|"
    )
    for one in FORMATS:
        if not wanted or f"--{one.name.split(',')[0].lower()}" in wanted:
            _row(one.name, one.compared, compare(one, files(folders, one.patterns, one.places)))
    if not wanted or "--dockerfile" in wanted:
        _row("Dockerfile", "dockerfile-ast: stages with first and last line", dockerfiles(folders))


def _row(name: str, compared: str, tally: Tally) -> None:
    share = 100 * tally.equal / max(1, tally.files)
    print(
        f"| {name} | {compared} | {tally.files} | {tally.equal} ({share:.2f} %) | {tally.items} | {tally.refused} | {tally.left} | {tally.size / 1e6:.1f} |",
        flush=True,
    )
    for text in tally.differ:
        print(f"{name}: {text}", file=sys.stderr)


if __name__ == "__main__":
    begin = time.process_time()
    main(sys.argv[1:])
    print(f"{time.process_time() - begin:.0f} s", file=sys.stderr)
