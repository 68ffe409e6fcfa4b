"""The kingfisher catalogue as a second engine, where the `secrets` extra is installed: hundreds of provider formats kept up by others.

Takes a text and gives findings. Places and rule ids are all it takes over: the engine's fingerprints, entropies and blob ids can be guessed back
into values. It validates nothing, so it opens no connection; its compiled rules lie where `KF_RULE_CACHE_DIR` says, which is the application's
to set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from chunkers.pattern import later
from chunkers.policy import RedactionPolicy
from chunkers.redaction import rule as layers
from chunkers.redaction.rule import Finding, Rule

if TYPE_CHECKING:
    from chunkers.redaction.keyed.scene import Scene

DISTRIBUTION, MODULE = "kingfisher-secret-scanner", "kingfisher_sdk"
PREFIX = "kingfisher."
_KIND, _CONFIDENCE = "provider_secret", 0.9  # below our own rules of the same layer, whose ids and kinds say more
_SHORTEST = 8
_IDENTIFIERS = later(r"(?<!key)-id(?:\.\d+)?$|-pub(?:lic)?(?:-|$)")
"""Rules that find what is published or names an account, not what opens it."""


class EngineError(RuntimeError):
    """The engine gave no whole answer for a text; the text must not leave."""


def version(distribution: str) -> str:
    """Return the version of an installed distribution."""
    from importlib import metadata  # noqa: PLC0415  # asked where the engine is installed only

    return metadata.version(distribution)


@lru_cache(maxsize=1)
def installed() -> bool:
    """Tell whether the engine can be loaded here."""
    return find_spec(MODULE) is not None


def wanted(policy: RedactionPolicy) -> bool:
    """Tell whether the engine looks at texts under this policy: unless it is off, wherever it is installed."""
    return policy.kingfisher != "off" and installed()


def name() -> str:
    """Return the engine's name and version, for the report and for what outputs depend on."""
    return f"kingfisher {version(DISTRIBUTION)}"


def engines(policy: RedactionPolicy) -> tuple[str, ...]:
    """Return the names of the engines that look at every text under `policy`, for the report."""
    return ("repochunk-rules", name()) if wanted(policy) else ("repochunk-rules",)


def find(scene: Scene) -> Iterator[Finding]:
    """Yield what rules of high confidence find in a text, placeholders and sample values left out.

    Raises:
        EngineError: the engine failed on this text; its message is dropped, it may quote the text.
    """
    from chunkers.redaction import names  # noqa: PLC0415  # whoever only asks whether the engine is there needs none of it
    from chunkers.redaction.values import Mode, Verdict  # noqa: PLC0415  # same

    left = {Verdict.PLACEHOLDER, Verdict.WEAK, Verdict.ENCRYPTED}
    scanner, ids = _scanner()
    try:
        found = scanner.scan(scene.data)
    except (RuntimeError, ValueError, TimeoutError):
        raise EngineError("the second engine failed") from None
    for one in found:
        place = one.location
        start, end = place["start_offset"], place["end_offset"]
        value = scene.data[start:end]
        if one.rule_id not in ids or not one.visible or one.confidence != "high" or len(value) < _SHORTEST:
            continue
        if b"\n" in value or scene.judge(value.decode("utf-8", "replace"), names.TOKEN, Mode.CONFIG) in left:
            continue  # blocks are found by `armour`, which keeps what frames them
        yield Finding(start, end, PREFIX + one.rule_id, _KIND, layers.PROVIDER, _CONFIDENCE, strong=True)


def rules() -> tuple[Rule, ...]:
    """Return the rules that are used of the catalogue, by id; none where it is not installed."""
    if not installed():
        return ()
    return tuple(
        Rule(PREFIX + row["id"], _KIND, layers.PROVIDER, row["name"], confidence=_CONFIDENCE, documentation=name())
        for row in sorted(_catalogue().metadata(), key=lambda row: str(row["id"]))
        if _used(row)
    )


def _used(row: dict[str, Any]) -> bool:
    return bool(row["visible"]) and not _IDENTIFIERS.search(row["id"])


@lru_cache(maxsize=1)
def _catalogue() -> Any:
    return import_module(MODULE).Rules(confidence="high")  # optional, and loaded in the processes that scan only


@lru_cache(maxsize=1)
def _scanner() -> tuple[Any, frozenset[str]]:
    """Load the catalogue once a process; workers inherit it from the process that forks them."""
    used = frozenset(row["id"] for row in _catalogue().metadata() if _used(row))
    return import_module(MODULE).Scanner(_catalogue()), used
