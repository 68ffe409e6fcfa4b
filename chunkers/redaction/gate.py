"""The last look at texts that leave: is there a provider token or private key in them (`find_secret`), and the same texts without it (`mask`)."""

from __future__ import annotations

from functools import lru_cache

from chunkers.redaction import armour, patterns
from chunkers.redaction import rule as layers
from chunkers.redaction.catalogue import RuleSet, build, packaged
from chunkers.redaction.hints import proofs, suspicious
from chunkers.redaction.rule import Finding
from chunkers.redaction.values import PLACEHOLDER

_MASKED = frozenset({layers.PROVIDER, layers.URL, layers.HEADER, layers.STRUCTURE})


@lru_cache(maxsize=1)
def _strict() -> RuleSet:
    return build(proofs())


@lru_cache(maxsize=1)
def _wide() -> RuleSet:
    return build(one for one in packaged() if one.layer in _MASKED)


def find_secret(text: str) -> str | None:
    """Return the id of the rule that a text which is about to leave breaks, None when it is clean.

    Only formats that are proof by themselves count: provider tokens and private keys. Our own ids, hashes and placeholder never do.
    """
    data = text.encode("utf-8", "surrogatepass")
    if not suspicious(data):
        return None
    for found in patterns.search(data, data.lower(), _strict()):
        return found.rule
    return next((found.rule for found in armour.find(data)), None)


def mask(text: str) -> str:
    """Return `text` (a path, a branch name, a remote's URL, an error message) with every secret in it replaced by the placeholder.

    The result depends on the text alone. Two paths that differ only in a secret become equal; the caller keeps them apart by what it knows.
    """
    data = text.encode("utf-8", "surrogatepass")
    found: list[Finding] = sorted(
        (*patterns.search(data, data.lower(), _wide()), *armour.find(data)), key=lambda one: (one.start, -one.end)
    )
    if not found:
        return text
    parts, at = [], 0
    for one in found:
        if one.end <= at:
            continue
        if one.start >= at:
            parts.append(data[at : one.start] + (b"" if one.blank else PLACEHOLDER.encode()))
        at = one.end
    parts.append(data[at:])
    return b"".join(parts).decode("utf-8", "surrogatepass")
