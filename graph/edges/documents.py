"""DOCUMENTS, DECIDES and LINKS_TO: what sections, decision records and runbooks name; and what they name that is not there.

Conservative both ways: a name links only when it means one thing, and a reference counts as stale only when it is written as one (a relative link, a
path with an extension, a qualified member of a type that is there).
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from chunkers.symbol import Mention
from graph.definition import FileView
from graph.find import Finder
from graph.model import GraphFinding
from graph.resolve.values import Place, Value
from graph.world import World, at_name

_PATH = re.compile(
    r"^[\w.@+-]+(?:/[\w.@+ -]+)+\.[A-Za-z]\w{0,9}$|^[\w-]+\.(?:py|java|go|ts|tsx|js|kt|rs|rb|php|cs|yml|yaml|json|toml|md|sql|proto)$"
)
_MEMBER = re.compile(r"^([A-Z]\w*)[.#]([A-Za-z_]\w*)(?:\(.*\))?$")
_ROUTE = re.compile(r"^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (/[^\s?]*)")
_DOTTED = re.compile(r"^[A-Za-z_$][\w$-]*(?:[.#][A-Za-z_$][\w$\[\]-]*)+(?:\(.*\))?$")
_CAMEL = re.compile(
    r"^[A-Z][a-z0-9]+(?:[A-Z]\w*)+$|^[a-z]+(?:[A-Z][a-z0-9]*)+(?:\(\))?$|^[A-Z]\w+$|^[a-z]\w*_\w+(?:\(\))?$|^\w+\(\)$"
)
_HISTORY = re.compile(
    r"(?:^|/)(?:change(?:s|log)|history|news|releases?|release[-_]notes|migrat\w+|upgrad\w+)\b[^/]*(?:/|$)",
    re.IGNORECASE,
)
"""Documents that tell of the past name what is gone on purpose."""
_TEXTS = frozenset({"markdown", "rst", "asciidoc", "text", "org", "mdx"})
Key = tuple[str, str]
_LONGEST = 120
_OVERLOADS = 5


@dataclass(slots=True)
class Documented:
    """What sections mention, by (path, section): node ids with confidence, and reasons for staleness."""

    mentions: defaultdict[Key, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    stale: defaultdict[Key, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))


class _Places:
    """The folders of the snapshot, and its files by name."""

    def __init__(self, world: World) -> None:
        self.folders: set[str] = set()
        self.by_name: defaultdict[str, list[str]] = defaultdict(list)
        for path in world.results:
            folder, _, name = path.rpartition("/")
            self.by_name[name].append(path)
            while folder and folder not in self.folders:
                self.folders.add(folder)
                folder = folder.rpartition("/")[0]


def add_documents(world: World, finder: Finder) -> Documented:
    """Enter what documents name and return it by section."""
    found = Documented()
    places = _Places(world)
    for view in world.project.views.values():
        if (
            view.language in _TEXTS
        ):  # pages of an application name what its server serves, not what its repository holds
            for mention in view.facts.mentions:
                _mention(world, finder, places, view, mention, found)
    return found


def _mention(
    world: World, finder: Finder, places: _Places, view: FileView, mention: Mention, found: Documented
) -> None:
    targets, reason = _resolved(world, finder, places, mention)
    key = (view.path, mention.scope)
    source = world.scope_id(view, mention.scope)
    if reason is not None and not _HISTORY.search(view.path):
        found.stale[key][reason] = None
        world.findings.append(
            GraphFinding(
                "stale_reference",
                view.path,
                mention.line,
                f"{mention.target}: {reason.partition(':')[0].replace('_', ' ')}",
                "update the document, or restore what it refers to",
            )
        )
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
        found.mentions[key][target] = max(told, found.mentions[key].get(target, 0.0))


def _is_decision(scope: str) -> bool:
    return "decision" in scope.rpartition(">")[2].lower()


def _resolved(world: World, finder: Finder, places: _Places, mention: Mention) -> tuple[list[str], str | None]:
    """Return (targets, stale reason) of one mention."""
    if mention.kind == "link":
        return _linked(world, places, mention)
    if mention.kind == "path":
        return _path(world, places, mention.target.strip().strip("`").removeprefix("./").rstrip("/"))
    if mention.kind == "adr":
        found = finder.find(f"adr:{mention.target.strip().lstrip('ADRadr- ')}")
        return (found, None) if len(found) == 1 else ([], None)
    if mention.kind != "code":
        return [], None
    return _code(world, finder, places, mention.target.strip().strip("`"))


def _linked(world: World, places: _Places, mention: Mention) -> tuple[list[str], str | None]:
    path, _, fragment = mention.target.partition("#")
    path = path.strip().rstrip("/").removeprefix("./")
    if not path or path.startswith(("/", "..", "{", "<")) or ":" in path:
        return [], None
    if path in world.results:
        section = _section(world, path, fragment)
        return [section or _document(world, path)], None
    if path in places.folders:
        return [], None
    return [], f"missing_file:{path}" if _looks_like_file(path) else None


def _looks_like_file(path: str) -> bool:
    return "." in path.rsplit("/", 1)[-1]


def _document(world: World, path: str) -> str:
    for prefix in ("adr", "runbook"):
        if f"{prefix}:{path}" in world.ledger.nodes:
            return f"{prefix}:{path}"
    return f"file:{path}"


def _section(world: World, path: str, fragment: str) -> str | None:
    view = world.project.views.get(path)
    if not fragment or view is None:
        return None
    for symbol in view.facts.symbols:
        if symbol.kind == "doc_section" and slug(symbol.name) == fragment.lower():
            return world.named.get((path, symbol.qualified))
    return None


def slug(title: str) -> str:
    """Return the anchor code hosts give to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _code(world: World, finder: Finder, places: _Places, text: str) -> tuple[list[str], str | None]:
    if not text or len(text) > _LONGEST:
        return [], None
    route = _ROUTE.match(text)
    if route:
        return finder.find(f"{route.group(1)} {route.group(2)}"), None
    if _PATH.match(text):
        return _path(world, places, text)
    if " " in text or not (_DOTTED.match(text) or _CAMEL.match(text)):
        return [], None
    found = [one for one in finder.find(text) if not one.startswith("test_case:")]
    if len(found) > 1:
        main = [one for one in found if not _in_test(world, one)]
        found = main if len({_owner(one) for one in main}) == 1 and len(main) <= _OVERLOADS else []
    if found:
        return found, None
    member = _MEMBER.match(text)
    if member:
        holders = finder.find(f"class:{member.group(1)}")
        if len(holders) == 1 and _closed(world, holders[0]) and not _has(world, holders[0], member.group(2)):
            return holders, f"missing_symbol:{text}"
    return [], None


