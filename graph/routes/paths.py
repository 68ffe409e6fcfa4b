"""Path templates of all frameworks -> one form: parameters become `{}`, rest parameters `{*}`, no trailing slash, no doubled slash.

Takes text, gives text; linear in its length.
"""

from __future__ import annotations

import re

UNKNOWN_PREFIX = "{?}"
_NAMED = re.compile(r"[:*]?[A-Za-z_]\w*")
_COLON = re.compile(r"(?<![\w}]):([A-Za-z_]\w*)(\([^()]*\))?([?*+])?|(?<=[-.~]):([A-Za-z_]\w*)")
_COLON_REGEX = re.compile(r":[A-Za-z_]\w*\{((?:[^{}]|\{[^{}]*\})*)\}\??")
_ANGLE = re.compile(r"<(?:(\w+)(?:\([^()]*\))?:)?\w+>")
_SQUARE = re.compile(r"\[{1,2}(\.\.\.)?[\w-]+\]{1,2}")
_PIECE = re.compile(r"\\.|\(\?P<(\w+)>|\(\?[aiLmsux]+\)|\(\?[:=!]|\(|\)|\[[^\]]+\]|\.[*+]|.", re.DOTALL)


def join(*parts: str) -> str:
    """Return `parts` as one path: single slashes between them, a leading slash unless it starts with the unknown prefix."""
    kept = [part.strip("/") for part in parts if part.strip("/")]
    if not kept:
        return "/" if any(parts) else ""
    text = "/".join(kept)
    tail = "/" if parts[-1].endswith("/") and parts[-1] != "/" else ""
    return (text if text.startswith(UNKNOWN_PREFIX) else f"/{text}") + tail


def normalised(template: str) -> str:
    """Return the identity of a path template.

    Forms read: `{x}`, `{x:regex}`, `{x...}`, `{*x}`, `{$}`, `:x`, `:x?`, `:x{regex}`, `<x>`, `<int:x>`, `[x]`, `[...x]`, `(?P<x>..)`, `*`, `*x`.
    """
    regex = "(?" in template or template.startswith("^") or template.endswith("$")
    text = unanchored(template) if regex and not template.startswith(UNKNOWN_PREFIX) else template
    segments = [_segment(part) for part in _split(text)]
    kept = [part for part in segments if part]
    if not kept:
        return "/"
    path = "/".join(kept)
    return path if path.startswith(UNKNOWN_PREFIX) else f"/{path}"


def parameters(template: str) -> tuple[str, ...]:
    """Return the names of the parameters of a template, in order."""
    found = re.findall(
        r"\{[*]?([A-Za-z_]\w*)|(?<![\w{]):([A-Za-z_]\w*)|<(?:[\w()]+:)?(\w+)>|\[\.{0,3}(\w+)\]", template
    )
    return tuple(name for group in found for name in group if name)


def _split(text: str) -> list[str]:
    """Split at slashes outside of braces and angle brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in "{<":
            depth += 1
        elif char in "}>":
            depth = max(0, depth - 1)
        elif char == "/" and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return parts


def _segment(part: str) -> str:
    if part in {"*", "**", "(.*)", "{*}"} or re.fullmatch(r"\*\w+", part) or re.fullmatch(r":\w+(\(\.\*\)|[*+])", part):
        return "{*}"
    if part in {UNKNOWN_PREFIX, "{}"}:
        return part
    if ":" in part and "{" in part:
        part = _COLON_REGEX.sub(lambda found: "{*}" if found.group(1) in {".*", ".+"} else "{}", part)
    part = _braces(part)
    part = _ANGLE.sub(lambda found: "{*}" if found.group(1) == "path" else "{}", part)
    if "[" in part:
        part = _SQUARE.sub(lambda found: "{*}" if found.group(1) else "{}", part)
    return _COLON.sub("{}", part) if ":" in part else part


def _braces(part: str) -> str:
    """Reduce each balanced `{...}` to `{}`, rest parameters to `{*}`, the end marker `{$}` to nothing."""
    if "{" not in part:
        return part
    out: list[str] = []
    depth, start = 0, 0
    for at, char in enumerate(part):
        if char == "{":
            if depth == 0:
                start = at
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                out.append(_parameter(part[start + 1 : at]))
        elif depth == 0:
            out.append(char)
    return "".join(out)


def _parameter(inner: str) -> str:
    if inner in {"?", "*"}:
        return "{" + inner + "}"
    if inner == "$":
        return ""
    if inner.startswith("*") or inner.endswith(("...", ":path", ":.*", ":.+", ":*")):
        return "{*}"
    return "{}"


def unanchored(template: str) -> str:
    """Return a Django regex as a template: anchors cut, groups to `{name}` or `{}`, what else matches many texts to `{}`."""
    text = template.removeprefix("^").removesuffix("$").removesuffix("\\Z")
    out: list[str] = []
    depth = 0
    for found in _PIECE.finditer(text):
        piece = found.group()
        if piece.startswith("("):
            if (depth == 0 and not piece.startswith("(?")) or found.group(1):
                out.append(f"{{{found.group(1) or ''}}}" if depth == 0 else "")
            depth += not piece.endswith(")")
        elif piece == ")":
            depth = max(0, depth - 1)
        elif depth == 0:
            out.append(_matched(piece))
    return "".join(out)


def _matched(piece: str) -> str:
    """Return what a piece of a regex outside of groups stands for in a template."""
    if piece in {".*", ".+"}:
        return "{*}"
    if piece[0] == "[" and len(piece) > 1:
        return "{}"
    if piece[0] == "\\" and len(piece) > 1:
        return "{}" if piece[1] in "dwsDWS" else piece[1]
    return "" if piece in "?^$+*" else piece
