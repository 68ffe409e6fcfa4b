"""How the placeholder is written so that the text around it still parses."""

from __future__ import annotations

import re

from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import Finding
from chunkers.redaction.values import PLACEHOLDER

PLAIN = PLACEHOLDER.encode()
ENTITY = b"&lt;REDACTED_SECRET&gt;"
DOUBLE = b'"' + PLAIN + b'"'
SINGLE = b"'" + PLAIN + b"'"
_NUMBER = re.compile(rb"[-+\d.eE]+")
_JSX = frozenset({"javascript", "typescript", "tsx", "jsx", "js", "ts", "mjs", "cjs", "mts", "cts"})
_BEFORE_EXPRESSIONS = frozenset({b"=", b":", b"(", b",", b"?", b"["})
_QUOTE_REACH = 2048
_PLAIN_BARE = frozenset({Family.YAML, Family.PROPERTIES, Family.PROSE, Family.TABLE})


def _bare_number(scene: Scene, finding: Finding) -> bool:
    """Tell whether a finding is a number of JSON, the only value that stands there without quotes."""
    head = scene.data[max(0, finding.start - 40) : finding.start].rstrip()
    return head[-1:] in {b":", b"[", b","} and _NUMBER.fullmatch(scene.data, finding.start, finding.end) is not None


def spelled(scene: Scene, finding: Finding) -> bytes:
    """Return the placeholder for the place of `finding`."""
    family = scene.dialect.family
    if family == Family.MARKUP:
        return ENTITY
    if family in _PLAIN_BARE:
        return PLAIN
    if family == Family.JSON:
        return DOUBLE if _bare_number(scene, finding) else PLAIN
    if finding.inside or scene.quote_around(finding.start, _QUOTE_REACH) or scene.commented(finding.start):
        return PLAIN
    if family == Family.SQL and scene.data[max(0, finding.start - 8) : finding.start].rstrip()[-2:].lower() == b"by":
        return DOUBLE  # Oracle's IDENTIFIED BY takes a name
    if family in {Family.SHELL, Family.SQL, Family.DOCKER}:
        return SINGLE
    if scene.dialect.language in _JSX and _last_byte(scene, finding.start) not in _BEFORE_EXPRESSIONS:
        return ENTITY
    return DOUBLE


def _last_byte(scene: Scene, at: int) -> bytes:
    """Return the last byte before `at` that is no white space, looking a bounded way back."""
    return scene.data[max(0, at - _QUOTE_REACH) : at].rstrip()[-1:]
