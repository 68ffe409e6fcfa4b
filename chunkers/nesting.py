"""The look before the parse: how deep a text nests, counted on bytes in one linear pass, so that native parsers never see what kills them.

Takes bytes and a grammar name, gives a reason to refuse or None. Limits come from measured crashes: YAML and Markdown scanners overrun at
about 250 nested blocks; bracket nesting in the thousands makes several grammars quadratic in time and memory.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

from chunkers.pattern import later

BLOCK_LIMIT = 100
BRACKET_LIMIT = 1000
INTERPOLATION_LIMIT = 200
YAML_LINES = 32_000
_ANGLE_LIMIT = 200
_BLOCK_GRAMMARS = frozenset({"yaml", "markdown", "rst", "python", "haskell", "julia", "perl", "pug"})
_TAG_GRAMMARS = frozenset({"xml", "html", "vue", "svelte", "astro"})
_ANGLE_GRAMMARS = frozenset({"java", "csharp", "scala", "dart", "cpp", "kotlin", "swift"})
_MARKERS = later(rb"[ \t]*(?:(?:[>?:]|[-*+]|\d{1,9}[.)])(?:[ \t]+|(?=[>])|$))+")
_ANGLE_RUN = b"<" * _ANGLE_LIMIT
_TAGS = later(rb"<(/?)([A-Za-z][\w:.-]*)[^<>]*?(/?)>")
_STEPS = bytes.maketrans(b"([{)]}", b"\x01\x01\x01\xff\xff\xff")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"([{)]}")
_NO_ANGLES = bytes(byte for byte in range(256) if byte not in b"<>;{}")


def refusal(data: bytes, grammar: str) -> str | None:
    """Return why `data` must not be given to the native parser of `grammar`, or None."""
    if grammar in _BLOCK_GRAMMARS and _block_depth(data) > BLOCK_LIMIT:
        return "nesting_too_deep"
    if grammar == "yaml" and data.count(b"\n") > YAML_LINES:
        return "too_many_lines"
    if grammar in _ANGLE_GRAMMARS and _ANGLE_RUN in data.translate(None, _NO_ANGLES):
        return "nesting_too_deep"
    if grammar == "kotlin" and data.count(b'"${') > INTERPOLATION_LIMIT and _unclosed_interpolations(data):
        return "nesting_too_deep"
    if grammar in _TAG_GRAMMARS and _tag_depth(data) > BRACKET_LIMIT:
        return "nesting_too_deep"
    return "nesting_too_deep" if _bracket_depth(data) > BRACKET_LIMIT else None


def _block_depth(data: bytes) -> int:
    """Return the largest of: markers on one line, or levels of growing indentation."""
    deepest, levels = 0, [0]
    for line in data.split(b"\n"):
        text = line.lstrip(b" \t")
        if not text.strip():
            continue
        match = _MARKERS.match(line)
        on_line = sum(match.group().count(mark) for mark in (b">", b"-", b"*", b"+", b"?", b".", b")")) if match else 0
        indent = len(line) - len(text)
        while levels and levels[-1] >= indent:
            levels.pop()
        levels.append(indent)
        deepest = max(deepest, on_line + len(levels) - 1)
    return deepest


def _bracket_depth(data: bytes) -> int:
    """Return the deepest bracket nesting, strings and comments included (an over-count only costs a fallback)."""
    brackets = data.translate(None, _NO_BRACKETS)
    if len(brackets) < BRACKET_LIMIT:
        return 0
    levels = list(accumulate(array("b", brackets.translate(_STEPS)), initial=0))
    lowest = accumulate(levels, min)  # closers without openers must not hide what opens behind them
    return max(level - floor for level, floor in zip(levels, lowest, strict=True))


def _tag_depth(data: bytes) -> int:
    if data.count(b"<") < BRACKET_LIMIT:
        return 0
    depth = deepest = 0
    for match in _TAGS.finditer(data):
        depth = max(0, depth + (0 if match.group(3) else -1 if match.group(1) else 1))
        deepest = max(deepest, depth)
    return deepest


def _unclosed_interpolations(data: bytes) -> bool:
    return data.count(b'"${') - data.count(b"}") > INTERPOLATION_LIMIT
