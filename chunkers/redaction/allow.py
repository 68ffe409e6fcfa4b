"""Findings that the operator lets stand, each reported: an inline marker where the policy permits it, a list by path, rule and key.

Never by value.
"""

from __future__ import annotations

from collections.abc import Iterable

from chunkers.globs import Globs
from chunkers.pattern import later
from chunkers.policy import RedactionPolicy
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import NEVER_ALLOWED, Finding

MARKER = b"chunk:allow-secret"
_KEY = later(rb"[ \t]*(?:-[ \t]+)?[\"']?([A-Za-z_$][\w.$-]*)[\"']?[ \t]*[:={]")


def split(
    scene: Scene, findings: Iterable[Finding], path: str, policy: RedactionPolicy
) -> tuple[list[Finding], list[Finding]]:
    """Return (findings to mask, findings that stand)."""
    mask: list[Finding] = []
    stand: list[Finding] = []
    entries = [entry for entry in policy.allow if Globs([entry.path]).matches(path)]
    marked = policy.inline_allow and MARKER in scene.data
    for one in findings:
        allowed = one.layer not in NEVER_ALLOWED and (
            (marked and MARKER in scene.data[scene.line_start(one.start) : scene.line_end(one.end)])
            or any(
                entry.rule == one.rule and (entry.key_path is None or _below(entry.key_path, key_path(scene, one)))
                for entry in entries
            )
        )
        (stand if allowed else mask).append(one)
    return mask, stand


def _below(allowed: str, path: str) -> bool:
    return path == allowed or path.startswith(allowed + ".")


def key_path(scene: Scene, finding: Finding) -> str:
    """Return the dotted keys above a finding, read from indentation."""
    at = scene.line_start(finding.start)
    keys: list[str] = []
    indent = None
    while True:
        line = scene.data[at : scene.line_end(at)]
        depth = len(line) - len(line.lstrip(b" \t"))
        if line.strip() and (indent is None or depth < indent):
            match = _KEY.match(line)
            if match:
                keys.append(match.group(1).decode())
            indent = depth
        if at == 0 or indent == 0:
            return ".".join(reversed(keys))
        at = scene.data.rfind(b"\n", 0, at - 1) + 1
