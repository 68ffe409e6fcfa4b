"""The graph stage on one screen: file results in, tables, chunk links and composed drafts out. Records only, never bytes or trees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from chunkers.chunk import FileResult
from chunkers.symbol import FileFacts
from graph.aging import aged
from graph.compose.citation import Atlas
from graph.compose.memory import memory_drafts
from graph.compose.modules import module_drafts
from graph.compose.paths import path_drafts
from graph.compose.routes import handled, route_drafts
from graph.compose.suites import suite_drafts
from graph.edges.config import add_config
from graph.edges.contracts import add_contracts
from graph.edges.documents import add_documents
from graph.edges.entries import add_entries
from graph.edges.fixtures import add_fixtures
from graph.edges.imports import add_imports
from graph.edges.inheritance import add_inheritance
from graph.edges.references import add_contract_references
from graph.edges.resolvers import add_resolvers
from graph.edges.routes import add_routes
from graph.edges.rpcs import add_rpcs
from graph.edges.satisfaction import add_satisfaction
from graph.edges.structure import add_structure
from graph.edges.tables import add_tables
from graph.edges.tests import add_tests
from graph.edges.uses import add_uses
from graph.find import Finder
from graph.ledger import Ledger
from graph.links import chunk_links
from graph.model import GraphFinding, Linked
from graph.original import json_of, text_of
from graph.past import Past
from graph.project import build_project
from graph.resolve.engines import engines_for
from graph.stale import staleness
from graph.world import World

_MANIFEST = re.compile(r"^(?:package|(?:ts|js)config(?:\.[\w-]+)?)\.json$")
_GO_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)


def link(results: Iterable[FileResult], past: Past | None = None) -> Linked:
    """Link the files of one snapshot into a symbol graph.

    Args:
        results: What the per-file road said of every entry, in any order; uses are let go of when they are resolved.
        past: What git knows of earlier commits; without it, staleness rests on the snapshot alone.

    Returns:
        Sorted tables, links from drafts to nodes, composed drafts, findings and stale reasons. Equal results give equal records.
    """
    return _linked(sorted(results, key=lambda result: result.path), past or Past())


def _linked(ordered: list[FileResult], past: Past) -> Linked:
    project = build_project((_facts(result) for result in ordered if _readable(result)), go_modules(ordered))
    world = World(
        project, engines_for(project, manifests(ordered)), Ledger(), {result.path: result for result in ordered}
    )
    add_structure(world)
    add_imports(world)
    add_inheritance(world)
    add_satisfaction(world)
    add_uses(world)
    routes = add_routes(world)
    add_entries(world)
    add_rpcs(world)
    add_resolvers(world)
    contracts = add_contracts(world, routes)
    add_contract_references(world)
    add_tests(world, routes)
    add_fixtures(world)
    add_config(world)
    add_tables(world)
    finder = Finder(world.ledger.nodes.values())
    documented = add_documents(world, finder, past)
    bodies = handled(world, routes)
    world.forget()
    ordered = list(world.results.values())
    tables = world.ledger.tables()
    atlas = Atlas(tables, world)
    composed = (
        *route_drafts(atlas, routes, contracts, bodies),
        *path_drafts(atlas, routes),
        *module_drafts(atlas),
        *suite_drafts(atlas),
        *memory_drafts(atlas),
    )
    stale = staleness(ordered, documented, aged(world, documented, past), finder, past)
    links = chunk_links(atlas, ordered, composed, documented)
    project.part()
    return Linked(
        tables,
        links,
        composed,
        tuple(sorted(world.findings, key=_finding_key)),
        stale.reasons,
        stale.high,
        stale.references,
    )


def _readable(result: FileResult) -> bool:
    """Vendored and generated code is looked up like any other where its facts are there; files without facts have only a node."""
    return result.facts is not None


def _facts(result: FileResult) -> FileFacts:
    if result.facts is None:
        raise ValueError(f"{result.path} has no facts")
    return result.facts


def _finding_key(finding: GraphFinding) -> tuple[str, int, str, str]:
    return (finding.path, finding.line or 0, finding.rule, finding.message)


def go_modules(results: Sequence[FileResult]) -> dict[str, str]:
    """Return the module path of each folder that holds a go.mod."""
    found: dict[str, str] = {}
    for result in results:
        if result.path.rpartition("/")[2] == "go.mod":
            match = _GO_MODULE.search(text_of(result))
            if match:
                found[result.path.rpartition("/")[0]] = match.group(1).strip('"')
    return found


def manifests(results: Sequence[FileResult]) -> dict[str, dict[str, Any]]:
    """Return the objects of package.json, tsconfig and jsconfig files by path."""
    return {result.path: json_of(result) for result in results if _MANIFEST.match(result.path.rpartition("/")[2])}
