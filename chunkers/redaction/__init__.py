"""bytes -> CleanText: the only place where clean text is made. See `engine` for the layers. The names are loaded when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkers.lazily import door

if TYPE_CHECKING:
    from chunkers.redaction.blocked import blocked_path
    from chunkers.redaction.catalogue import RuleError
    from chunkers.redaction.edition import RULESET
    from chunkers.redaction.engine import Blocked, Redacted, all_rules, redact, redact_file
    from chunkers.redaction.gate import find_secret, mask
    from chunkers.redaction.hints import suspicious
    from chunkers.redaction.rule import Rule
    from chunkers.redaction.second import engines
    from chunkers.redaction.second import installed as second_engine_installed
    from chunkers.redaction.second import rules as second_engine_rules
    from chunkers.redaction.strong import StrongValues
    from chunkers.redaction.values import PLACEHOLDER

__all__ = [
    "PLACEHOLDER",
    "RULESET",
    "Blocked",
    "Redacted",
    "Rule",
    "RuleError",
    "StrongValues",
    "all_rules",
    "blocked_path",
    "engines",
    "find_secret",
    "mask",
    "redact",
    "redact_file",
    "second_engine_installed",
    "second_engine_rules",
    "suspicious",
]

__getattr__ = door(
    __name__,
    {
        "PLACEHOLDER": "values",
        "RULESET": "edition",
        "Blocked": "engine",
        "Redacted": "engine",
        "Rule": "rule",
        "RuleError": "catalogue",
        "StrongValues": "strong",
        "all_rules": "engine",
        "blocked_path": "blocked",
        "engines": "second",
        "find_secret": "gate",
        "mask": "gate",
        "redact": "engine",
        "redact_file": "engine",
        "second_engine_installed": "second:installed",
        "second_engine_rules": "second:rules",
        "suspicious": "hints",
    },
)
