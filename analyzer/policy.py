"""Policy files: read, checked, merged; what the analysed commit may say and what only the operator may.

Takes YAML text, gives a `ChunkingPolicy`; a key it does not know is an error that names the nearest known one. A policy found in the analysed
commit may only tighten: whatever else stands in it becomes a note.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from analyzer.errors import RequestError
from chunkers.kinds import SCOPES
from chunkers.policy import ChunkingPolicy, GateSetting
from chunkers.span import camel
from reports.plain import plain
from reports.quality import all_gates
from reports.record import PolicyNote

if TYPE_CHECKING:
    from pydantic import TypeAdapter

COMMITTED_NAME = ".repochunk.yaml"
COMMITTED_LIMIT = 256 * 1024
_SEVERITIES = ("info", "warning", "error")


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[ChunkingPolicy]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # costs 80 ms with the model; most runs read no policy file

    return TypeAdapter(ChunkingPolicy)


def parse_policy(text: str, where: str) -> ChunkingPolicy:
    """Return the policy of a file's text; an empty file is the default policy.

    Raises:
        RequestError: not YAML, an unknown key, or a value of the wrong kind; the message names `where`, the key and the nearest known key.
    """
    return _validated(_loaded(text, where), where)


def render(policy: ChunkingPolicy) -> str:
    """Return a policy as a YAML file that reads back equal."""
    import yaml  # noqa: PLC0415  # see _loaded

    data = json.loads(_adapter().dump_json(policy, by_alias=True))
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def digest(policy: ChunkingPolicy) -> str:
    """Return the first 16 hex digits of sha256 over the canonical JSON of the effective policy."""
    return hashlib.sha256(json.dumps(plain(policy), sort_keys=True).encode()).hexdigest()[:16]


def tightened(policy: ChunkingPolicy, text: str) -> tuple[ChunkingPolicy, tuple[PolicyNote, ...]]:
    """Return `policy` with what a committed policy may add, and notes on everything of it that was ignored.

    A committed policy may set chunking and strategies, add generated, vendored and blocked globs, narrow visibility and raise gates. It
    is never an error: text that cannot be read is a note too.
    """
    try:
        data = _loaded(text, COMMITTED_NAME)
        asked = _validated(data, COMMITTED_NAME)
    except RequestError as error:
        return policy, (PolicyNote("committed_policy_ignored", str(error), COMMITTED_NAME),)
    notes = [_ignored(key) for key in data if key not in {"chunking", "paths", "visibility", "gates", "strategies"}]
    paths = policy.paths
    section = data.get("paths") or {}
    notes += [_ignored(f"paths.{key}") for key in section if key not in {"generated", "vendored", "blocked"}]
    paths = replace(
        paths,
        generated=paths.generated + asked.paths.generated,
        vendored=paths.vendored + asked.paths.vendored,
        blocked=paths.blocked + asked.paths.blocked,
    )
    gates, gate_notes = _stricter(policy.gates, asked.gates)
    merged = replace(
        policy,
        chunking=asked.chunking if "chunking" in data else policy.chunking,
        strategies={**policy.strategies, **asked.strategies},
        paths=paths,
        visibility=policy.visibility + asked.visibility,  # the most restrictive match wins, so a rule can only narrow
        gates=gates,
    )
    return merged, (*notes, *gate_notes)


def without_effect(policy: ChunkingPolicy) -> tuple[PolicyNote, ...]:
    """Return a note for every setting that is part of the policy's contract and changes nothing yet: it is told, never swallowed."""
    asked = {
        "strategies": bool(policy.strategies),
        "chunking.preserveEvidenceSpans": not policy.chunking.preserve_evidence_spans,
    }
    return tuple(
        PolicyNote("policy_without_effect", f"'{key}' changes nothing in this version")
        for key, given in asked.items()
        if given
    )


