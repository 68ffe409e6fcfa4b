"""Files in, graph out, in this process: what most tests of the graph start from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from chunkers.chunk import FileResult
from graph import link
from graph.model import Edge, Linked
from tests.road import road

FIXTURES = Path(__file__).parents[2] / "fixtures" / "graph"
_MARK = re.compile(r"(?:#|//)\s*calls:\s*(.+?)\s*$")
CALLING = ("CALLS", "INSTANTIATES")


@lru_cache(maxsize=4096)
def _read(path: str, text: str) -> FileResult:
    return road(path, text)


def linked(files: Mapping[str, str]) -> Linked:
    """Link the given files."""
    return link([_read(path, text) for path, text in files.items()])


def case(path: Path) -> dict[str, object]:
    """Read a fixture: YAML with `files` and what is expected of them."""
    loaded = yaml.safe_load(path.read_text())
    assert isinstance(loaded, dict)
    return loaded


def edges(answer: Linked, kind: str) -> set[tuple[str, str]]:
    """Return (source, target) of all edges of a kind."""
    return {(edge.source, edge.target) for edge in answer.tables.edges if edge.kind == kind}


def edge(answer: Linked, source: str, target: str, kind: str) -> Edge:
    """Return one edge."""
    return next(e for e in answer.tables.edges if (e.source, e.target, e.kind) == (source, target, kind))


def marked(files: Mapping[str, str]) -> dict[tuple[str, int], set[str]]:
    """Return what each line marked `# calls: a, b` (or `# calls: -`) says it reaches."""
    found: dict[tuple[str, int], set[str]] = {}
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            mark = _MARK.search(line)
            if mark:
                found[path, number] = {one.strip() for one in mark.group(1).split(" & ")} - {"-"}
    return found


def reached(answer: Linked) -> dict[tuple[str, int], set[str]]:
    """Return the ids, without `symbol:`, that the call edges reach from each line."""
    found: dict[tuple[str, int], set[str]] = {}
    for one in answer.tables.edges:
        if one.kind in CALLING and not one.target.startswith("external:"):
            for proof in one.evidence:
                found.setdefault((proof.path, proof.line), set()).add(one.target.removeprefix("symbol:"))
    return found


def truth_of(files: Mapping[str, str], answer: Linked) -> dict[str, object]:
    """Return the marked lines as a truth of call sites (docs/graph-truth.md).

    A call whose name a mark names leads there; targets that no call of the line names belong to its other calls (aliases, `cls(..)`, `super(..)`);
    what is left leaves the repository.
    """
    paths = sorted(files)
    places = {node.id.removeprefix("symbol:"): node for node in answer.tables.nodes if node.span is not None}
    calls: list[list[int]] = []
    external: list[list[int]] = []
    for (path, line), targets in sorted(marked(files).items()):
        sites = _sites(path, _MARK.sub("", files[path].split("\n")[line - 1]))
        renamed = {one for one in targets if _last(one) not in sites.values()}
        for column, name in sites.items():
            at = [paths.index(path), line, column]
            nodes = [places[one] for one in sorted({one for one in targets if _last(one) == name} or renamed)]
            calls += [[*at, paths.index(node.path or ""), node.declaration_line or 0, 0] for node in nodes]
            external += [] if nodes else [at]
    return {"format": "graph-truth-calls/1", "files": paths, "kinds": ["call"], "calls": calls, "external": external}


def _sites(path: str, code: str) -> dict[int, str]:
    """Return the names that are called in a line, by column: before a bracket, before a brace (Go, Rust), as a JSX element."""
    literal = r"|(?<!: )(?<!> )\b([A-Z]\w*|base)(?=\s?\{)" if path.endswith((".go", ".rs")) else ""
    found = re.finditer(
        rf"(?<!fn )\b([A-Za-z_$][\w$]*)(?=(?:<[\w, <>\[\]]*>)?!?\()|<([A-Z]\w*)(?=[ />]){literal}", code
    )
    return {site.start(site.lastindex or 0): site.group(site.lastindex or 0) for site in found}


def _last(target: str) -> str:
    return re.split(r"[./>]", re.sub(r"\(.*|~\d+$|@\w+$|\[\w+\]$", "", target))[-1]
