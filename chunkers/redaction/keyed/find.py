"""Names in a text -> findings and notes: every keyword hit is widened to a name, classified, and its value read and judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge

from ahocorasick_rs import BytesAhoCorasick, Implementation

from chunkers.redaction import lexicon, names
from chunkers.redaction import rule as layers
from chunkers.redaction.keyed import followers
from chunkers.redaction.keyed.defaults import default_of
from chunkers.redaction.keyed.escaped import escaped_names
from chunkers.redaction.keyed.scene import Candidate, Scene
from chunkers.redaction.rule import Finding, Rule
from chunkers.redaction.values import Mode, Verdict

RULES = tuple(
    Rule(
        f"named-{kind}",
        f"named_{kind}",
        layers.ENTROPY if kind == names.WEAK else layers.KEY_NAME,
        f"Value beside a name of class {kind}",
        confidence=confidence,
        documentation="key names of configuration and code",
    )
    for kind, confidence in (
        (names.PASSWORD, 0.8),
        (names.SECRET, 0.8),
        (names.TOKEN, 0.8),
        (names.KEY, 0.8),
        (names.CREDENTIAL, 0.7),
        (names.WEAK, 0.5),
    )
)
_BY_KIND = dict(
    zip((names.PASSWORD, names.SECRET, names.TOKEN, names.KEY, names.CREDENTIAL, names.WEAK), RULES, strict=True)
)
_NAME_BYTES = bytes(c for c in range(256) if chr(c).isascii() and chr(c).isalnum() or chr(c) in "_.-$" or c >= 0x80)  # noqa: PLR2004, RUF021  # not ASCII
_REACH, _LONG_VALUE = 80, 256
_BEHIND, _AHEAD = 1300, 2600  # no reader goes farther from a name
_STRONG_LENGTH = 20  # shorter ones never look random enough without a name


@lru_cache(maxsize=1)
def _automaton() -> BytesAhoCorasick:
    return BytesAhoCorasick(sorted({word.encode() for word in lexicon.KEYWORDS}), implementation=Implementation.DFA)


def find(scene: Scene) -> tuple[list[Finding], list[tuple[int, Verdict, str]]]:
    """Return what the key names of `scene` give away, and (offset, verdict, rule) of what was seen and left."""
    findings: list[Finding] = []
    notes: list[tuple[int, Verdict, str]] = []
    closed: dict[int, bool] = {}  # names whose value begins encrypted or as a placeholder: what follows belongs to it
    consumed = 0  # a block scalar belongs to its name; what it holds is not read again
    for start, end, kind in _all_names(scene):
        if start < consumed or (kind == names.WEAK and not scene.long_run(start - _BEHIND, end + _AHEAD)):
            continue
        for candidate in followers.candidates(scene, start, end, kind):
            consumed = candidate.end if candidate.follows else consumed
            _settle(scene, candidate, kind, (start, end), findings, notes, closed)
        if findings and findings[-1].end - findings[-1].start > _LONG_VALUE:  # a name inside is masked with it
            consumed = max(consumed, findings[-1].end)
    return findings, notes


def _all_names(scene: Scene) -> Iterable[tuple[int, int, str]]:
    escaped = escaped_names(scene.data)
    plain = named(scene.data, scene.lower)
    return merge(plain, escaped) if escaped else plain


def named(data: bytes, lower: bytes) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, class) of every name in `data` that names a secret, in order."""
    behind = -1
    for _, hit, hit_end in _automaton().find_matches_as_indexes(lower):
        if hit < behind:
            continue
        left = data[max(0, hit - _REACH) : hit]
        right = data[hit_end : hit_end + _REACH]
        start = hit - (len(left) - len(left.rstrip(_NAME_BYTES)))
        end = hit_end + (len(right) - len(right.lstrip(_NAME_BYTES)))
        lead, size, kind = _name_in(data[start:end])
        start, end = start + lead, start + lead + size
        behind = max(end, hit_end)
        if kind == names.WEAK and size <= len("keys") and data[start - 1 : start] in {b" ", b":"}:
            kind = _with_word_before(data, start, end)
        if kind:
            yield start, end, kind


@lru_cache(maxsize=16384)
def _name_in(token: bytes) -> tuple[int, int, str | None]:
    """Return (bytes before the name, its length, its class) for a run of the characters that names have."""
    core = token.strip(b" \t\"'.-$")
    return token.find(core), len(core), names.classify(core.decode("utf-8", "replace"))


def _with_word_before(data: bytes, start: int, end: int) -> str | None:
    """Return the class of a bare last word read together with the word before it ("api key")."""
    before = data[max(0, start - 24) : start - 1]
    word = before[len(before.rstrip(_NAME_BYTES)) :].decode("utf-8", "replace")
    return names.classify(f"{word} {data[start:end].decode('utf-8', 'replace')}") if word else names.WEAK


def _settle(
    scene: Scene,
    candidate: Candidate,
    kind: str,
    name: tuple[int, int],
    findings: list[Finding],
    notes: list[tuple[int, Verdict, str]],
    closed: dict[int, bool],
) -> None:
    rule = _BY_KIND[kind]
    start, end = candidate.start, candidate.end
    if start >= end:
        return
    if candidate.follows and findings and findings[-1].name_at == name[0]:
        findings.append(
            Finding(
                start,
                end,
                rule.id,
                rule.kind,
                rule.layer,
                rule.confidence,
                blank=True,
                inside=candidate.inside,
                name_at=name[0],
            )
        )
        return
    value = scene.data[start:end].decode("utf-8", "replace")
    shift = default_of(value)
    if shift:
        start, end = start + len(value[: shift[0]].encode()), start + len(value[: shift[1]].encode())
        value = value[shift[0] : shift[1]]
    mode = max(candidate.mode, Mode.STRONG) if scene.dialect.translations else candidate.mode
    if candidate.follows and closed.get(name[0]):
        return
    verdict = scene.judge(value, kind, max(mode, Mode.STRONG) if candidate.follows else mode)
    if not candidate.follows:
        closed[name[0]] = verdict in {Verdict.ENCRYPTED, Verdict.PLACEHOLDER}
    if verdict == Verdict.SECRET:
        strong = end - start >= _STRONG_LENGTH and scene.judge(value, names.WEAK, Mode.RANDOM) == Verdict.SECRET
        findings.append(
            Finding(
                start,
                end,
                rule.id,
                rule.kind,
                rule.layer,
                rule.confidence,
                strong=strong,
                blank=candidate.follows,
                inside=candidate.inside,
                name_at=name[0],
            )
        )
    elif verdict in {Verdict.WEAK, Verdict.ENCRYPTED} and candidate.mode <= Mode.LITERAL:
        notes.append((start, verdict, rule.id))