def _stricter(
    base: Mapping[str, GateSetting], asked: Mapping[str, GateSetting]
) -> tuple[dict[str, GateSetting], list[PolicyNote]]:
    gates, notes = dict(base), []
    for name, setting in sorted(asked.items()):
        if setting.severity is not None and setting.severity != "error":
            notes.append(_ignored(f"gates.{name}.severity"))
            setting = replace(setting, severity=None)  # noqa: PLW2901  # the loop goes on with the part that is allowed
        limit = _threshold(name, base)
        if setting.threshold is not None and (limit is None or setting.threshold > limit):
            notes.append(_ignored(f"gates.{name}.threshold"))
            setting = replace(setting, threshold=None)  # noqa: PLW2901  # same
        if setting == GateSetting():
            continue
        now = gates.get(name, GateSetting())
        gates[name] = GateSetting(
            setting.severity or now.severity, now.threshold if setting.threshold is None else setting.threshold
        )
    return gates, notes


def _threshold(name: str, base: Mapping[str, GateSetting]) -> float | None:
    """Return the share that passes a gate so far; lower is stricter. None for a gate that does not exist."""
    own = base[name].threshold if name in base else None
    return own if own is not None else next((gate.threshold for gate in all_gates() if gate.id == name), None)


def _ignored(key: str) -> PolicyNote:
    return PolicyNote(
        "committed_policy_ignored", f"'{key}' may be set by the operator only (--policy FILE); ignored", COMMITTED_NAME
    )


def _loaded(text: str, where: str) -> dict[str, Any]:
    import yaml  # noqa: PLC0415  # only where a policy is read

    if len(text) > COMMITTED_LIMIT:
        raise RequestError(f"{where}: larger than {COMMITTED_LIMIT // 1024} kB, which no policy needs")
    try:
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  # a safe loader, in C where there is one
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise RequestError(
            f"{where}{line}: not readable as YAML: {getattr(error, 'problem', None) or 'syntax error'}"
        ) from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise RequestError(f"{where}: a policy is a mapping such as 'chunking: {{maxTokensPerChunk: 1200}}'")
    return data


def _validated(data: dict[str, Any], where: str) -> ChunkingPolicy:
    from pydantic import ValidationError  # noqa: PLC0415  # see _adapter

    _known_keys(data, ChunkingPolicy, where, "")
    try:
        policy = _adapter().validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RequestError(f"{where}: {place}: {first['msg']}") from None
    _check_values(policy, where)
    return policy


def _known_keys(data: Mapping[str, Any], record: type, where: str, prefix: str) -> None:
    """Refuse unknown keys, naming the nearest known key (also one level elsewhere)."""
    known = {camel(field.name): field for field in fields(record)}
    for key, value in data.items():
        if key not in known:
            near = [name for name in known if name.startswith(str(key))] or get_close_matches(str(key), known, 1, 0.5)
            hint = f"; did you mean '{prefix}{near[0]}'?" if near else f"; known keys: {', '.join(sorted(known))}"
            raise RequestError(f"{where}: unknown key '{prefix}{key}'{hint}")
        factory: Any = known[key].default_factory
        nested = factory if isinstance(factory, type) and is_dataclass(factory) else None
        if nested is not None and isinstance(value, dict):
            _known_keys(value, nested, where, f"{prefix}{key}.")


def _check_values(policy: ChunkingPolicy, where: str) -> None:
    chunking = policy.chunking
    if not 0 < chunking.min_tokens <= chunking.target_tokens <= chunking.max_tokens_per_chunk:
        raise RequestError(f"{where}: chunking: needs 0 < minTokens <= targetTokens <= maxTokensPerChunk")
    for rule in policy.visibility:
        if rule.scope not in SCOPES:
            raise RequestError(f"{where}: visibility: scope '{rule.scope}' is none of {', '.join(SCOPES)}")
    for name, setting in policy.gates.items():
        if setting.severity is not None and setting.severity not in _SEVERITIES:
            raise RequestError(
                f"{where}: gates.{name}.severity: '{setting.severity}' is none of {', '.join(_SEVERITIES)}"
            )
