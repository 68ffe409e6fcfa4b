"""The layers in order: bytes of a file -> clean text, or the reason why the file may leave metadata only."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from chunkers.decode import decode
from chunkers.policy import RedactionPolicy
from chunkers.redaction import allow, armour, columns, kubernetes, patterns, second, sweep
from chunkers.redaction.blocked import blocked
from chunkers.redaction.catalogue import packaged, ruleset
from chunkers.redaction.dialect import dialect_of
from chunkers.redaction.keyed import find as keyed
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import ARMOUR, PROVIDER, Finding, Rule
from chunkers.redaction.splice import merged, record, splice
from chunkers.redaction.strong import StrongValues
from chunkers.redaction.values import Verdict
from chunkers.source import Classification, CleanText, SecretNote
from chunkers.span import Lines

_PROSE = 0.7
NO_VALUES = StrongValues()

Note = tuple[int, Verdict, str]


@dataclass(frozen=True, slots=True)
class Blocked:
    """The file may leave metadata only; `reason` e.g. "blocked:env_file", "binary"."""

    reason: str


@dataclass(frozen=True, slots=True)
class Redacted:
    """The clean text of a file and, in memory only, the values worth looking for in the rest of the snapshot."""

    clean: CleanText | Blocked
    strong: StrongValues = field(default_factory=StrongValues)


def redact(
    data: bytes,
    path: str,
    classification: Classification,
    policy: RedactionPolicy,
    known: StrongValues = NO_VALUES,
) -> CleanText | Blocked:
    """Return the redacted text of a file, or why it must stay metadata-only.

    Args:
        data: the bytes of the blob.
        path: its path; decides blocking and, with the language, how values stand in the text.
        classification: what the file was called.
        policy: the operator's rules and allowances.
        known: strong values of other files of the snapshot, masked wherever they stand.

    Raises:
        RuleError: a rule of the policy cannot serve.
    """
    return redact_file(data, path, classification, policy, known).clean


def redact_file(
    data: bytes,
    path: str,
    classification: Classification,
    policy: RedactionPolicy,
    known: StrongValues = NO_VALUES,
) -> Redacted:
    """Do what `redact` does and hand over the strong values of the file beside its text."""
    reason = blocked(path, data)
    if reason:
        return Redacted(Blocked(reason))
    decoded = decode(data, classification.encoding)
    if decoded is None:
        return Redacted(Blocked("binary"))
    text = decoded.data
    scene = Scene(text, text.lower(), dialect_of(path, classification.language))
    try:
        found, notes = look(scene, policy)
    except second.EngineError:
        return Redacted(Blocked("unscannable"))
    mask, stand = allow.split(scene, found, path, policy)
    findings = _complete(scene, mask, known)
    lines = Lines(text)
    redactions, touched = record(lines, findings)
    redacted = splice(scene, findings) if findings else text
    clean = CleanText(
        data=redacted,
        lines=Lines(redacted) if findings else lines,
        redactions=redactions,
        notes=_notes(lines, notes, stand, findings),
        encoding=decoded.encoding,
        bom=decoded.bom,
        newline=decoded.newline,
        encoding_confidence=decoded.confidence,
        redacted_lines=touched,
        mapped=decoded.mapped,
    )
    return Redacted(clean, sweep.strong(text, mask))


def _complete(scene: Scene, mask: list[Finding], known: StrongValues) -> list[Finding]:
    """Return `mask` and every further place of its values and of `known`, disjoint and in order."""
    if not mask and not known:
        return []
    own = sweep.own(scene.data, mask, scene.tells)
    places = {(one.start, one.end): one for one in (*sweep.find(scene.data, own), *_search(known)(scene.data))}
    for one in mask:
        places.pop((one.start, one.end), None)
    return merged((*mask, *places.values()))


@lru_cache(maxsize=1)
def _search(known: StrongValues) -> Callable[[bytes], Iterator[Finding]]:
    """Return the search for the values of a snapshot: the same for all files that a worker reads again."""
    return sweep.search_for(known)


def look(scene: Scene, policy: RedactionPolicy) -> tuple[list[Finding], list[Note]]:
    """Return the findings of all layers, overlapping as they come, and what was seen and left."""
    named, notes = keyed.find(scene) if not scene.dialect.locked else ([], [])
    found = [
        *armour.find(scene.data),
        *patterns.search(scene.data, scene.lower, ruleset(policy.rules)),
        *kubernetes.find(scene),
        *columns.find(scene),
        *named,
        *(second.find(scene) if second.wanted(policy) else ()),
    ]
    if scene.dialect.translations:  # sentences for people: prose about logging in is no login
        found = [one for one in found if one.confidence >= _PROSE or one.layer in {PROVIDER, ARMOUR}]
    return found, notes


def all_rules() -> tuple[Rule, ...]:
    """Return every rule of the product, pattern rules and procedures, by layer and id."""
    return tuple(
        sorted(
            (*packaged(), *armour.RULES, *kubernetes.RULES, *columns.RULES, *keyed.RULES, *sweep.RULES),
            key=lambda one: (one.layer, one.id),
        )
    )


def _notes(lines: Lines, notes: list[Note], stand: list[Finding], findings: list[Finding]) -> tuple[SecretNote, ...]:
    starts = [one.start for one in findings]

    def hidden(start: int, end: int) -> bool:
        before = bisect_left(
            starts, end
        )  # findings are disjoint and in order: the last that begins before `end` reaches farthest
        return before > 0 and findings[before - 1].end > start

    # what a stronger rule hides all the same does not stand
    rows = {(lines.line_at(one.start), "allowed", one.rule) for one in stand if not hidden(one.start, one.end)}
    rows |= {(lines.line_at(at), str(verdict), rule) for at, verdict, rule in notes if not hidden(at, at + 1)}
    return tuple(SecretNote(*row) for row in sorted(rows))
