"""What stands in for a value that is not there: `getenv("X") or "y"`, `${X:-y}`, `.orElse("y")`, a lazy or returned literal.

Looks right of a name, bounded, and says where the literal begins; judges nothing.
"""

from __future__ import annotations

import re

from chunkers.pattern import later
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Scene

_ELSE_FIRST = frozenset({b")", b"]", b"|", b"?", b"o"})
_OPTION_DEFAULT = later(
    rb"[ \t]*,[^()\n]{0,160}?\b(?:default|default_value|defaultValue|fallback|value)[ \t]*[=:][ \t]*(?=[bru]?[\"'])"
)
_ELSE = later(rb"(?:[)\]]{0,2}[ \t]*(?:\|\|=?|\?\?=?|\?:|\bor\b)|\)[ \t]*\{)[ \t]*(?=[\"'`])")
_OR_ELSE = later(
    rb"[)\]]{1,3}[ \t]*(?:\r?\n[ \t]*)?\.(?:orElse|orElseGet|or_else|unwrap_or|unwrap_or_else|getOrElse|getOrDefault|ok_or)"
    rb"[({][ \t]*(?:(?:\|\w*\||\(\)[ \t]*->)[ \t]*)?(?=[\"'])"
)
_LAZY = later(rb"[ \t]+by[ \t]+lazy[ \t]*(?:\([^()\n]{0,80}\)[ \t]*)?\{[ \t]*(?:\r?\n[ \t]*)?(?=\")")
_DASHED = later(rb"[ \t]+(?:-|\xe2\x80[\x93\x94])[ \t]+(?=`)")
_HERE_STRING = later(rb"[ \t]*<<<[ \t]*(?=[\"'])")
_DEFAULT = later(
    r"\$\{[^{}:]*:[-=]?([^{}]+)\}|\{\{[^{}|]*\|\s*default\(?\s*['\"]([^'\"{}]+)['\"][^{}]*\}\}"
    r"|\$\{\{[^{}]*\|\|\s*'([^']+)'\s*\}\}|\{\{-?[^{}]*\bdefault\s+\"([^\"{}]+)\"[^{}]*\}\}"
    r"|<%=[^<>%]{0,120}(?:\|\||,|\{)\s*['\"]([^'\"<>]+)['\"]\s*[)}]?\s*%>"
)
_SCHEME = later(
    r"(?i)\$\{\{?\s*(?:env|ssm|vault|secrets?|file|sys|sm|aws|cf|self|opt|param|config|gcp|akv|op|resolve"
    r"|inputs|input|command|workspacefolder):(?!-)"
)
_RETURNS = later(rb"\([^()\n]{0,60}\)[^\n{:=;]{0,40}[:{][ \t\r\n]*return[ \t]+(?=[\"'`])")
_SQL_TYPED = later(rb"[ \t]+\w{2,20}(?:[ \t]*\([\w ,]{1,12}\))?[ \t]*(?::?=|(?i:default))[ \t]*(?=N?')")


def default_of(value: str) -> tuple[int, int] | None:
    """Return the range of a real default inside a placeholder such as `${NAME:default}`, None for no default."""
    match = _DEFAULT.search(value)
    if not match or _SCHEME.match(value):
        return None
    return next(match.span(group) for group in range(1, 6) if match.group(group) is not None)


def behind(scene: Scene, after: int, first: bytes, *, quoted_name: bool) -> int | None:
    """Return where the literal begins that a name, whose quotes end at `after`, falls back to; None for no such literal.

    `first` is the first byte behind the name that is no blank.
    """
    found = _OPTION_DEFAULT.match(scene.data, after) if quoted_name and first == b"," else None
    if first in _ELSE_FIRST:
        found = found or _ELSE.match(scene.data, after) or _OR_ELSE.match(scene.data, after)
    found = found or _by_family(scene, after, first)
    return found.end() if found else None


def _by_family(scene: Scene, after: int, first: bytes) -> re.Match[bytes] | None:
    """Match what stands between a name and its value in one family of texts only."""
    if scene.dialect.family == Family.SQL and first.isalpha():
        return _SQL_TYPED.match(scene.data, after)
    if scene.dialect.family == Family.CODE and first == b"(":
        return _RETURNS.match(scene.data, after)
    if scene.dialect.family == Family.CODE and first == b"b":
        return _LAZY.match(scene.data, after)
    if scene.dialect.family == Family.PROSE and first in {b"-", b"\xe2"}:
        return _DASHED.match(scene.data, after)
    if scene.dialect.family == Family.SHELL and first == b"<":
        return _HERE_STRING.match(scene.data, after)
    return None
