"""Fixture cases: one file holds a path, a reason, what is expected of the file, and its text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FIXTURES = Path(__file__).parents[4] / "fixtures" / "formats"
FORMATS = (
    "yaml", "json", "openapi", "asyncapi", "json_schema", "avro", "toml", "properties", "ini", "xml", "hcl", "dockerfile", "make",
    "just", "dotenv", "notebook", "csv", "nginx", "gomod",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """`head` holds status, extras, symbols and warnings; `rows` are (kind, title, lines) with named details."""

    name: str
    path: str
    text: bytes
    head: dict[str, str]
    rows: tuple[tuple[str, dict[str, str]], ...]


def read(file: Path) -> Case:
    """Return the case in `file`."""
    raw, _, text = file.read_bytes().partition(b"\n--- input\n")
    head_text, _, expected = raw.decode().partition("\n--- expect\n")
    head = dict(line.split(": ", 1) for line in head_text.split("\n"))
    return Case(
        f"{file.parent.name}/{file.stem}",
        head["path"],
        text,
        head,
        tuple(map(_row, filter(None, expected.split("\n")))),
    )


def _row(line: str) -> tuple[str, dict[str, str]]:
    kind, title, lines, *details = line.split(" | ")
    return f"{kind} | {title} | {lines}", dict(detail.split("=", 1) for detail in details)


def cases() -> list[Case]:
    """Return all cases of the config and contract formats, sorted."""
    return [read(file) for name in FORMATS for file in sorted((FIXTURES / name).glob("*.case"))]