def _owner(node_id: str) -> str:
    return node_id.partition("(")[0]


def _in_test(world: World, node_id: str) -> bool:
    node = world.ledger.nodes.get(node_id)
    view = world.project.views.get(node.path) if node is not None and node.path else None
    return view is not None and view.test


def _closed(world: World, type_id: str) -> bool:
    """Tell whether all members of a type are in the repository, so that a missing one is really missing."""
    definition = world.project.by_id.get(type_id)
    if definition is None or definition.symbol.decorators:
        return False
    return not definition.symbol.supers and definition.view.language in {
        "java",
        "python",
        "go",
        "typescript",
        "csharp",
        "kotlin",
    }


def _has(world: World, type_id: str, name: str) -> bool:
    """Tell whether a type has a member of that name, attributes assigned in methods included."""
    definition = world.project.by_id[type_id]
    engine = world.engine(definition.view)
    at = Place(definition.view, definition.symbol.qualified, definition.symbol.declaration_line)
    return name in definition.members or engine.member(Value("instance", definition), name, at, 0) is not None


def _path(world: World, places: _Places, text: str) -> tuple[list[str], str | None]:
    if text in world.results:
        return [_document(world, text)], None
    ends = [path for path in places.by_name.get(text.rpartition("/")[2], ()) if path.endswith(f"/{text}")]
    if len(ends) == 1:
        return [_document(world, ends[0])], None
    first = text.split("/", 1)[0]
    rooted = "/" in text and not text.startswith(".") and bool(_PATH.match(text)) and first in places.folders
    return [], f"missing_file:{text}" if rooted and not ends else None
