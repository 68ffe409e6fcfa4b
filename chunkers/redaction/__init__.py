"""bytes -> CleanText: the only place where clean text is made. See `engine` for the layers."""

from __future__ import annotations

from chunkers.redaction.blocked import blocked, blocked_path
from chunkers.redaction.catalogue import RuleError
from chunkers.redaction.engine import RULESET, Blocked, Redacted, all_rules, engines, redact, redact_file
from chunkers.redaction.gate import find_secret, mask
from chunkers.redaction.holders import holders
from chunkers.redaction.rule import Rule
from chunkers.redaction.second import installed as second_engine_installed
from chunkers.redaction.second import rules as second_engine_rules
from chunkers.redaction.sweep import StrongValues
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
    "blocked",
    "blocked_path",
    "engines",
    "find_secret",
    "holders",
    "mask",
    "redact",
    "redact_file",
    "second_engine_installed",
    "second_engine_rules",
]
