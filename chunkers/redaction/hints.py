"""Bytes -> may a text that leaves hold a provider token or a private key? One pass of one automaton, several hundred megabytes a second.

A hint is less than a match: no borders, shorter runs, any spelling of quotes and line ends. So "no" is final, for plain text and for JSON alike, and
"yes" is a question for `gate`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import re2

from chunkers.redaction import armour
from chunkers.redaction import rule as layers
from chunkers.redaction.catalogue import packaged
from chunkers.redaction.rule import Rule

_STATES = 64 * 1024**2
"""Bytes the automaton may take; with too few it forgets its states and slows down."""


def proofs() -> Iterable[Rule]:
    """Return the packaged rules whose format is proof by itself, in catalogue order."""
    return (one for one in packaged() if one.layer == layers.PROVIDER and one.confidence >= 0.9)  # noqa: PLR2004  # what the catalogue calls certain


def suspicious(data: bytes) -> bool:
    """Tell whether `data` holds the hint of a rule that is proof by itself.

    False means that no string of it is such a secret, be `data` plain text or JSON.
    """
    return _program().search(data) is not None


def hint_of(rule: Rule) -> str:
    """Return the pattern, in RE2 syntax, that stands in every text in which `rule` finds something."""
    if rule.hint:
        return rule.hint
    words = "|".join(re.escape(word) for word in rule.keywords)
    return f"(?i:{words})" if rule.ignore_case else words


@lru_cache(maxsize=1)
def _program() -> re2._Regexp:
    options = re2.Options()
    options.max_mem, options.never_capture = _STATES, True
    return re2.compile("|".join((*map(hint_of, proofs()), *armour.HINTS)).encode(), options)
