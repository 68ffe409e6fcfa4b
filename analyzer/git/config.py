"""A git config file read by ourselves: sections and values, nothing followed, nothing executed.

Takes bytes, gives (section.sub.key -> last value); a line that makes no sense is skipped, as a broken config must not stop a run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_SECTION = re.compile(r'^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$')
_PAIR = re.compile(r"^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$")
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}


def parse_config(data: bytes) -> Mapping[str, str]:
    """Return the values of a config file; section and key names lower-case, subsection names as written."""
    values: dict[str, str] = {}
    section = ""
    for line in _logical_lines(data.decode("utf-8", "replace")):
        text = line.strip()
        match = _SECTION.match(text)
        if match:
            section = match[1].lower() if match[2] is None else match[1].lower() + "." + _ESCAPED.sub(r"\1", match[2])
            text = match[3].strip()
        pair = _PAIR.match(text)
        if pair and section:
            values[f"{section}.{pair[1].lower()}"] = "true" if pair[2] is None else _value(pair[2])
    return values


def _logical_lines(text: str) -> list[str]:
    lines: list[str] = []
    kept = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.endswith("\\") and not line.endswith("\\\\"):
            kept += line[:-1]
            continue
        lines.append(kept + line)
        kept = ""
    return [*lines, kept] if kept else lines


def _value(raw: str) -> str:
    out: list[str] = []
    quoted = escaped = False
    for char in raw:
        if escaped:
            out.append(_ESCAPES.get(char, char))
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        else:
            out.append(char)
    text = "".join(out)
    return text if quoted or raw.rstrip().endswith('"') else text.rstrip()
