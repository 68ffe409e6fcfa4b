"""DOCUMENTS, DECIDES and LINKS_TO: what sections, decision records and runbooks name; and every reference with what became of it.

Takes what `mentions` says of each mention; documents that tell of the past are never called stale.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from chunkers.source import Category
from chunkers.symbol import Mention
from graph.definition import FileView
from graph.edges.mentions import Mentions, Named
from graph.find import Finder
from graph.model import GraphFinding
from graph.past import Past
from graph.world import World, at_name

_HISTORY = re.compile(
    r"(?:^|/)(?:change(?:s|logs?)|history|news|releases?|release[-_]?notes?|migrat\w+|upgrad\w+|blogs?|posts)(?![a-z])[^/]*(?:/|$)",
    re.IGNORECASE,
)
"""Documents that tell of the past name what is gone on purpose."""
TEXTS = frozenset({"markdown", "rst", "asciidoc", "text", "org", "mdx"})
"""Pages of an application (HTML) name what its server serves, not what its repository holds."""
Key = tuple[str, str]


class Referenced(NamedTuple):
    """One reference of a document. `status`: resolved, missing or ambiguous; `reason` tells why its section may be stale, None when it is not."""

    line: int
    scope: str
    kind: str
    target: str
    status: str
    nodes: tuple[str, ...]
    reason: str | None = None


@dataclass(slots=True)
class Documented:
    """What sections mention, by (path, section): node ids with confidence; and the references of each document in source order."""

    mentions: defaultdict[Key, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    references: defaultdict[str, list[Referenced]] = field(default_factory=lambda: defaultdict(list))


def of_the_past(world: World, path: str) -> bool:
    """Tell whether a document is never out of date: a changelog, release notes, a migration guide, a blog, or the material of a test."""
    result = world.results[path]
    told = _HISTORY.search(path) is not None or any(
        one.chunk_type == "changelog_release_chunk" for one in result.drafts
    )
    named = (result.classification.rule, *result.classification.also)
    return told or result.classification.category is Category.TEST or any("test_support" in one for one in named)


def add_documents(world: World, finder: Finder, past: Past) -> Documented:
    """Enter what documents name and return it by section."""
    found = Documented()
    texts = [view for view in world.project.views.values() if view.language in TEXTS]
    reader = Mentions(world, finder, past)
    for view in texts:
        past_told = of_the_past(world, view.path)
        for mention, named in reader.all_of(view):
            _record(world, view, mention, named._replace(reason=None) if past_told else named, found)
    return found


def _record(world: World, view: FileView, mention: Mention, named: Named, found: Documented) -> None:
    found.references[view.path].append(
        Referenced(mention.line, mention.scope, mention.kind, mention.target, named.status, named.targets, named.reason)
    )
    if named.reason is not None:
        world.findings.append(
            GraphFinding(
                "stale_reference",
                view.path,
                mention.line,
                f"{mention.target}: {named.reason.partition(':')[0].replace('_', ' ')}",
                "update the document, or restore what it refers to",
            )
        )
    if named.status == "resolved":
        _link(world, view, mention, named.targets, found)


def _link(world: World, view: FileView, mention: Mention, targets: tuple[str, ...], found: Documented) -> None:
    source = world.scope_id(view, mention.scope)
    kind = "DECIDES" if view.facts.category == "adr" and _is_decision(mention.scope) else "DOCUMENTS"
    share = 0.9 / max(len(targets), 1)
    for target in targets:
        if target in {source, f"file:{view.path}"}:
            continue
        told = 1.0 if mention.kind == "link" else share
        what = "LINKS_TO" if mention.kind == "link" and target.startswith(("doc:", "adr:", "runbook:")) else kind
        world.ledger.edge(
            source,
            target,
            what,
            [at_name(view.path, mention)],
            confidence=told,
            resolution="exact" if len(targets) == 1 else "overload",
            rule=f"document_{mention.kind}",
        )
        known = found.mentions[view.path, mention.scope]
        known[target] = max(told, known.get(target, 0.0))


def _is_decision(scope: str) -> bool:
    return "decision" in scope.rpartition(">")[2].lower()
