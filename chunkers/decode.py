"""Bytes of a file as UTF-8 text, with the encoding they had.

Takes original bytes and a declared encoding; gives text bytes without BOM, same lines, or None for binary. Knows no paths and no secrets.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decoded:
    """UTF-8 `data` without BOM; `bom` bytes were cut from the front of the original; `newline` is lf, crlf, mixed, cr or none."""

    data: bytes
    encoding: str
    bom: int
    newline: str
    confidence: float


def decode(data: bytes, declared: str | None = None) -> Decoded | None:
    """Return the text of `data`, None when it is binary."""
    del declared
    if b"\0" in data[:8000]:
        return None
    bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    body = data[bom:]
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return Decoded(body.decode("latin-1").encode(), "latin-1", 0, _newline(body), 0.5)
    return Decoded(body, "utf-8", bom, _newline(body), 1.0)


def _newline(data: bytes) -> str:
    lf, crlf, cr = data.count(b"\n"), data.count(b"\r\n"), data.count(b"\r")
    if not lf:
        return "cr" if cr else "none"
    return "crlf" if crlf == lf else "mixed" if crlf else "lf"
