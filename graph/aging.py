"""What a document references and what changed after the document: units whose declaration or substance is not what its last author saw.

Takes references with their nodes and the past, gives reasons by document and line. A change of a few lines in a long body, or a file that moved, is
no reason: documentation of an interface outlives both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from chunkers.chunk import FileResult
from graph.differences import Differences, differences
from graph.edges.documents import TEXTS, Documented, of_the_past
from graph.model import Node
from graph.original import text_of
from graph.past import Pair, Past
from graph.world import World

_SMALL = 15
"""A unit of so few lines is its declaration: a key, a constant, a record."""
_REWRITTEN = 0.5
"""The share of a larger unit that must be new before it counts as another one."""
_TOLD = frozenset({"doc_section", "adr", "runbook", "external", "module", "test_case"})
_SMALL_KINDS = frozenset(
    {"config_key", "env_var", "constant", "variable", "field", "property", "enum_member", "column", "route"}
)


def aged(world: World, documented: Documented, past: Past) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return reasons by (document, line) for what changed after the document was last touched."""
    wanted: defaultdict[Pair, list[tuple[int, str, Node]]] = defaultdict(list)
    for document, references in sorted(documented.references.items()):
        if of_the_past(document):
            continue
        for one in references:
            for node in _subjects(world, one.nodes if one.status == "resolved" else ()):
                if node.path and node.path != document and past.later(node.path, document):
                    wanted[node.path, document].append((one.line, one.target, node))
    texts = past.before(sorted(wanted))
    found: defaultdict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    compared: dict[tuple[str, str], _Comparison] = {}
    for pair in sorted(texts.keys() & wanted.keys()):
        path, document = pair
        key = (path, texts[pair])
        if key not in compared:
            compared[key] = _Comparison(world.results[path], texts[pair])
        for line, target, node in wanted[pair]:
            if compared[key].changed(node):
                found[document, line][f"changed_after:{target}"] = None
    return {key: tuple(reasons) for key, reasons in sorted(found.items())}


def _subjects(world: World, nodes: tuple[str, ...]) -> Iterator[Node]:
    """Yield the nodes whose change can make a text untrue: no documents, and no file that is one."""
    for node_id in nodes:
        node = world.ledger.nodes.get(node_id)
        if node is None or node.kind in _TOLD or node.path is None or node.path not in world.results:
            continue
        if node.language not in TEXTS and world.results[node.path].facts is not None:
            yield node


class _Comparison:
    """A file against what it was."""

    def __init__(self, result: FileResult, earlier: str) -> None:
        later = text_of(result)
        self._lines = [line.strip() for line in later.split("\n")]
        self._found = differences(earlier, later) if later else Differences(frozenset(), frozenset())
        self._ends = _declarations(result)

    def changed(self, node: Node) -> bool:
        """Tell whether a unit is not what it was."""
        if node.kind == "file" or node.span is None:
            return self._share(1, len(self._lines)) >= _REWRITTEN
        first, last = node.span.start_line, node.span.end_line
        if last - first < _SMALL and node.kind in _SMALL_KINDS:
            return self._touched(first, last)
        declared = node.declaration_line or first
        end = self._ends.get(declared, declared)
        return self._touched(first, end) or self._share(first, last) >= _REWRITTEN

    def _touched(self, first: int, last: int) -> bool:
        return any(first <= line <= last for line in self._found.new) or any(
            first <= line < last for line in self._found.cut
        )

    def _share(self, first: int, last: int) -> float:
        said = sum(1 for line in self._lines[first - 1 : last] if line)
        return sum(1 for line in self._found.new if first <= line <= last) / said if said else 0.0


def _declarations(result: FileResult) -> Mapping[int, int]:
    """Return the last line of each declaration of a file by its first."""
    spans = (draft.spans.declaration for draft in result.drafts)
    return {span.start_line: span.end_line for span in spans if span is not None}
