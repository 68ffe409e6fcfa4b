"""`.gitattributes` files, parsed by us: what they say of one path.

Takes the bytes of attribute files by directory, gives (name, value) pairs; "set" and "unset" stand for `name` and `-name`, as git prints them.
Only attributes that classification understands are kept. Deeper files and later lines win; macros other than `binary` come from the top file.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping

from chunkers.globs import compiled
from chunkers.pattern import later

UNDERSTOOD = frozenset(
    {
        "binary",
        "text",
        "diff",
        "working-tree-encoding",
        "encoding",
        "export-ignore",
        "filter",
        "linguist-generated",
        "linguist-vendored",
    }
    | {"linguist-documentation", "linguist-language", "linguist-detectable", "gitlab-generated", "gitlab-language"}
)
_BINARY = ("-diff", "-text", "binary")
_WORD = later(r"^([!-]?)([A-Za-z0-9_.][A-Za-z0-9_.-]*)(?:=(.*))?$")
_MAX_BYTES = 1024 * 1024
_MAX_LINES = 10_000

_Line = tuple[re.Pattern[str], tuple[tuple[str, str | None], ...]]


class GitAttributes:
    """The attribute files of one tree. Look-ups are cheap where no line speaks of a path's directory."""

    def __init__(self, files: Iterable[tuple[str, bytes]]) -> None:
        """Parse `files`: (path of the attribute file from the root, its bytes)."""
        ordered = sorted(files)
        macros = _macros(next((data for path, data in ordered if path == ".gitattributes"), b""))
        self._files: dict[str, tuple[_Line, ...]] = {}
        for path, data in ordered:
            lines = tuple(_lines(data, macros))
            if lines:
                self._files[path.rpartition("/")[0]] = lines

    def of(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return what holds for `path`, sorted by name."""
        if not self._files:
            return ()
        found: dict[str, str | None] = {}
        folders = path.split("/")[:-1]
        for depth in range(len(folders) + 1):
            folder = "/".join(folders[:depth])
            rest = path[len(folder) + 1 :] if folder else path
            for pattern, words in self._files.get(folder, ()):
                if pattern.fullmatch(rest):
                    found.update(words)
        return tuple(sorted((name, value) for name, value in found.items() if value is not None))


def _lines(data: bytes, macros: Mapping[str, tuple[str, ...]]) -> Iterable[_Line]:
    for pattern, words in _raw_lines(data):
        if pattern.startswith(("[attr]", "!")) or pattern.endswith("/"):
            continue
        kept = tuple(pair for word in words for pair in _expanded(word, macros) if pair[0] in UNDERSTOOD)
        if kept:
            yield compiled(pattern), kept


def _raw_lines(data: bytes) -> Iterable[tuple[str, list[str]]]:
    text = data[:_MAX_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
    for line in text.split("\n")[:_MAX_LINES]:
        stripped = line.strip(" \t\r")
        if not stripped or stripped.startswith("#"):
            continue
        pattern, rest = _quoted(stripped) if stripped.startswith('"') else [*stripped.split(None, 1), ""][:2]
        yield pattern, rest.split()


def _quoted(line: str) -> tuple[str, str]:
    match = re.match(r'"((?:[^"\\]|\\.)*)"(.*)', line)
    if not match:
        return "", ""
    try:
        raw = codecs.escape_decode(match[1].encode())[0]
    except ValueError:
        return "", ""
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else "", match[2]


def _macros(data: bytes) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {"binary": _BINARY}
    for pattern, words in _raw_lines(data):
        if pattern.startswith("[attr]") and len(pattern) > len("[attr]"):
            found[pattern[len("[attr]") :]] = (*words, pattern[len("[attr]") :])
    return found


def _expanded(word: str, macros: Mapping[str, tuple[str, ...]]) -> Iterable[tuple[str, str | None]]:
    """Return the settings of one word; a macro gives those of its own words (macros inside macros are not followed)."""
    for part in macros.get(word, (word,)):
        match = _WORD.match(part)
        if match:
            sign, name, value = match.groups()
            yield name, {"-": "unset", "!": None}.get(sign, value if value is not None else "set")
