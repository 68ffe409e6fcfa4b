"""What pyproject.toml and Cargo.toml say of where code lies, as (name, value) extras. Tables in, strings out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkers.formats.toml.scan import Table

_STRING = re.compile(rb"\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'")
_FROM = re.compile(rb"\bfrom[ \t]*=[ \t]*[\"']([^\"'\n]+)")
_ROOTS = {
    ("tool.setuptools.packages.find", "where"), ("tool.setuptools.package-dir", ""), ("tool.setuptools", "package-dir"),
    ("tool.pdm.build", "package-dir"), ("tool.pytest.ini_options", "pythonpath"), ("tool.maturin", "python-source"),
    ("tool.hatch.build.targets.wheel", "sources"),
}  # fmt: skip


def toml_extras(name: str, tables: Sequence[Table], data: bytes) -> tuple[tuple[str, str], ...]:
    """Return the project facts of a TOML file by its name."""
    if name == "pyproject.toml":
        return tuple(dict.fromkeys(_python(tables, data)))
    if name == "Cargo.toml":
        return tuple(_cargo(tables, data))
    return ()


def _python(tables: Sequence[Table], data: bytes) -> Iterator[tuple[str, str]]:
    for table in tables:
        for pair in table.pairs:
            value = data[pair.at : pair.end]
            key = (pair.key or "").strip('"')
            if table.title in {"project", "tool.poetry"} and key == "name":
                yield from (("python.name", text) for text in _strings(value))
            elif (table.title, key) in _ROOTS:
                yield from (("python.source_root", text) for text in _strings(value) if text)
            elif table.title == "tool.poetry" and key == "packages":
                yield from (("python.source_root", found.decode()) for found in _FROM.findall(value))


def _cargo(tables: Sequence[Table], data: bytes) -> Iterator[tuple[str, str]]:
    for table in tables:
        for pair in table.pairs:
            if (table.title, pair.key) in {("package", "name"), ("workspace", "members")}:
                name = "cargo.name" if table.title == "package" else "cargo.member"
                yield from ((name, text) for text in _strings(data[pair.at : pair.end]))


def _strings(value: bytes) -> list[str]:
    return [(one or two).decode("utf-8", "replace") for one, two in _STRING.findall(value)]
