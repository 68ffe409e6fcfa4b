"""How the placeholder is written so that the text around it still parses."""

from __future__ import annotations

import re

from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import LOOK_AHEAD, Scene
from chunkers.redaction.rule import Finding
from chunkers.redaction.values import PLACEHOLDER

PLAIN = PLACEHOLDER.encode()
ENTITY = b"&lt;REDACTED_SECRET&gt;"
DOUBLE = b'"' + PLAIN + b'"'
SINGLE = b"'" + PLAIN + b"'"
_NUMBER = re.compile(rb"[-+\d.eE]+")
_JSX = frozenset({"javascript", "typescript", "tsx", "jsx", "js", "ts", "mjs", "cjs", "mts", "cts"})
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
    if finding.inside or scene.quote_around(finding.start, LOOK_AHEAD) or scene.commented(finding.start):
        return PLAIN
    if family in {Family.SHELL, Family.SQL, Family.DOCKER}:
        return SINGLE
    if scene.dialect.language in _JSX and scene.data[: finding.start].rstrip()[-1:] not in {
        b"=",
        b":",
        b"(",
        b",",
        b"?",
        b"[",
    }:
        return ENTITY
    return DOUBLE
