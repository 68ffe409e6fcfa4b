"""How the placeholder is written so that the text around it still parses."""

from __future__ import annotations

from chunkers.pattern import later
from chunkers.redaction.dialect import Family
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import Finding
from chunkers.redaction.values import PLACEHOLDER

PLAIN = PLACEHOLDER.encode()
ENTITY = b"&lt;REDACTED_SECRET&gt;"
DOUBLE = b'"' + PLAIN + b'"'
SINGLE = b"'" + PLAIN + b"'"
_NUMBER = later(rb"[-+\d.eE]+")
_JSX = frozenset({"javascript", "tsx", "jsx", "js", "mjs", "cjs"})
_SHAPES = (b"<", b">", b"{", b"}", b";", b"=")
_QUOTE_REACH = 2048
_PLAIN_BARE = frozenset({Family.YAML, Family.PROPERTIES, Family.PROSE, Family.TABLE, Family.DOCKER})


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
    if _is_quoted(scene, finding) or scene.commented(finding.start):
        return PLAIN
    if family == Family.SQL and scene.data[max(0, finding.start - 8) : finding.start].rstrip()[-2:].lower() == b"by":
        return DOUBLE  # Oracle's IDENTIFIED BY takes a name
    if family in {Family.SHELL, Family.SQL}:
        return SINGLE
    return ENTITY if scene.dialect.language in _JSX and _in_markup(scene, finding.start) else DOUBLE


def _is_quoted(scene: Scene, finding: Finding) -> bool:
    if finding.inside:
        return True
    if scene.dialect.family == Family.SHELL and _in_command(scene, finding.start):
        return False
    return bool(scene.quote_around(finding.start, _QUOTE_REACH))


def _in_command(scene: Scene, at: int) -> bool:
    """Tell whether a command that the shell inserts into a text is open on the line of `at`: quotes around it do not count inside it."""
    head = scene.data[scene.line_start(at) : at]
    return head.rfind(b"$(") > head.rfind(b")")


def _in_markup(scene: Scene, at: int) -> bool:
    """Tell whether the text at `at` stands between tags: what shapes code came last before it as the end of a tag or of an inserted expression."""
    low = max(0, at - _QUOTE_REACH)
    last = max(scene.data.rfind(shape, low, at) for shape in _SHAPES)
    arrow = scene.data[last - 1 : last + 1] in {b"=>", b"->"}
    return last >= 0 and not arrow and scene.data[last] in b">}"
