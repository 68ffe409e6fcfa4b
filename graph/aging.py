"""What a document references and what changed after the document: units whose parameters or substance are not what its last author saw.

Takes references with their nodes and the past, gives reasons by document and line. A few lines of a long body, an annotation, or a file that moved
are no reason: documentation of an interface outlives them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from chunkers.chunk import FileResult
from chunkers.source import Category
from graph.declarations import declared_otherwise
from graph.differences import Differences, differences
from graph.edges.documents import TEXTS, Documented, Referenced, of_the_past
from graph.model import Node
from graph.original import text_of
from graph.past import Pair, Past
from graph.world import World

_SMALL = 15
"""A unit of so few lines is its declaration: a key, a constant, a record."""
_REWRITTEN = 0.5
"""The share of a larger unit that must be new before it counts as another one."""
_TOLD = frozenset({"doc_section", "adr", "runbook", "external", "module", "test_case"})
_PLAIN_KINDS = frozenset({"constant", "variable", "field", "property", "enum_member"})
_SETTINGS = frozenset({"config_key", "env_var", "table", "route"})
_COMMON = re.compile(r"[A-Z]?[a-z0-9]+")
_WORD = re.compile(r"\w")
_VALUE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)|\"[^\"]+\"|'[^']+'")
_LAYOUT = re.compile(r"[\s,;|]")
_ANNOTATION = re.compile(r"\??:[^=:]+(?==|$)")


def aged(world: World, documented: Documented, past: Past) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return reasons by (document, line) for what changed after the document was last touched."""
    wanted: defaultdict[Pair, list[tuple[int, str, Node]]] = defaultdict(list)
    for document, references in sorted(documented.references.items()):
        if of_the_past(world, document):
            continue
        for one in references:
            for node in _subjects(world, one):
                if node.path and node.path != document and past.later(node.path, document):
                    wanted[node.path, document].append((one.line, one.target, node))
    texts = past.before(sorted(wanted))
    found: defaultdict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    compared: dict[tuple[str, str], _Comparison] = {}
    for pair in sorted(texts.keys() & wanted.keys()):
        path, document = pair
        key = (path, texts[pair])
        if key not in compared:
            compared[key] = _Comparison(world, world.results[path], texts[pair])
        for line, target, node in wanted[pair]:
            if compared[key].changed(node):
                found[document, line][f"changed_after:{target}"] = None
    return {key: tuple(reasons) for key, reasons in sorted(found.items())}


def _subjects(world: World, reference: Referenced) -> Iterator[Node]:
    """Yield the nodes whose change can make a text untrue: no documents, no file that is one, and none that only goes by a common name."""
    for node_id in reference.nodes if reference.status == "resolved" else ():
        node = world.ledger.nodes.get(node_id)
        if node is not None and _by_a_common_word(reference, node):
            continue
        if node is None or node.kind in _TOLD or node.path is None or node.path not in world.results:
            continue
        result = world.results[node.path]
        if node.language not in TEXTS and result.facts is not None and _describable(result, node):
            yield node


def _describable(result: FileResult, node: Node) -> bool:
    """Tell whether documents describe such a thing: no test, and no manifest as a whole, whose versions change all the time."""
    category = result.classification.category
    return category is not Category.TEST and not (
        node.kind == "file" and category in {Category.BUILD, Category.DATA, Category.GENERATED, Category.VENDORED}
    )


def _by_a_common_word(reference: Referenced, node: Node) -> bool:
    """Tell whether a reference says so little (`Path`, `package.json`) that it may mean something else altogether."""
    if node.kind == "file":
        return "/" not in reference.target
    return (
        reference.kind == "code"
        and node.kind not in _SETTINGS
        and _COMMON.fullmatch(reference.target.strip("`")) is not None
    )


class _Comparison:
    """A file against what it was."""

    def __init__(self, world: World, result: FileResult, earlier: str) -> None:
        later = text_of(result)
        self._project = world.project
        self._earlier = earlier
        self._lines = [line.strip() for line in later.split("\n")]
        self._known = {_unannotated(line) for line in earlier.split("\n")}
        self._squeezed = _squeezed(earlier.split("\n"))
        self._found = differences(earlier, later) if later else Differences(frozenset(), frozenset(), {})

    def changed(self, node: Node) -> bool:
        """Tell whether a unit is not what it was."""
        if node.kind == "file" or node.span is None:
            return self._share(1, len(self._lines)) >= _REWRITTEN
        first, last = node.span.start_line, node.span.end_line
        if _squeezed(self._lines[first - 1 : last]) in self._squeezed:
            return False  # laid out anew, no more
        if node.kind in _PLAIN_KINDS and last - first < _SMALL:
            return any(_unannotated(line) not in self._known for line in self._lines[first - 1 : last])
        definition = self._project.by_id.get(node.id)
        if definition is not None and definition.is_callable:
            decorated = self._touched(first, (node.declaration_line or first) - 1)
            if decorated or declared_otherwise(definition.symbol, node.language or "", self._earlier):
                return True
            return self._other_values(first, last) or self._share(first, last) >= _REWRITTEN
        small = last - first < _SMALL and (definition is None or not definition.members)
        return small and self._touched(first, last)  # of a large type or table, only its members are told apart

    def _touched(self, first: int, last: int) -> bool:
        return any(first <= line <= last for line in self._found.new) or any(
            first <= line < last for line in self._found.cut
        )

    def _other_values(self, first: int, last: int) -> bool:
        """Tell whether a short body has other numbers or texts than before: limits, defaults and messages are what documents repeat."""
        if last - first >= _SMALL:
            return False
        for line in sorted(self._found.new):
            was = self._found.replaced.get(line) if first <= line <= last else None
            if was and set(_VALUE.findall(self._lines[line - 1])) - set(_VALUE.findall(was)):
                return True
        return False

    def _share(self, first: int, last: int) -> float:
        said = sum(1 for line in self._lines[first - 1 : last] if _WORD.search(line))
        return sum(1 for line in self._found.new if first <= line <= last) / said if said else 0.0


def _unannotated(line: str) -> str:
    """Return a line of a declared value without its type, blanks and closing mark: another annotation is no other value."""
    return "".join(_ANNOTATION.sub("", line.strip(), count=1).split()).rstrip(";,")


def _squeezed(lines: Iterable[str]) -> str:
    """Return lines as one word, without what a formatter moves: blanks, commas, bars, semicolons, the form of quotes."""
    return "".join(_LAYOUT.sub("", line) for line in lines).replace("'", '"')
