"""Suite-to-subject chunks: which types and functions a test suite is about, with the tests that show it.

A suite is a class or block of tests, else a file of them. Bounded: the largest suites, the subjects most of their tests reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.model import Edge

_LEAST = 2
_SHARE = 0.5
_SUBJECTS = 3
_SHOWN = 10
_MOST = 400
_SURE = 0.6


def suite_drafts(atlas: Atlas) -> Iterator[ComposedDraft]:
    """Yield one draft per suite that has a subject, the largest suites first when there are too many."""
    suites: dict[str, dict[str, list[Edge]]] = {}
    for edge in atlas.of_kind("TESTS"):
        if edge.confidence >= _SURE and edge.source in atlas.nodes:
            suites.setdefault(_suite(atlas, edge.source), {}).setdefault(edge.source, []).append(edge)
    kept = sorted(suites, key=lambda suite: (-len(suites[suite]), suite))[:_MOST]
    for suite in sorted(kept):
        subjects = _subjects(atlas, suites[suite])
        if len(suites[suite]) >= _LEAST and subjects:
            yield _draft(atlas, suite, suites[suite], subjects)


def _suite(atlas: Atlas, test: str) -> str:
    """Return the node of the suite a test stands in: the type or block around it, else its file."""
    definition = atlas.world.project.by_id.get(test)
    if definition is None:
        return test
    return definition.parent.id if definition.parent is not None else f"file:{definition.view.path}"


def _subject(atlas: Atlas, node_id: str) -> str | None:
    """Return what an edge says is tested: the type of a method, a function; None for what is no code of the repository."""
    definition = atlas.world.project.by_id.get(node_id)
    if definition is None or definition.view.test:
        return None
    return definition.parent.id if definition.parent is not None and definition.parent.is_type else definition.id


def _subjects(atlas: Atlas, tests: dict[str, list[Edge]]) -> list[tuple[str, int]]:
    """Return the subjects that at least half of the tests reach, at most three, the most reached first."""
    reached: Counter[str] = Counter()
    for edges in tests.values():
        reached.update({subject for edge in edges if (subject := _subject(atlas, edge.target)) is not None})
    found = sorted(reached.items(), key=lambda pair: (-pair[1], pair[0]))
    return [pair for pair in found if pair[1] >= max(_LEAST, len(tests) * _SHARE)][:_SUBJECTS]


def _draft(atlas: Atlas, suite: str, tests: dict[str, list[Edge]], subjects: list[tuple[str, int]]) -> ComposedDraft:
    sources = Sources(atlas)
    sources.node(suite)
    lines = [f"suite: {atlas.cited(suite)}"]
    wanted = {subject for subject, _ in subjects}
    for subject, count in subjects:
        sources.node(subject)
        lines.append(f"subject: {atlas.cited(subject)} in {count} of {len(tests)} tests")
    shown = 0
    for test in sorted(tests):
        edge = next((one for one in tests[test] if _subject(atlas, one.target) in wanted), None)
        if edge is None or shown >= _SHOWN:
            continue
        shown += 1
        sources.edge(edge)
        sources.node(test)
        lines.append(f"- {atlas.cited(test)} tests {atlas.name(edge.target)}")
    if len(tests) > shown:
        lines.append(f"and {len(tests) - shown} more")
    place = atlas.nodes.get(suite)
    anchor = (place.path or "", place.declaration_line or 1) if place is not None else ("", 1)
    names = ", ".join(atlas.name(subject) for subject, _ in subjects)
    return ComposedDraft(
        "suite_subject_chunk",
        f"subject of {suite}",
        f"{atlas.name(suite)} tests {names}",
        "\n".join(lines) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        anchor,
        symbol=suite,
        attributes={"suite": suite, "subjects": [subject for subject, _ in subjects], "tests": len(tests)},
        confidence=sources.confidence,
        chunker=("suite-composer", VERSION),
    )
