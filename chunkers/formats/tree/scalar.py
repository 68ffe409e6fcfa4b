"""Scalars and keys as text: quotes and escapes undone, nothing else interpreted.

Takes raw bytes of one scalar, gives text; knows no types, a `1` stays "1".
"""

from __future__ import annotations

import re
import sys

from chunkers.formats.tree.node import DOUBLE, SINGLE, Node

QUOTED = re.compile(rb"\"(?:[^\"\\]++|\\.)*+\"|'(?:[^']++|'')*+'", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SHORT = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
}
_FOLD = re.compile(r"[ \t]*\r?\n[ \t\r\n]*")


def unquote(raw: bytes) -> str:
    """Return the text of a scalar as written: quotes cut, escapes decoded, line folds of one break joined by a space."""
    text = raw.decode("utf-8", "replace")
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
        if "\n" in text:
            text = _FOLD.sub(" ", text.replace("\\\n", ""))
        return _joined(_ESCAPE.sub(_unescaped, text)) if "\\" in text else text
    if len(text) > 1 and text[0] == text[-1] == "'":
        text = text[1:-1].replace("''", "'")
    return _FOLD.sub(" ", text) if "\n" in text else text


def _joined(text: str) -> str:
    """Return `text` with surrogate pairs, as JSON escapes them, joined; a lone one is replaced."""
    if text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescaped(match: re.Match[str]) -> str:
    digits = match.group(1) or match.group(2) or match.group(3)
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= sys.maxunicode else "\ufffd"
    return _SHORT.get(match.group(4), match.group(4))


def text_of(data: bytes, node: Node | None) -> str:
    """Return the text of a scalar node; "" for anything that is not a scalar."""
    if node is None or node.kind != "scalar":
        return ""
    raw = data[node.at : node.end]
    return unquote(raw) if node.style in {SINGLE, DOUBLE} or b"\n" in raw else raw.decode("utf-8", "replace")
