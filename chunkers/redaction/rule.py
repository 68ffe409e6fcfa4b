"""What a secret rule is and what a rule found: records only.

Rules come from `catalogue` (packaged data) or from the operator's policy; findings go to `splice`. Knows no text.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunkers.records import flat

PROVIDER = "provider"
ARMOUR = "armour"
URL = "url"
HEADER = "header"
STRUCTURE = "structure"
COMMAND = "command"
KEY_NAME = "key_name"
ENTROPY = "entropy"
SWEEP = "sweep"
CUSTOM = "custom"

LAYERS = (ARMOUR, PROVIDER, URL, HEADER, STRUCTURE, COMMAND, CUSTOM, KEY_NAME, ENTROPY, SWEEP)
"""All layers, strongest first. Where findings overlap the strongest names the redaction."""

NEVER_ALLOWED = frozenset({ARMOUR, PROVIDER})
"""Layers whose findings no marker and no allow list can leave in place."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `pattern` is RE2 syntax over bytes; None for rules that are procedures (armour, key names, structure).

    `keywords` are literal; a file without any of them is never searched. With `ignore_case` they are lower case and compared to the lower-case
    text. `group` is the capture that is masked; `min_entropy` is in bits a character; `checks` names the tests of `checks.py` a match must pass.
    `positives` and `negatives` are templates of `examples.py`. With `needs`, one of these must stand in the text as well, in the same case.
    `hint` is a looser pattern (no borders, shorter runs) that stands in every text with a match, spelled as JSON too; by default any keyword.
    """

    id: str
    kind: str
    layer: str
    description: str
    pattern: str | None = None
    keywords: tuple[str, ...] = ()
    group: int = 1
    ignore_case: bool = False
    min_entropy: float = 0.0
    confidence: float = 0.95
    checks: tuple[str, ...] = ()
    documentation: str = ""
    positives: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    hint: str = ""


@flat
@dataclass(frozen=True, slots=True)
class Finding:
    """The half-open byte range of one secret in the text, and the rule that found it.

    `strong` findings may be searched for elsewhere. `blank` asks for an empty replacement: the further lines of a secret over several lines.
    `inside` tells that quotes of the language enclose the range; None leaves that to the splicer.
    """

    start: int
    end: int
    rule: str
    kind: str
    layer: str
    confidence: float
    strong: bool = False
    blank: bool = False
    inside: bool | None = None
    name_at: int = -1
